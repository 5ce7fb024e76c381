import { readFileSync } from "node:fs";
import { memoryOf, type ProcessMemory } from "../process-memory.ts";

const LOOK_EVERY_MS = 100;

export interface PeakMemory {
  /** The most memory that the process had of its own, see `ProcessMemory`. */
  ownMb: number;
  /** The most resident memory of the process that it started and that needed most. */
  childMb: number;
}

/** Watches a process and those that it starts, until `end`; in MB. */
export const watchMemory = (pid: number): { end(): PeakMemory } => {
  const peak = { ownMb: 0, childMb: 0 };
  const timer = setInterval(() => {
    peak.ownMb = Math.max(peak.ownMb, ofLiving(pid, "ownMb"));
    for (const child of childrenOf(pid)) peak.childMb = Math.max(peak.childMb, ofLiving(child, "peakMb"));
  }, LOOK_EVERY_MS);
  return {
    end: () => {
      clearInterval(timer);
      return peak;
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

const ofLiving = (pid: number, figure: keyof ProcessMemory): number => {
  try {
    return memoryOf(pid)[figure];
  } catch {
    return 0; // it has ended meanwhile
  }
};
