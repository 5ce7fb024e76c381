/**
 * Runs a command of the terminal. Its fault is told in one line without a stack trace, which would say nothing to an
 * operator, and the exit code is 1 then.
 */
export const runCommand = async (command: () => Promise<void>): Promise<void> => {
  try {
    await command();
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
  }
};

/** A failed connection to a name with several addresses has its reason in its parts alone. */
const sentenceOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(sentenceOf).join("; ");
  return error instanceof Error ? error.message : String(error);
};
