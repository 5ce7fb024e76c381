/** Markdown for the Temporal UI; the number is in the row alone. */
export const verificationDetails = (
  state: string,
  { verificationId, runUuid }: { verificationId: number; runUuid: string | null },
): string =>
  [`**${state}**`, "", `Verification ${verificationId}${runUuid === null ? "" : `, call \`${runUuid}\``}`].join("\n");
