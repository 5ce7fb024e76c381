import { defineUpdate } from "@temporalio/workflow";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** A rented number that takes no calls any more, whose carrier has to be told. */
export interface NumberReleaseInput {
  organizationId: number;
  phoneNumberId: number;
}

export type ReleaseOutcome =
  | { kind: "released" }
  /** The carrier's refusal; nothing more is tried until somebody requests it again. */
  | { kind: "refused"; sentence: string };

export const numberReleaseContract = {
  type: "numberRelease",
  taskQueue: WORKFLOW_QUEUE,
  // Releasing a released number is no error.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowIdConflictPolicy: "USE_EXISTING",
  workflowId: ({ organizationId, phoneNumberId }: NumberReleaseInput) =>
    `org-${organizationId}/number-release-${phoneNumberId}`,
} as const;

/** The columns of a number's row that the start needs. */
export interface NumberToRelease {
  organization_id: number;
  id: number;
  address_normalized: string;
}

/** Returns the start options of a release. The history holds only four digits of the number. */
export const numberReleaseStartOptions = (row: NumberToRelease) => ({
  ...organizationStartOptions(
    numberReleaseContract,
    { organizationId: row.organization_id, phoneNumberId: row.id },
    { summary: `Release of the number …${row.address_normalized.slice(-4)}` },
  ),
  workflowIdConflictPolicy: numberReleaseContract.workflowIdConflictPolicy,
});

/** Returns when the carrier has answered. */
export const releaseOutcomeUpdate = defineUpdate<ReleaseOutcome>("outcome");
