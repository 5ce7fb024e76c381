import { type ReadingProcess, startReadingProcess } from "../reading-process/start-reading.ts";

const PROGRAM = new URL("./extract.process.ts", import.meta.url);
const KEEP_MS = 5_000;
const MOST_KEPT = 3;
/** A process that uses more than this share of its memory limit is not kept: the next file would have less. */
const KEPT_SHARE = 0.25;

interface Reader {
  /** A process never reads files of two organizations. Null: it reads one file. */
  organizationId: number | null;
  maxBytes: number;
}

const kept: (Reader & { reading: ReadingProcess; timer: NodeJS.Timeout })[] = [];

/**
 * Returns a process that has just read a file of the same organization, or a new one: starting one takes as long as a
 * short file.
 */
export const takeReadingProcess = ({ organizationId, maxBytes }: Reader): ReadingProcess => {
  const known = kept.find((each) => each.organizationId === organizationId && each.maxBytes === maxBytes);
  if (!known) return startReadingProcess(PROGRAM, { maxBytes });
  kept.splice(kept.indexOf(known), 1);
  clearTimeout(known.timer);
  known.reading.hold(true);
  return known.reading;
};

/** Keeps a process for a while for the organization's next file. */
export const keepReadingProcess = (
  { organizationId, maxBytes }: Reader,
  { reading, residentBytes }: { reading: ReadingProcess; residentBytes: number },
): void => {
  if (organizationId === null || residentBytes > KEPT_SHARE * maxBytes) return reading.kill();
  reading.hold(false);
  const timer = setTimeout(() => drop(reading), KEEP_MS).unref();
  kept.push({ organizationId, maxBytes, reading, timer });
  void reading.ended.then(() => drop(reading));
  const [oldest] = kept;
  if (oldest && kept.length > MOST_KEPT) drop(oldest.reading);
};

/** Ends a kept process, unless it is in use again. */
const drop = (reading: ReadingProcess): void => {
  const at = kept.findIndex((each) => each.reading === reading);
  if (at === -1) return;
  for (const { timer } of kept.splice(at, 1)) clearTimeout(timer);
  reading.kill();
};
