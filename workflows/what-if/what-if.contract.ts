import { campaignIdAttribute } from "../search-attributes.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The input of one question to a campaign's past; what is asked is in its row. */
export interface WhatIfInput {
  organizationId: number;
  whatIfUuid: string;
}

/** The columns of the row that its start needs. */
export interface WhatIfToStart extends WhatIfInput {
  campaignId: number;
}

/** Nobody waits on a line for it. */
const AFTER_OTHERS = 4;

export const whatIfContract = {
  type: "whatIf",
  taskQueue: WORKFLOW_QUEUE,
  // The row says whether it is answered; a lost one is started again by its id.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowIdConflictPolicy: "USE_EXISTING",
  priorityKey: AFTER_OTHERS,
  workflowId: ({ organizationId, whatIfUuid }: WhatIfInput) => `org-${organizationId}/what-if-${whatIfUuid}`,
} as const;

export const whatIfStartOptions = ({ campaignId, organizationId, whatIfUuid }: WhatIfToStart) => ({
  ...organizationStartOptions(
    whatIfContract,
    { organizationId, whatIfUuid },
    {
      summary: `What if, campaign ${campaignId}`,
      attributes: [{ key: campaignIdAttribute, value: campaignId }],
    },
  ),
  workflowIdConflictPolicy: whatIfContract.workflowIdConflictPolicy,
});
