/**
 * Runs a command of the terminal. A fault is printed in one line without a stack trace, which would tell an operator nothing, and
 * the exit code is 1.
 */
export const runCommand = async (command: () => Promise<void>): Promise<void> => {
  try {
    await command();
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
  }
};

/** Returns the sentence of a fault. The reasons of a failed connection to a name with several addresses are only in its parts. */
const sentenceOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(sentenceOf).join("; ");
  return error instanceof Error ? error.message : String(error);
};
