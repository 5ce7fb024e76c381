import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

const lineSchema = z.object({
  atMs: z.number(),
  /** The run that took the sample: one that goes on with the data of another counts on. */
  run: z.number(),
  acts: z.number(),
  values: z.record(z.string(), z.number()),
  /** How often each kind of act was done since the start. */
  done: z.record(z.string(), z.number()),
  /** What failed since the line before. */
  failures: z.array(z.string()),
});

/** A sample of a soak with what its traffic did until then. */
export type SoakLine = z.infer<typeof lineSchema>;

/** Opens a record, new or of a soak that goes on: a file with one line of JSON for each sample, so that nothing is lost however the soak ends. */
export const openSoakRecord = (file: string): ((line: SoakLine) => void) => {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file) && !readFileSync(file, "utf8").endsWith("\n")) appendFileSync(file, "\n");
  return (line) => appendFileSync(file, `${JSON.stringify(line)}\n`);
};

/**
 * Reads a record, also one that is still being written; leaves out a last line that was cut off, and the time between two runs, in
 * which nothing ran.
 */
export const readSoakRecord = (file: string): SoakLine[] => {
  const lines = readFileSync(file, "utf8").split("\n").flatMap(readLine);
  let betweenMs = 0;
  return lines.map((line, at) => {
    const before = lines[at - 1];
    if (before && before.run !== line.run) betweenMs += line.atMs - before.atMs;
    return { ...line, atMs: line.atMs - betweenMs };
  });
};

/** A run that was killed leaves a line that was cut off, and the next one begins a line of its own. */
const readLine = (line: string): SoakLine[] => {
  try {
    return [lineSchema.parse(JSON.parse(line))];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
};
