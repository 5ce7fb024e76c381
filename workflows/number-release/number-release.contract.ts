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
  /** In the carrier's words; nothing more is tried until somebody asks for it again. */
  | { kind: "refused"; sentence: string };

export const numberReleaseContract = {
  type: "numberRelease",
  taskQueue: WORKFLOW_QUEUE,
  // Giving back what was given back is no error.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowIdConflictPolicy: "USE_EXISTING",
  workflowId: ({ organizationId, phoneNumberId }: NumberReleaseInput) =>
    `org-${organizationId}/number-release-${phoneNumberId}`,
} as const;

/** What the start needs of its row. */
export interface NumberToRelease {
  organization_id: number;
  id: number;
  address_normalized: string;
}

/** How a release is started. Of the number itself its history has four digits. */
export const numberReleaseStartOptions = (row: NumberToRelease) => ({
  ...organizationStartOptions(
    numberReleaseContract,
    { organizationId: row.organization_id, phoneNumberId: row.id },
    { summary: `Release of the number …${row.address_normalized.slice(-4)}` },
  ),
  workflowIdConflictPolicy: numberReleaseContract.workflowIdConflictPolicy,
});

/** Answers when the carrier has. */
export const releaseOutcomeUpdate = defineUpdate<ReleaseOutcome>("outcome");
