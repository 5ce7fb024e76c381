import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

const lineSchema = z.object({
  atMs: z.number(),
  acts: z.number(),
  values: z.record(z.string(), z.number()),
  /** How often each kind of act was done since the start. */
  done: z.record(z.string(), z.number()),
  /** What failed since the line before. */
  failures: z.array(z.string()),
});

/** A sample of a soak with what its traffic did until then. */
export type SoakLine = z.infer<typeof lineSchema>;

/** Starts a record: a file with one line of JSON for each sample, so that nothing is lost however the soak ends. */
export const openSoakRecord = (file: string): ((line: SoakLine) => void) => {
  mkdirSync(dirname(file), { recursive: true });
  return (line) => appendFileSync(file, `${JSON.stringify(line)}\n`);
};

/** Reads a record, also one that is still being written; leaves out a last line that was cut off. */
export const readSoakRecord = (file: string): SoakLine[] => {
  const written = readFileSync(file, "utf8");
  const whole = written.slice(0, written.lastIndexOf("\n") + 1);
  return whole.split("\n").flatMap((line) => (line === "" ? [] : [lineSchema.parse(JSON.parse(line))]));
};
