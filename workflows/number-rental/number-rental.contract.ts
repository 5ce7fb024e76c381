import { defineUpdate } from "@temporalio/workflow";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The input of one rental; number and account are in its row. */
export interface NumberRentalInput {
  organizationId: number;
  rentalId: number;
}

export type RentalOutcome =
  /** `sync`: the result of pointing it at its agent; null where it has none. */
  | { kind: "rented"; phoneNumberId: number; sync: { ok: boolean; message: string | null } | null }
  /** The reason is in the row. */
  | { kind: "failed" };

export const numberRentalContract = {
  type: "numberRental",
  taskQueue: WORKFLOW_QUEUE,
  // A repeated request restarts a terminated rental; its row has the order.
  workflowIdReusePolicy: "ALLOW_DUPLICATE_FAILED_ONLY",
  workflowIdConflictPolicy: "USE_EXISTING",
  workflowId: ({ organizationId, rentalId }: NumberRentalInput) => `org-${organizationId}/number-rental-${rentalId}`,
} as const;

/** The columns of a rental's row that the start needs. */
export interface RentalToStart {
  organization_id: number;
  id: number;
  phone_number: string;
}

/** Returns the start options of a rental. The history holds only four digits of the number. */
export const numberRentalStartOptions = (row: RentalToStart) => ({
  ...organizationStartOptions(
    numberRentalContract,
    { organizationId: row.organization_id, rentalId: row.id },
    { summary: `Rental of the number …${row.phone_number.slice(-4)}` },
  ),
  workflowIdConflictPolicy: numberRentalContract.workflowIdConflictPolicy,
});

/** Returns when it is known whether the number is rented. */
export const rentalOutcomeUpdate = defineUpdate<RentalOutcome>("outcome");
