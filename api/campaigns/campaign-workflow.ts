import type { Campaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { campaignContract } from "../../workflows/campaign/campaign.contract.ts";
import { fairnessOf } from "../../workflows/fairness.ts";
import {
  agentIdAttribute,
  campaignIdAttribute,
  campaignStateAttribute,
  environmentAttribute,
  organizationIdAttribute,
} from "../../workflows/search-attributes.ts";

/** How a campaign's workflow is started, whoever does it. */
export const startOptions = (campaign: Campaign) => {
  const address = { organizationId: campaign.organization_id, campaignId: campaign.id };
  return {
    workflowId: campaignContract.workflowId(address),
    taskQueue: campaignContract.taskQueue,
    workflowIdReusePolicy: campaignContract.workflowIdReusePolicy,
    workflowIdConflictPolicy: campaignContract.workflowIdConflictPolicy,
    workflowTaskTimeout: "5 seconds" as const,
    args: [address],
    priority: fairnessOf(campaign.organization_id),
    staticSummary: campaign.name,
    typedSearchAttributes: [
      { key: organizationIdAttribute, value: campaign.organization_id },
      { key: campaignIdAttribute, value: campaign.id },
      { key: agentIdAttribute, value: campaign.agent_id },
      { key: campaignStateAttribute, value: campaign.state },
      { key: environmentAttribute, value: campaign.environment },
    ],
  };
};
