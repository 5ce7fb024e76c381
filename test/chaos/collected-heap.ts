import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";

/** Makes a program of Go write a line for each of its collections of garbage. */
export const COLLECTIONS_LOGGED = { GODEBUG: "gctrace=1" };

/** At the collection's begin, at its end, and what is left: `4->5->2 MB`. */
const COLLECTION = /^gc \d+ @.* \d+->\d+->(\d+) MB,/gm;
const TAIL_BYTES = 65_536;

/** Returns the MB that the last collection in a log has left; undefined while there was none. */
export const readHeapAfterCollection = (logFile: string): number | undefined => {
  const last = [...tailOf(logFile).matchAll(COLLECTION)].at(-1);
  return last === undefined ? undefined : Number(last[1]);
};

const tailOf = (file: string): string => {
  if (!existsSync(file)) return "";
  const opened = openSync(file, "r");
  try {
    const { size } = fstatSync(opened);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(opened, tail, 0, tail.length, size - tail.length);
    return tail.toString("utf8");
  } finally {
    closeSync(opened);
  }
};
