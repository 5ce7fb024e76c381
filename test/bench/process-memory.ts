import { readFileSync, writeFileSync } from "node:fs";

/** Memory of a process that lives, in MB of 10^6 bytes, as Linux counts it. */
export interface ProcessMemory {
  /** Resident now. */
  residentMb: number;
  /** The part of its own: without the pages of mapped files, which the system takes back when it needs them. */
  ownMb: number;
  /** Most that was ever resident since its start, or since `forgetPeak`. */
  peakMb: number;
}

/** @throws when there is no such process, or this is not Linux. */
export const memoryOf = (pid: number): ProcessMemory => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return { residentMb: field(status, "VmRSS"), ownMb: field(status, "RssAnon"), peakMb: field(status, "VmHWM") };
};

/**
 * Returns the memory of processes of one family, in MB of 10^6 bytes: what they share since one was forked from another is
 * counted once, and memory that they share on purpose not at all. Members that have ended count for nothing.
 */
export const memoryOfFamily = (pids: readonly number[]): number =>
  Math.round(pids.reduce((sum, pid) => sum + shareOf(pid), 0) / 1e5) / 10;

/** Bytes of anonymous pages, each divided by the number of processes that have it. */
const shareOf = (pid: number): number => {
  try {
    const kilobytes = /^Pss_Anon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
};

/** Resets `peakMb`. @throws where this process may not, or this is not Linux. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, "5");

const field = (status: string, name: string): number => {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1];
  if (!kilobytes) throw new Error(`this system does not say ${name} of a process`);
  return Math.round((Number(kilobytes) * 1024) / 1e6);
};
