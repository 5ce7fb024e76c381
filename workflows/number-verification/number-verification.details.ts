/** Markdown for the Temporal UI; only the row has the number. */
export const describeVerification = (
  state: string,
  { verificationId, runUuid }: { verificationId: number; runUuid: string | null },
): string =>
  [`**${state}**`, "", `Verification ${verificationId}${runUuid === null ? "" : `, call \`${runUuid}\``}`].join("\n");
