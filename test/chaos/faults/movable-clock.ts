import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const PRELOADED = pathToFileURL(join(import.meta.dirname, "../../harness/jumping-clock.js"));

/** The clock of every process of ours on a stack; PostgreSQL, Temporal and the store keep theirs. */
export interface MovableClock {
  /** The variables of a stack whose processes have this clock. */
  settings: Readonly<Record<string, string>>;
  set(offsetMs: number): void;
  remove(): void;
}

export const createMovableClock = (): MovableClock => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-clock-"));
  const file = join(folder, "offset");
  const set = (offsetMs: number): void => {
    writeFileSync(`${file}.new`, String(offsetMs));
    renameSync(`${file}.new`, file);
  };
  set(0);
  return {
    settings: { JUMPING_CLOCK_FILE: file, NODE_OPTIONS: `--import ${PRELOADED.href}` },
    set,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
