import { chooseAgentVersion, isAgentObstacle } from "../../domain/agent/usable-agent-version.ts";
import { findAgent } from "../../infra/postgres/agent/agent.repository.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Obstacle, RunToDial } from "./call-to-dial.ts";

/** A contact that somebody asks about: of a campaign's snapshot, or of its list before there is one. */
export interface AskedContact {
  contactId: number;
  /** Null: the campaign has no snapshot yet. */
  campaignContactId: number | null;
  phoneNumber: string;
  timezone: string | null;
}

/** Finds the contact; undefined: the campaign does not call it. */
export const findAskedContact = async (
  tx: OrganizationTransaction,
  { campaign, contactId }: { campaign: Campaign; contactId: number },
): Promise<AskedContact | undefined> => {
  const taken = await tx
    .selectFrom("campaign_contacts")
    .select(["id", "phone_number"])
    .where("campaign_id", "=", campaign.id)
    .where("contact_id", "=", contactId)
    .executeTakeFirst();
  if (taken) return { contactId, campaignContactId: taken.id, phoneNumber: taken.phone_number, timezone: null };
  if (campaign.snapshot_at !== null || campaign.contact_list_id === null) return undefined;
  const listed = await tx
    .selectFrom("contacts")
    .select(["phone_number", "timezone"])
    .where("id", "=", contactId)
    .where("contact_list_id", "=", campaign.contact_list_id)
    .executeTakeFirst();
  return listed && { contactId, campaignContactId: null, phoneNumber: listed.phone_number, timezone: listed.timezone };
};

/** Finds the contact's queued call. */
export const findQueuedRun = (
  tx: OrganizationTransaction,
  { campaignContactId }: AskedContact,
): Promise<CallRun | undefined> =>
  tx
    .selectFrom("call_runs")
    .selectAll()
    .where("campaign_contact_id", "=", campaignContactId)
    .where("state", "=", "queued")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Returns the call that a claim of the contact would make now, or why its agent may not be used. */
export const buildProspectiveRun = async (
  tx: OrganizationTransaction,
  { campaign, contact }: { campaign: Campaign; contact: AskedContact },
): Promise<RunToDial | Obstacle> => {
  const chosen = chooseAgentVersion(await findAgent(tx, campaign.agent_id), "published");
  if (isAgentObstacle(chosen)) return { obstacle: chosen.sentence };
  return {
    uuid: "",
    mode: "telephony",
    direction: "outbound",
    organization_id: campaign.organization_id,
    agent_version_id: chosen.versionId,
    campaign_id: campaign.id,
    campaign_contact_id: contact.campaignContactId,
    contact_id: contact.contactId,
    telephony_configuration_id: campaign.telephony_configuration_id,
    environment: campaign.environment,
    caller_number: null,
    called_number: contact.phoneNumber,
    initial_context: {},
    dial_by: null,
  };
};
