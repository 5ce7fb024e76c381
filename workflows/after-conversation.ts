import { proxyActivities } from "@temporalio/workflow";
import type {
  AfterConversationActivities,
  AfterConversationInput,
  AfterConversationStep,
} from "./after-conversation.ports.ts";
import { carryOutStep, FOLLOW_UP_OPTIONS } from "./follow-up-step.ts";

const activities = proxyActivities<AfterConversationActivities>(FOLLOW_UP_OPTIONS);

/** Runs the steps of an agent's nodes one after another, so that a webhook can report a review. */
export const runAfterConversation = async (
  { organizationId, runUuid }: AfterConversationInput,
  steps: readonly AfterConversationStep[],
): Promise<void> => {
  const input = { organizationId, runUuid };
  for (const step of steps) await carryOutStep(step, () => activities[step](input));
};
