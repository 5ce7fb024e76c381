import { paint } from "./output.ts";
import type { Terminal } from "./terminal.ts";

const WIDTH = 30;

/** Shows how far something is: a bar in one line for people, a line of JSON for each step for programs. */
export const createProgress = (terminal: Terminal, asJson: boolean) => {
  let isOpen = false;
  return {
    show: ({ done, total, text, state }: { done: number; total: number; text: string; state: unknown }) => {
      if (asJson) return terminal.out(`${JSON.stringify(state)}\n`);
      const filled = total > 0 ? Math.round((Math.min(done, total) / total) * WIDTH) : 0;
      const bar = paint("█".repeat(filled), 32, terminal) + "░".repeat(WIDTH - filled);
      terminal.err(`\r\u001b[K${bar} ${done}/${total} ${text}`);
      isOpen = true;
    },
    end: () => {
      if (isOpen) terminal.err("\n");
      isOpen = false;
    },
  };
};

/** Runs long work so that Ctrl-C ends only the looking: it says how to come back. */
export const survivingInterrupt = async <T>(
  work: (signal: AbortSignal) => Promise<T>,
  { terminal, comeBack }: { terminal: Terminal; comeBack: () => string },
): Promise<T> => {
  const leaving = new AbortController();
  const leave = () => {
    terminal.err(`\n${comeBack()}\n`);
    leaving.abort(new InterruptedError());
  };
  process.once("SIGINT", leave);
  try {
    return await work(leaving.signal);
  } finally {
    process.off("SIGINT", leave);
  }
};

/** Somebody pressed Ctrl-C, and was told what goes on. */
export class InterruptedError extends Error {
  override readonly name = "InterruptedError";
}
