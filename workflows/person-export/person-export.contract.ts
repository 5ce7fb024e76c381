import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The input of one export; whose data it is stands sealed in its row. */
export interface PersonExportInput {
  organizationId: number;
  exportUuid: string;
}

export const personExportContract = {
  type: "personExport",
  taskQueue: WORKFLOW_QUEUE,
  // The row says whether it is over; a lost one is started again by its id.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowId: ({ organizationId, exportUuid }: PersonExportInput) =>
    `org-${organizationId}/person-export-${exportUuid}`,
} as const;

/** Returns the start options of an export's workflow. */
export const personExportStartOptions = (input: PersonExportInput) =>
  organizationStartOptions(personExportContract, input, { summary: `Export ${input.exportUuid}` });
