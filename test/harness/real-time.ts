import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

const IS_ALONE = availableParallelism() < 2;

/** Whether this user's programs may have real-time priority, and have two processors. */
export const isRealTimeAllowed = (): boolean => {
  const isAllowed = !IS_ALONE && spawnSync("chrt", ["--rr", "1", "true"]).status === 0;
  if (!isAllowed)
    process.stderr.write(
      "\n*** SKIPPED: real-time priority: this process may not have it (root may, on two processors).\n\n",
    );
  return isAllowed;
};

/** Begins a command whose program may not have real-time priority, whoever runs it. */
export const WITHOUT_REAL_TIME = [
  ...(process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-sys_nice"] : []),
  ...["prlimit", "--rtprio=0"],
];

/** Why such a program has none. */
export const WHY_WITHOUT = IS_ALONE ? "it would keep the one processor here" : "Operation not permitted";

/** Begins a command whose program may use one of the processors that are there. */
export const ON_ONE_PROCESSOR = [
  "taskset",
  "--cpu-list",
  /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "0",
];

/** Returns policy and priority of each thread, such as `SCHED_RR 1`. */
export const policiesOf = (pid: number): string[] => {
  const { stdout } = spawnSync("chrt", ["--all-tasks", "--pid", String(pid)], { encoding: "utf8" });
  return [...stdout.matchAll(/policy: (\w+)[^:]*priority: (\d+)/g)].map(
    ([, policy, priority]) => `${policy} ${priority}`,
  );
};
