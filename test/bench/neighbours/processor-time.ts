import { availableParallelism } from "node:os";
import type { PartName, RunningStack } from "../../../infra/local/stack.ts";
import { cpuSecondsOf } from "../process-cpu.ts";

const PARTS = ["api", "worker", "postgres", "temporal", "object-store"] as const satisfies readonly PartName[];

/** Starts to measure; the returned function tells in a sentence how many processors each part has used since then. */
export const measureProcessorTime = (stack: RunningStack, nuisancePid: number): (() => string) => {
  const named = [
    ...PARTS.map((name) => ({ name, pid: stack.pid(name) })),
    { name: "the other's own client", pid: nuisancePid },
  ];
  const read = () => named.map(({ pid }) => (pid === undefined ? 0 : cpuSecondsOf(pid)));
  const sinceMs = performance.now();
  const before = read();
  return () => {
    const seconds = (performance.now() - sinceMs) / 1000;
    const shares = read().map((now, at) => `${named[at]?.name} ${((now - (before[at] ?? 0)) / seconds).toFixed(2)}`);
    return `${shares.join(", ")} of ${availableParallelism()}`;
  };
};
