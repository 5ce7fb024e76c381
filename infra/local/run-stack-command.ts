import { describeStackError } from "./failure.ts";

/** Runs a command that starts the stack; a fault that the person at the terminal can repair is printed as a sentence. */
export const runStackCommand = async (command: () => Promise<void>, say: (sentence: string) => void): Promise<void> => {
  try {
    await command();
  } catch (error) {
    const sentence = describeStackError(error);
    const interrupted = error instanceof Error && error.name === "AbortError";
    if (sentence === undefined && !interrupted) throw error;
    say(interrupted ? "Stopped before it was up." : (sentence ?? ""));
    process.exitCode = 1;
  }
};
