import { createInterface } from "node:readline";

/** What a command reads and writes; a test gives its own. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  /** People read the output; otherwise a program does. */
  isTty: boolean;
  out(text: string): void;
  /** For people, beside the output. */
  err(text: string): void;
  outBytes(bytes: Uint8Array): void;
  readInput(): Promise<string>;
  /** The input line by line, as it comes. */
  inputLines(): AsyncIterable<string>;
  fetch?: typeof fetch;
}

/** A reader that has seen enough closes the pipe, which is no fault. */
const endQuietly = (error: NodeJS.ErrnoException): void => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
};

export const realTerminal = (): Terminal => {
  process.stdout.on("error", endQuietly);
  return terminalOfProcess();
};

const terminalOfProcess = (): Terminal => ({
  env: process.env,
  isTty: process.stdout.isTTY,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  outBytes: (bytes) => void process.stdout.write(bytes),
  inputLines: () => createInterface({ input: process.stdin, crlfDelay: Infinity }),
  readInput: async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString("utf8");
  },
});
