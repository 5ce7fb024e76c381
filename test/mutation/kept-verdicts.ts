import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import type { Mutant } from "./fault.ts";

const kept = z.object({ mutant: z.string(), noticedBy: z.string() });

export interface KeptVerdicts {
  /** The test that noticed it in an earlier run; undefined: none did, or it is new. */
  noticedBy(mutant: Mutant): string | undefined;
  keep(mutant: Mutant, noticedBy: string): void;
}

/**
 * Opens the kept verdicts: a noticed fault stays so for the next run of an area, until its line changes; a surviving
 * one is tried again. An interrupted run continues.
 */
export const openKeptVerdicts = (path: string): KeptVerdicts => {
  mkdirSync(dirname(path), { recursive: true });
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  // The last line may be half of one, of a run that was killed.
  const verdicts = new Map(
    lines.filter((line) => line.endsWith("}")).map((line) => [parse(line).mutant, parse(line).noticedBy]),
  );
  return {
    noticedBy: (mutant) => verdicts.get(nameOf(mutant)),
    keep: (mutant, noticedBy) => appendFileSync(path, `${JSON.stringify({ mutant: nameOf(mutant), noticedBy })}\n`),
  };
};

const parse = (line: string) => kept.parse(JSON.parse(line));

/** Identified by the change and the text around it, because lines may move. */
const nameOf = ({ file, before, replacement, context }: Mutant): string =>
  createHash("sha256").update([file, context, before, replacement].join("\0")).digest("hex").slice(0, 24);
