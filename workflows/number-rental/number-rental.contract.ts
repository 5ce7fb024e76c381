import { defineUpdate } from "@temporalio/workflow";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** One rental: which number, on which account, is in its row. */
export interface NumberRentalInput {
  organizationId: number;
  rentalId: number;
}

export type RentalOutcome =
  /** `sync`: how pointing it at its agent went; null where it has none. */
  | { kind: "rented"; phoneNumberId: number; sync: { ok: boolean; message: string | null } | null }
  /** Why is in the row. */
  | { kind: "failed" };

export const numberRentalContract = {
  type: "numberRental",
  taskQueue: WORKFLOW_QUEUE,
  // One that was ended from outside is taken up again by whoever repeats the request; its row says what was asked for.
  workflowIdReusePolicy: "ALLOW_DUPLICATE_FAILED_ONLY",
  workflowIdConflictPolicy: "USE_EXISTING",
  workflowId: ({ organizationId, rentalId }: NumberRentalInput) => `org-${organizationId}/number-rental-${rentalId}`,
} as const;

/** What the start needs of its row. */
export interface RentalToStart {
  organization_id: number;
  id: number;
  phone_number: string;
}

/** How a rental is started. Of the number itself its history has four digits. */
export const numberRentalStartOptions = (row: RentalToStart) => ({
  ...organizationStartOptions(
    numberRentalContract,
    { organizationId: row.organization_id, rentalId: row.id },
    { summary: `Rental of the number …${row.phone_number.slice(-4)}` },
  ),
  workflowIdConflictPolicy: numberRentalContract.workflowIdConflictPolicy,
});

/** Answers when it is known whether the number is rented. */
export const rentalOutcomeUpdate = defineUpdate<RentalOutcome>("outcome");
