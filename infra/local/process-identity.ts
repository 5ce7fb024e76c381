import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readErrorCode } from "../pinned-package/read-error.ts";

/** Tells whether a process with this id runs, of whatever user. A zombie counts as ended. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (readErrorCode(error) !== "EPERM") return false; // EPERM: there is such a process, of another user.
  }
  return statusFields(pid)?.[0] !== "Z";
};

/**
 * Returns a stamp of the process that has this id now: its start time, which a later process with the same id does not
 * share. undefined when there is no such process.
 */
export const readProcessIdentity = (pid: number): string | undefined => {
  if (!isAlive(pid)) return undefined;
  const fields = statusFields(pid);
  if (fields) return `${bootId()} ${fields[START_TIME]}`;
  const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
  return stdout?.trim() || undefined;
};

/** Returns the command line of a process, or "" when it cannot be read. */
export const readCommandLine = (pid: number): string => {
  if (existsSync("/proc/self/cmdline")) return readOrEmpty(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
  return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout?.trim() ?? "";
};

/** Index of `starttime` in /proc/PID/stat, counted from `state`, the first field after the name. */
const START_TIME = 19;

const statusFields = (pid: number): string[] | undefined => {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  // The name stands in parentheses and may itself hold spaces and parentheses.
  return stat === "" ? undefined : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
};

const bootId = (): string => readOrEmpty("/proc/sys/kernel/random/boot_id").trim();

const readOrEmpty = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // The process has ended meanwhile, or this system has no /proc.
  }
};
