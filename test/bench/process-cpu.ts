import { cpus } from "node:os";
import { readdirSync, readFileSync } from "node:fs";

/** Linux's value on every machine that Node runs on. */
const TICKS_PER_SECOND = 100;

/**
 * Processor time that a process and its living and ended children have used since their start, in seconds.
 * @throws when this is not Linux.
 */
export const cpuSecondsOf = (pid: number): number =>
  treeOf(pid).reduce((seconds, each) => seconds + ownCpuSeconds(each), 0);

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
const TIMES = [11, 12, 13, 14];

const ownCpuSeconds = (pid: number): number => {
  const stat = statOf(pid);
  return TIMES.reduce((ticks, at) => ticks + Number(stat?.[at] ?? 0), 0) / TICKS_PER_SECOND;
};

const statOf = (pid: number): string[] | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined; // it has ended meanwhile
  }
};

/** The time that all processors of the machine have been busy since its start. */
export const readMachineCpuSeconds = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1000;
