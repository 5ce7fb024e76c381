import { parseArgs } from "node:util";
import { MUTATION_AREAS, type MutationArea } from "./mutation-areas.ts";

export interface MutationArguments {
  areas: readonly (MutationArea & { name: string })[];
  limit: number;
  seed: number;
  /** Only places in files whose path contains this. */
  file: string;
  /** Tries again what was noticed before, too. */
  again: boolean;
  /** Prints the mutants and runs nothing. */
  list: boolean;
}

export const usage = (): string =>
  `npm run mutation -- area … [--limit 40] [--seed 1] [--file part-of-a-path] [--again] [--list]
Areas: ${Object.keys(MUTATION_AREAS).join(", ")}
  --limit  how many faults of an area are tried; 0 means all
  --seed   which ones: the same seed gives the same faults of the same code
  --file   faults in files whose path contains this
  --again  tries what an earlier run noticed once more; without it, only what is new or survived
  --list   prints the faults and tries none`;

/** @throws Error with a sentence for the person who typed it. */
export const readArguments = (args: readonly string[]): MutationArguments => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      limit: { type: "string", default: "40" },
      seed: { type: "string", default: "1" },
      file: { type: "string", default: "" },
      again: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
    },
  });
  if (positionals.length === 0) throw new Error("Name an area");
  return {
    ...values,
    areas: positionals.map((name) => {
      const area = MUTATION_AREAS[name];
      if (!area) throw new Error(`There is no area named ${name}`);
      return { name, ...area };
    }),
    limit: wholeNumber("--limit", values.limit),
    seed: wholeNumber("--seed", values.seed),
  };
};

const wholeNumber = (name: string, text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} takes a whole number, not ${text}`);
  return Number(text);
};
