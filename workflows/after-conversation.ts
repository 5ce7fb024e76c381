import { ActivityFailure, isCancellation, log, proxyActivities, sleep } from "@temporalio/workflow";
import { computeNextAskSeconds } from "../domain/call/follow-up.rules.ts";
import type {
  AfterConversationActivities,
  AfterConversationInput,
  AfterConversationStep,
} from "./after-conversation.ports.ts";
import { FOLLOW_UP_QUEUE } from "./task-queues.ts";

const activities = proxyActivities<AfterConversationActivities>({
  taskQueue: FOLLOW_UP_QUEUE,
  startToCloseTimeout: "10 minutes",
  scheduleToCloseTimeout: "1 day",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "5 minutes" },
});

/** Runs the steps of an agent's nodes one after another, so that a webhook can report a review. */
export const runAfterConversation = async (
  { organizationId, runUuid }: AfterConversationInput,
  steps: readonly AfterConversationStep[],
): Promise<void> => {
  for (const step of steps) await carryOut({ organizationId, runUuid }, step);
};

/** Runs a step; one that fails permanently does not stop the others. */
const carryOut = async (input: AfterConversationInput, step: AfterConversationStep): Promise<void> => {
  try {
    for (let asked = 1; ; asked += 1) {
      const result = await activities[step](input);
      if (result.kind === "done") return;
      const inSeconds = computeNextAskSeconds(result.inSeconds, asked);
      if (inSeconds === null) return;
      await sleep(`${inSeconds} seconds`, { summary: "until a webhook is tried again" });
    }
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    log.warn("a step after a conversation failed for good", { step });
  }
};
