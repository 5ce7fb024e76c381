import { proxyActivities } from "@temporalio/workflow";
import type { AfterConversationStep } from "../after-conversation.ports.ts";
import { runAfterConversation } from "../after-conversation.ts";
import { carryOutStep, FOLLOW_UP_OPTIONS } from "../follow-up-step.ts";
import type { CallRunInput } from "./call-run.contract.ts";
import type { FollowUpActivities, FollowUpStep } from "./call-run.ports.ts";

const activities = proxyActivities<FollowUpActivities>(FOLLOW_UP_OPTIONS);

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
      await carryOutStep(step, () => activities[step](input));
      if (step === "concludeCall") await runAfterConversation(input, after);
    }),
  );
};
