import { defineQuery, defineSignal, defineUpdate } from "@temporalio/workflow";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** One run: one attempt on one number, whoever asked for it. */
export interface CallRunInput {
  organizationId: number;
  runUuid: string;
  /** Of campaign runs: who is told when the run has ended. */
  shardId?: string;
  /** Set for every new call: its end is written within the workflow task. Calls of earlier code have an activity for it. */
  settlesLocally?: true;
  /** Set for a call that came in: its carrier has it, nothing is dialled. */
  inbound?: { timeLimitSeconds: number };
}

export type CallRunState =
  | "queued"
  | "dialing"
  | "ringing"
  | "in_progress"
  | "completed"
  | "failed"
  | "canceled"
  | "blocked";

export const callRunContract = {
  type: "callRun",
  taskQueue: WORKFLOW_QUEUE,
  workflowIdReusePolicy: "REJECT_DUPLICATE",
  workflowId: ({ organizationId, runUuid }: { organizationId: number; runUuid: string }) =>
    `org-${organizationId}/call-${runUuid}`,
} as const;

/** From the callback route: a carrier event that ends the call was written down under this id. */
export const carrierEventSignal = defineSignal<[string]>("carrier-event");
/** Ends the call, from the Temporal UI or the API. */
export const hangUpSignal = defineSignal("hang-up");

export const callStateQuery = defineQuery<CallRunState>("state");

/** Answers when the first decision is made: the caller of a one-off call waits for it. */
export const firstDecisionUpdate = defineUpdate<FirstDecision>("first-decision");

export type FirstDecision =
  | { kind: "initiated" }
  | { kind: "blocked"; outcome: string; sentence: string }
  | { kind: "refused"; outcome: string; sentence: string }
  | { kind: "no_capacity"; sentence: string; retryAfterSeconds: number };
