import { defineSearchAttributeKey } from "@temporalio/common";

/** What operators filter by in the Temporal UI; registered at the server by the set-up. */
export const organizationIdAttribute = defineSearchAttributeKey("OrganizationId", "INT");
export const campaignIdAttribute = defineSearchAttributeKey("CampaignId", "INT");
export const agentIdAttribute = defineSearchAttributeKey("AgentId", "INT");
export const callStateAttribute = defineSearchAttributeKey("CallState", "KEYWORD");
export const campaignStateAttribute = defineSearchAttributeKey("CampaignState", "KEYWORD");
export const environmentAttribute = defineSearchAttributeKey("Environment", "KEYWORD");
