import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { forecastFromPast } from "../../domain/what-if/forecast-from-past.ts";
import { predictPolicy } from "../../domain/what-if/predict-policy.ts";
import { createPastRuleJudge } from "./judge-past-rules.ts";
import type { ThreadWork } from "./thread-messages.ts";

/** On Linux the priority is this thread's alone: calls that are being made come first. */
const NICENESS = 10;
try {
  setPriority(0, NICENESS);
} catch {
  // This system has no priorities for threads.
}

const work = z.custom<ThreadWork>().parse(workerData);
parentPort?.postMessage(
  work.kind === "predict"
    ? predictPolicy(work.asked.past, work.asked.changes, { judgeByRules: createPastRuleJudge(work.asked.past) })
    : forecastFromPast(work.asked, { judgesOf: createPastRuleJudge }),
);
