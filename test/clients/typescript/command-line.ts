import { runProgram } from "../../../clients/typescript/cli/program.ts";
import type { Terminal } from "../../../clients/typescript/cli/terminal.ts";

export interface Ran {
  status: number;
  out: string;
  err: string;
}

/** Runs a command line in this process, as a terminal of its own would. */
export const runCommandLine = async (
  words: readonly string[],
  given: Partial<Terminal> & { input?: string } = {},
): Promise<Ran> => {
  const ran = { out: "", err: "" };
  const terminal: Terminal = {
    env: {},
    isTty: false,
    out: (text) => (ran.out += text),
    err: (text) => (ran.err += text),
    outBytes: (bytes) => (ran.out += Buffer.from(bytes).toString()),
    readInput: async () => given.input ?? "",
    inputLines: async function* () {
      yield* (given.input ?? "").split("\n");
    },
    ...given,
  };
  return { status: await runProgram(words, terminal), ...ran };
};
