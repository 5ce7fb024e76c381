import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { predictPolicy } from "../../domain/what-if/predict-policy.ts";
import type { AskedOfThread } from "./thread-messages.ts";

/** On Linux the priority is this thread's alone: calls that are being made come first. */
const NICENESS = 10;
try {
  setPriority(0, NICENESS);
} catch {
  // This system has no priorities for threads.
}

const { past, changes } = z.custom<AskedOfThread>().parse(workerData);
parentPort?.postMessage(predictPolicy(past, changes));
