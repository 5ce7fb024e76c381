import { defineSignal, defineUpdate } from "@temporalio/workflow";
import type { FirstDecision } from "../call-run/call-run.contract.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** One verification: which number, by which method and until when, is in its row. */
export interface NumberVerificationInput {
  organizationId: number;
  verificationId: number;
}

export type VerificationState = "pending" | "verified" | "failed" | "expired" | "replaced";

export const numberVerificationContract = {
  type: "numberVerification",
  taskQueue: WORKFLOW_QUEUE,
  // One that was ended from outside may be taken up again: its call is made once, whoever asks.
  workflowIdReusePolicy: "ALLOW_DUPLICATE_FAILED_ONLY",
  workflowIdConflictPolicy: "USE_EXISTING",
  workflowId: ({ organizationId, verificationId }: NumberVerificationInput) =>
    `org-${organizationId}/number-verification-${verificationId}`,
} as const;

/** What the start needs of its row. */
export interface VerificationToStart {
  organization_id: number;
  id: number;
  phone_number: string;
}

/** How a verification is started. Of the number itself its history has four digits. */
export const numberVerificationStartOptions = (row: VerificationToStart) => ({
  ...organizationStartOptions(
    numberVerificationContract,
    { organizationId: row.organization_id, verificationId: row.id },
    { summary: `Verification of the number …${row.phone_number.slice(-4)}` },
  ),
  workflowIdConflictPolicy: numberVerificationContract.workflowIdConflictPolicy,
});

/** Answers when it is decided whether the number is called. */
export const verificationStartUpdate = defineUpdate<FirstDecision>("start");
/**
 * The row says that it is over: somebody typed the code, or too many wrong ones. No code ever comes this way, because
 * what a workflow is told stays in its history.
 */
export const verificationConcludedSignal = defineSignal("concluded");
