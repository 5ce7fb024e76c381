import { ActivityFailure, type ActivityOptions, isCancellation, log, sleep } from "@temporalio/workflow";
import { computeNextAskSeconds } from "../domain/call/follow-up.rules.ts";
import type { StepResult } from "./after-conversation.ports.ts";
import { FOLLOW_UP_QUEUE } from "./task-queues.ts";

/** Each step is retried for long, because a store or carrier that is unreachable for hours must not cost a call its recording. */
export const FOLLOW_UP_OPTIONS: ActivityOptions = {
  taskQueue: FOLLOW_UP_QUEUE,
  startToCloseTimeout: "10 minutes",
  scheduleToCloseTimeout: "1 day",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "5 minutes" },
};

/** Carries a step out until it is done or not worth another try; a step that fails permanently does not stop the others. */
export const carryOutStep = async (step: string, work: () => Promise<StepResult>): Promise<void> => {
  try {
    for (let asked = 1; ; asked += 1) {
      const result = await work();
      if (result.kind === "done") return;
      const inSeconds = computeNextAskSeconds(result.inSeconds, asked);
      if (inSeconds === null) return;
      await sleep(`${inSeconds} seconds`, { summary: `until ${step} is tried again` });
    }
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    log.warn("a step after a conversation failed for good", { step });
  }
};
