import { defineSignal, defineUpdate } from "@temporalio/workflow";
import type { FirstDecision } from "../../domain/call/first-decision.rules.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The input of one verification; number, method and deadline are in its row. */
export interface NumberVerificationInput {
  organizationId: number;
  verificationId: number;
}

export type VerificationState = "pending" | "verified" | "failed" | "expired" | "replaced";

export const numberVerificationContract = {
  type: "numberVerification",
  taskQueue: WORKFLOW_QUEUE,
  // A terminated verification may be started again: its call is still made only once.
  workflowIdReusePolicy: "ALLOW_DUPLICATE_FAILED_ONLY",
  workflowIdConflictPolicy: "USE_EXISTING",
  workflowId: ({ organizationId, verificationId }: NumberVerificationInput) =>
    `org-${organizationId}/number-verification-${verificationId}`,
} as const;

/** The columns of a verification's row that the start needs. */
export interface VerificationToStart {
  organization_id: number;
  id: number;
  phone_number: string;
}

/** Returns the start options of a verification. The history holds only four digits of the number. */
export const numberVerificationStartOptions = (row: VerificationToStart) => ({
  ...organizationStartOptions(
    numberVerificationContract,
    { organizationId: row.organization_id, verificationId: row.id },
    { summary: `Verification of the number …${row.phone_number.slice(-4)}` },
  ),
  workflowIdConflictPolicy: numberVerificationContract.workflowIdConflictPolicy,
});

/** Returns when it is decided whether the number is called. */
export const verificationStartUpdate = defineUpdate<FirstDecision>("start");
/**
 * The verification is over by its row: somebody typed the code, or too many wrong ones. No code is ever signalled,
 * because signals stay in the history.
 */
export const verificationConcludedSignal = defineSignal("concluded");
