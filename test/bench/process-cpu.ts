import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { basename, dirname } from "node:path";

/** Linux's value on every machine that Node runs on. */
const TICKS_PER_SECOND = 100;

/**
 * Processor time that a process and its living and ended children have used since their start, in seconds.
 * @throws when this is not Linux.
 */
export const cpuSecondsOf = (pid: number): number =>
  treeOf(pid).reduce((seconds, each) => seconds + ownCpuSeconds(each), 0);

/**
 * The same for each program of the tree, by its name; what this process's own children have used that have ended is by
 * itself.
 * @throws when this is not Linux.
 */
export const cpuSecondsByProgram = (pid: number): Map<string, number> => {
  const seconds = new Map([["what has ended", cpuSecondsIn(pid, OF_ENDED_CHILDREN)]]);
  for (const each of treeOf(pid)) {
    const program = each === pid ? "the test itself" : programOf(each);
    seconds.set(program, (seconds.get(program) ?? 0) + (each === pid ? cpuSecondsIn(pid, OWN) : ownCpuSeconds(each)));
  }
  return seconds;
};

/** A script is named with its folder, which says what it starts. */
const programOf = (pid: number): string => {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    const script = words.find((word) => /\.[cm]?[jt]s$/.test(word));
    if (script !== undefined) return `${basename(dirname(script))}/${basename(script)}`;
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "others"; // it has ended meanwhile
  }
};

const treeOf = (pid: number): number[] => {
  const children = new Map<number, number[]>();
  for (const each of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const parent = Number(statOf(Number(each))?.[PARENT]);
    children.set(parent, [...(children.get(parent) ?? []), Number(each)]);
  }
  const below = (root: number): number[] => [root, ...(children.get(root) ?? []).flatMap(below)];
  return below(pid);
};

/** Positions after the program's name, which may hold spaces: state, parent, …, utime, stime, cutime, cstime. */
const PARENT = 1;
const OWN = [11, 12];
const OF_ENDED_CHILDREN = [13, 14];

const ownCpuSeconds = (pid: number): number => cpuSecondsIn(pid, [...OWN, ...OF_ENDED_CHILDREN]);

const cpuSecondsIn = (pid: number, times: readonly number[], path?: string): number => {
  const stat = statOf(pid, path);
  return times.reduce((ticks, at) => ticks + Number(stat?.[at] ?? 0), 0) / TICKS_PER_SECOND;
};

const statOf = (pid: number, path = `/proc/${pid}/stat`): string[] | undefined => {
  try {
    const stat = readFileSync(path, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined; // it has ended meanwhile
  }
};

/**
 * What the first thread of a process has used: that of Node's event loop.
 * @throws when this is not Linux.
 */
export const readMainThreadCpuSeconds = (pid: number): number =>
  cpuSecondsIn(pid, OWN, `/proc/${pid}/task/${pid}/stat`);

/** The time that all processors of the machine have been busy since its start. */
export const readMachineCpuSeconds = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1000;
