import { workflowInfo } from "@temporalio/workflow";

/** Well below what a server refuses, so that a round that has begun still fits. */
const MAX_HISTORY_EVENTS = 1500;

/** Says whether the run should end and go on as a new one, which begins with an empty history. */
export const shouldContinueAsNew = (): boolean =>
  workflowInfo().continueAsNewSuggested || workflowInfo().historyLength > MAX_HISTORY_EVENTS;
