import { readFileSync } from "node:fs";
import { memoryOf } from "../process-memory.ts";

const LOOK_EVERY_MS = 100;

/** Watches the processes that a process starts; `end` gives the most that one of them ever had resident, in MB. */
export const watchChildren = (pid: number): { end(): number } => {
  let peakMb = 0;
  const timer = setInterval(() => {
    for (const child of childrenOf(pid)) peakMb = Math.max(peakMb, peakOf(child));
  }, LOOK_EVERY_MS);
  return {
    end: () => {
      clearInterval(timer);
      return peakMb;
    },
  };
};

const childrenOf = (pid: number): number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
  } catch {
    return []; // nothing can be said of one that is just starting or over
  }
};

const peakOf = (pid: number): number => {
  try {
    return memoryOf(pid).peakMb;
  } catch {
    return 0; // it has ended meanwhile
  }
};
