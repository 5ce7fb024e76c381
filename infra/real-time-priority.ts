import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

/**
 * Gives every thread of a process, and those that they start later, the least of the real-time priorities (SCHED_RR 1, see
 * sched(7)): they run before all threads of ordinary priority, and take turns among each other. Linux keeps a twentieth of each
 * second for those unless `kernel.sched_rt_runtime_us` says otherwise. A process that may use one processor only is left as it is, because it would keep that from all others.
 * @returns why the priority is not given; null: it is.
 */
export const takeRealTimePriority = (pid: number = process.pid): string | null => {
  if (availableParallelism() < 2) return "it would keep the one processor here from everything else";
  const { status, stderr, error } = spawnSync("chrt", ["--all-tasks", "--rr", "--pid", "1", String(pid)], {
    encoding: "utf8",
  });
  if (status === 0) return null;
  return error?.message ?? stderr.trim();
};

/** Gives a process that was started by one of real-time priority an ordinary one. Where the system knows none there is none to leave. */
export const leaveRealTimePriority = (pid: number = process.pid): void => {
  spawnSync("chrt", ["--all-tasks", "--other", "--pid", "0", String(pid)]);
};
