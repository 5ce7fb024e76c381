import { ActivityFailure, isCancellation, log, proxyActivities, sleep } from "@temporalio/workflow";
import { runAfterConversation } from "../after-conversation.ts";
import type { AfterConversationStep } from "../after-conversation.ports.ts";
import { FOLLOW_UP_QUEUE } from "../task-queues.ts";
import type { CallRunInput } from "./call-run.contract.ts";
import type { FollowUpActivities, FollowUpStep } from "./call-run.ports.ts";
import { computeNextAskSeconds } from "../../domain/call/follow-up.rules.ts";

// Each is retried: a store or carrier that is unreachable for hours must not cost a call its recording.
const activities = proxyActivities<FollowUpActivities>({
  taskQueue: FOLLOW_UP_QUEUE,
  startToCloseTimeout: "10 minutes",
  scheduleToCloseTimeout: "1 day",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "5 minutes" },
});

/**
 * Runs the steps for a call that is over; the steps of the agent's nodes come after the conclusions, which they report.
 * A step that fails permanently does not stop the others.
 */
export const runFollowUp = async (
  input: CallRunInput,
  { steps, after }: { steps: readonly FollowUpStep[]; after: readonly AfterConversationStep[] },
): Promise<void> => {
  await Promise.all(
    steps.map(async (step) => {
      await carryOut(input, step);
      if (step === "concludeCall") await runAfterConversation(input, after);
    }),
  );
};

const carryOut = async (input: CallRunInput, step: FollowUpStep): Promise<void> => {
  try {
    for (let asked = 1; ; asked += 1) {
      const result = await activities[step](input);
      if (result.kind === "done") return;
      const inSeconds = computeNextAskSeconds(result.inSeconds, asked);
      if (inSeconds === null) return;
      await sleep(`${inSeconds} seconds`);
    }
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    log.warn("a step after a call failed for good", { step });
  }
};
