import { parseArgs } from "node:util";

/** A fault of a command line, as a sentence. */
export class UsageError extends Error {}

export interface FuzzArguments {
  /** Few requests of each operation, the same in every run. */
  isShort: boolean;
  examples: number;
  /** Null: each run draws its own, and prints it at its end. */
  seed: number | null;
  /** Only the operations whose path matches. */
  path: string | null;
  help: boolean;
}

export const USAGE = `npm run fuzz -- [--short] [--examples 100] [--seed N] [--path campaigns]
  --short     a few requests of each operation, the same in every run: about a minute
  --examples  random requests of each operation, besides the borders of every field
  --seed      repeats a run
  --path      only operations whose path contains this, as a regular expression
The exit status is 0 only if no answer was a fault of ours or outside its description.`;

const USUAL_EXAMPLES = 100;
const SHORT_EXAMPLES = 3;

/** @throws UsageError */
export const readArguments = (args: readonly string[]): FuzzArguments => {
  const { short, examples, seed, path, help } = parsed(args);
  return {
    isShort: short,
    examples: examples === undefined ? (short ? SHORT_EXAMPLES : USUAL_EXAMPLES) : wholeNumber("--examples", examples),
    seed: seed === undefined ? null : wholeNumber("--seed", seed),
    path: path ?? null,
    help,
  };
};

const parsed = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        short: { type: "boolean", default: false },
        examples: { type: "string" },
        seed: { type: "string" },
        path: { type: "string" },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
};

const wholeNumber = (option: string, text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new UsageError(`${option} is a whole number from 1 on.`);
  return value;
};
