import { type ReadingLimits, type ReadingProcess, startReadingProcess } from "../reading-process/start-reading.ts";

const PROGRAM = new URL("./extract.process.ts", import.meta.url);
/** How long a process waits for the organization's next file; files of many organizations come in turn. */
const KEEP_MS = 20_000;
/** A process that uses more than this share of its memory limit is not kept: the next file would have less. */
const KEPT_SHARE = 0.25;
/** All waiting processes together use no more than one that reads may use. */
const KEPT_TOGETHER_SHARE = 1;

interface Reader extends ReadingLimits {
  /** A process never reads files of two organizations. Null: it reads one file. */
  organizationId: number | null;
}

interface KeptProcess {
  reader: Reader;
  reading: ReadingProcess;
  residentBytes: number;
  timer: NodeJS.Timeout;
}

const kept: KeptProcess[] = [];

/**
 * Returns a process that has just read a file of the same organization, or a new one; starting one takes as long as reading a short
 * file.
 */
export const takeReadingProcess = (reader: Reader): ReadingProcess => {
  const known = kept.find((each) => isSameReader(each.reader, reader));
  if (!known) return startReadingProcess(PROGRAM, reader);
  kept.splice(kept.indexOf(known), 1);
  clearTimeout(known.timer);
  known.reading.hold(true);
  return known.reading;
};

const isSameReader = (one: Reader, other: Reader): boolean =>
  one.organizationId === other.organizationId &&
  one.maxBytes === other.maxBytes &&
  one.maxProcessorMs === other.maxProcessorMs;

/** Keeps a process for a while for the organization's next file. */
export const keepReadingProcess = (
  reader: Reader,
  { reading, residentBytes }: { reading: ReadingProcess; residentBytes: number },
): void => {
  if (reader.organizationId === null || residentBytes > KEPT_SHARE * reader.maxBytes) return reading.kill();
  reading.hold(false);
  const timer = setTimeout(() => drop(reading), KEEP_MS).unref();
  kept.push({ reader, reading, residentBytes, timer });
  void reading.ended.then(() => drop(reading));
  while (kept.reduce((sum, each) => sum + each.residentBytes, 0) > KEPT_TOGETHER_SHARE * reader.maxBytes) {
    const [oldest] = kept;
    if (oldest) drop(oldest.reading);
  }
};

/** Ends a kept process, unless it is in use again. */
const drop = (reading: ReadingProcess): void => {
  const at = kept.findIndex((each) => each.reading === reading);
  if (at === -1) return;
  for (const { timer } of kept.splice(at, 1)) clearTimeout(timer);
  reading.kill();
};
