import { defineQuery, defineSignal } from "@temporalio/workflow";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** One conversation in text; its words are rows. */
export interface TextSessionInput {
  organizationId: number;
  runUuid: string;
  /** After so long without a message it ends. */
  inactivitySeconds: number;
}

export type TextSessionState = "open" | "ended";

export const textSessionContract = {
  type: "textSession",
  taskQueue: WORKFLOW_QUEUE,
  workflowIdReusePolicy: "REJECT_DUPLICATE",
  workflowId: ({ organizationId, runUuid }: { organizationId: number; runUuid: string }) =>
    `org-${organizationId}/text-${runUuid}`,
} as const;

/** From the API when the conversation has ended; from the Temporal UI, to end it. */
export const endSessionSignal = defineSignal("end");

export const sessionStateQuery = defineQuery<TextSessionState>("state");
