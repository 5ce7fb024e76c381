/** Markdown for the Temporal UI; the number is in the row alone. */
export const verificationDetails = (
  state: string,
  { verificationId, runUuid }: { verificationId: number; runUuid: string | null },
): string =>
  [`**${state}**`, "", `Verification ${verificationId}${runUuid === null ? "" : `, call \`${runUuid}\``}`].join("\n");

const MARGIN_SECONDS = 1;

/** Looks a moment after the end, so that the database's clock has passed it too. */
export const waitSeconds = (secondsLeft: number): number => Math.ceil(secondsLeft) + MARGIN_SECONDS;
