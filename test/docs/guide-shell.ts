import { spawn } from "node:child_process";

/** The output of a block of a guide, both streams separately, and how its last command ended. */
export interface Printed {
  output: string;
  errors: string;
  status: number;
}

/** One shell that runs the blocks of the guides, like a reader's terminal. */
export interface GuideShell {
  run(block: string): Promise<Printed>;
  close(): Promise<void>;
}

const END_OF_BLOCK = "--- the block has ended:";
const ENDED = new RegExp(`${END_OF_BLOCK} (\\d+)\n`);

interface Terminal {
  folder: string;
  path: string;
  /** Variables beside those that every terminal has. */
  environment?: NodeJS.ProcessEnv;
}

export const openGuideShell = ({ folder, path, environment }: Terminal): GuideShell => {
  const shell = spawn("bash", [], { cwd: folder, env: { PATH: path, HOME: folder, ...environment } });
  const printed = { output: "", errors: "" };
  shell.stdout.on("data", (chunk: Buffer) => (printed.output += chunk.toString()));
  shell.stderr.on("data", (chunk: Buffer) => (printed.errors += chunk.toString()));
  const exited = new Promise<void>((resolve) => shell.once("exit", () => resolve()));
  const blockEnded = () =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!ENDED.test(printed.output)) return;
        shell.stdout.off("data", look);
        resolve();
      };
      shell.stdout.on("data", look);
      void exited.then(() => {
        reject(new Error(`the shell ended within a block: ${printed.errors}`));
      });
    });
  return {
    run: async (block) => {
      Object.assign(printed, { output: "", errors: "" });
      const ended = blockEnded();
      shell.stdin.write(`${block}\necho "${END_OF_BLOCK} $?"\n`);
      await ended;
      return {
        output: printed.output.slice(0, printed.output.indexOf(END_OF_BLOCK)),
        errors: printed.errors,
        status: Number(ENDED.exec(printed.output)?.[1]),
      };
    },
    close: async () => {
      shell.stdin.end();
      await exited;
    },
  };
};

/** Returns the lines that a guide shows behind `#>`, in their order. */
export const shownLines = (block: string): string[] =>
  [...block.matchAll(/^#> (.*)$/gm)].map(([, shown = ""]) => shown);

/** Tells whether a printed line matches the shown one; `…` stands for any text. */
const isShown = (shown: string, printed: string): boolean =>
  new RegExp(
    `^${shown
      .split("…")
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".*")}$`,
  ).test(printed);

/** Returns the shown lines that were not printed, in their order and between whatever else was printed. */
export const missingLines = (block: string, output: string): string[] => {
  const printed = output.split("\n");
  let at = 0;
  return shownLines(block).filter((shown) => {
    const found = printed.findIndex((line, index) => index >= at && isShown(shown, line));
    if (found !== -1) at = found + 1;
    return found === -1;
  });
};
