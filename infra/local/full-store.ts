import { closeSync, openSync, readSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import { readErrorMessage } from "../pinned-package/read-error.ts";
import type { RunningProcess } from "./local-process.ts";
import { readLogSize } from "./log-tail.ts";

const LOOK_FOR_ROOM_EVERY_MS = 5_000;
const ROOM_BYTES = 16 * MEGABYTE;
/** A store opens a file for each of its volumes and for each part of its index. */
const ROOM_FILES = 64;
const MOST_READ_BYTES = 1_000_000;
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** The system's words for ENOSPC, as Go programs write them. */
const QUOTA_REACHED = "no space left on device";

interface WatchedStore {
  running: RunningProcess;
  /** The folder of the store's data. */
  folder: string;
  logFile: string;
}

interface WatchOptions {
  /** Called with a sentence each time the store is ended. */
  onEvent: (sentence: string) => void;
  lookEveryMs?: number;
  /** The shortest time between the first end and the second; it doubles with each further one, up to the longest. */
  firstWaitMs?: number;
  longestWaitMs?: number;
}

export interface FullStoreWatch {
  /** Watches one process of the store until it ends. */
  watch(store: WatchedStore): void;
}

/**
 * Creates a watch that ends a store which keeps refusing files for lack of room although there is some, so that it is started
 * again: the database of its names (goleveldb) keeps an error of its journal while it is open. Where a new start does not help, as
 * beyond a quota that the disk does not report, the store is ended less and less often. One watch serves all processes of a store,
 * one after another.
 */
export const createFullStoreWatch = (options: WatchOptions): FullStoreWatch => {
  const { onEvent, lookEveryMs = LOOK_FOR_ROOM_EVERY_MS } = options;
  const backOff = createBackOff(options);
  const watch = ({ running, folder, logFile }: WatchedStore): void => {
    const readNew = newTextOf(logFile);
    let hadRoom = false;
    let isStuck = false;
    const look = async (): Promise<void> => {
      const room = await hasSpace(folder);
      const complains = readNew().includes(QUOTA_REACHED);
      isStuck = room && (isStuck || (complains && hadRoom));
      hadRoom = room;
      if (isStuck && backOff.isOver()) {
        onEvent(sentenceOf(backOff.begin()));
        await running.stop();
      }
    };
    const timer = setInterval(() => {
      look().catch((error: unknown) =>
        process.emitWarning(`The object store's room is not known: ${readErrorMessage(error)}`),
      );
    }, lookEveryMs);
    timer.unref();
    void running.ended.then(() => clearInterval(timer));
  };
  return { watch };
};

const sentenceOf = (waitMs: number): string =>
  "The object store refuses files for want of room although its disk has some; it is started again. If it still refuses " +
  `them then, look for a quota: the next start is in ${waitMs / 1000} s at the earliest.`;

const createBackOff = ({ firstWaitMs = FIRST_WAIT_MS, longestWaitMs = LONGEST_WAIT_MS }: WatchOptions) => {
  let waitMs = firstWaitMs;
  let overAtMs = 0;
  return {
    isOver: (): boolean => performance.now() >= overAtMs,
    /** Begins a wait and returns it; after the longest time without one it is the first again. */
    begin: (): number => {
      const nowMs = performance.now();
      if (nowMs >= overAtMs + longestWaitMs) waitMs = firstWaitMs;
      const begunMs = waitMs;
      overAtMs = nowMs + begunMs;
      waitMs = Math.min(waitMs * 2, longestWaitMs);
      return begunMs;
    },
  };
};

/** Tells whether a disk accepts more bytes and more files. Some file systems do not count files (0 of 0 are free). */
export const hasSpace = async (folder: string): Promise<boolean> => {
  const { bavail, bsize, files, ffree } = await statfs(folder);
  return bavail * bsize >= ROOM_BYTES && (files === 0 || ffree >= ROOM_FILES);
};

/** Returns a function that reads what was written since its last call; of a long text only the end. */
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
