import { closeSync, openSync, readSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { readErrorMessage } from "./failure.ts";
import type { RunningProcess } from "./local-process.ts";
import { readLogSize } from "./log-tail.ts";

const LOOK_EVERY_MS = 5_000;
const ROOM_BYTES = 16 * 1024 * 1024;
const MOST_READ_BYTES = 1_000_000;
/** The system's words for ENOSPC, as Go programs write them. */
const NO_ROOM = "no space left on device";

interface FullStore {
  running: RunningProcess;
  /** Where its data is. */
  folder: string;
  logFile: string;
  lookEveryMs?: number;
}

/**
 * Ends a store that goes on refusing files for want of room although there is some, so that it is started again: the
 * database of its names (goleveldb) keeps an error of its journal for as long as it is open.
 */
export const endWhenStuckFull = ({ running, folder, logFile, lookEveryMs = LOOK_EVERY_MS }: FullStore): void => {
  const readNew = newTextOf(logFile);
  let hadRoom = false;
  const look = async (): Promise<void> => {
    const { bavail, bsize } = await statfs(folder);
    const hasRoom = bavail * bsize >= ROOM_BYTES;
    const complains = readNew().includes(NO_ROOM);
    if (complains && hadRoom && hasRoom) await running.stop();
    hadRoom = hasRoom;
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) =>
      process.emitWarning(`The object store's room is not known: ${readErrorMessage(error)}`),
    );
  }, lookEveryMs);
  timer.unref();
  void running.ended.then(() => clearInterval(timer));
};

/** Returns a function that reads what was written since it was called last; of a lot, the end. */
const newTextOf = (file: string): (() => string) => {
  let readUntil = readLogSize(file);
  return () => {
    const size = readLogSize(file);
    const from = Math.max(Math.min(readUntil, size), size - MOST_READ_BYTES);
    readUntil = size;
    if (size === from) return "";
    const buffer = Buffer.alloc(size - from);
    const descriptor = openSync(file, "r");
    try {
      readSync(descriptor, buffer, 0, buffer.length, from);
    } finally {
      closeSync(descriptor);
    }
    return buffer.toString("utf8");
  };
};
