import { defineSearchAttributeKey } from "@temporalio/common";

/** The search attributes for the Temporal UI; the set-up registers them at the server. */
export const organizationIdAttribute = defineSearchAttributeKey("OrganizationId", "INT");
export const campaignIdAttribute = defineSearchAttributeKey("CampaignId", "INT");
export const callStateAttribute = defineSearchAttributeKey("CallState", "KEYWORD");
export const campaignStateAttribute = defineSearchAttributeKey("CampaignState", "KEYWORD");
/** Set by the server where a schedule starts a workflow: the time that it is for. */
export const scheduledStartAttribute = defineSearchAttributeKey("TemporalScheduledStartTime", "DATETIME");
