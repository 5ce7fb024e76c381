import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../chaos/seeded-random.ts";
import type { Mutant } from "./fault.ts";
import { findMutants } from "./find-mutants.ts";
import type { MutationArea } from "./mutation-areas.ts";

export interface MutantChoice {
  /** 0: all of them. */
  limit: number;
  seed: number;
  file: string;
}

/** Lists the faults of an area that its files know, and those that a run tries: the same for the same code and seed. */
export const listMutants = (
  root: string,
  area: MutationArea,
  { limit, seed, file }: MutantChoice,
): { all: number; chosen: Mutant[] } => {
  const mutants = filesOf(root, area.sources)
    .filter((path) => path.includes(file))
    .flatMap((path) => findMutants(path, readFileSync(join(root, path), "utf8")));
  const shuffled = seededRandom(seed).shuffled(mutants);
  return { all: mutants.length, chosen: limit === 0 ? shuffled : shuffled.slice(0, limit) };
};

/** Lists files in the order of the globs; each glob must match a file, so that no entry becomes outdated. */
export const filesOf = (root: string, globs: readonly string[]): string[] => [
  ...new Set(
    globs.flatMap((glob) => {
      const files = globSync(glob, { cwd: root }).sort();
      if (files.length === 0) throw new Error(`${glob} of a mutation area names no file`);
      return files;
    }),
  ),
];
