import { ApplicationFailure } from "@temporalio/common";
import { nameChild } from "../../domain/campaign/campaign-name.rules.ts";
import {
  explainEmptyRedial,
  explainRedialDuringCalls,
  explainRedialRefusal,
  explainSecondRedial,
} from "../../domain/campaign/redial.rules.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { lockCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { countEarlierContacts } from "../../infra/postgres/campaign/campaign-snapshot.repository.ts";
import { logCampaign, recordDecision } from "../../infra/postgres/campaign/campaign-transitions.ts";
import { insertChildCampaign } from "../../infra/postgres/campaign/child-campaign.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordCampaign } from "../../infra/postgres/record/record-settings.ts";
import {
  type CampaignAddress,
  COMMAND_REFUSED,
  type RedialCommand,
} from "../../workflows/campaign/campaign.contract.ts";

export interface RedialRequest extends CampaignAddress {
  actor: string;
  requestId: string;
  command: RedialCommand;
}

/**
 * Creates the child campaign of a redial: the contacts whose latest outcome is a requested one, with the same agent,
 * account and settings. Once: a second redial is refused, a repeat of the same one finds its child.
 */
export const createRedial = async (
  tx: OrganizationTransaction,
  { campaignId, actor, requestId, command, now }: RedialRequest & { now: Date },
): Promise<{ redialedCampaignId: number }> => {
  const parent = await lockCampaign(tx, campaignId);
  if (!parent) throw refused("Campaign not found");
  const refusal = explainRedialRefusal(parent.state);
  if (refusal) throw refused(refusal);
  const child = await tx
    .selectFrom("campaigns")
    .select(["id", "redial_request_id"])
    .where("parent_campaign_id", "=", campaignId)
    .executeTakeFirst();
  if (child?.redial_request_id === requestId) return { redialedCampaignId: child.id };
  const second = explainSecondRedial(child?.id);
  if (second) throw refused(second);
  await refuseDuringCalls(tx, campaignId);
  await refuseEmpty(tx, parent, command.outcomes);
  const created = await insertChildCampaign(tx, parent, {
    name: command.name ?? nameChild(parent.name, "redial"),
    ...(command.retryConfig && { retry_config: command.retryConfig }),
    parent_campaign_id: parent.id,
    redial_outcomes: command.outcomes,
    redial_request_id: requestId,
    created_by: parent.created_by,
    created_at: now,
  });
  await recordDecision(tx, parent, {
    level: "info",
    event: "redialled",
    message: `Redialled as campaign ${created.id}`,
    actor,
    details: { redialed_campaign_id: created.id },
  });
  const { id, organization_id: organizationId } = created;
  await recordCampaign(tx, { organizationId, id, change: "created", actor });
  await logCampaign(tx, created, {
    level: "info",
    event: "created",
    message: `Made as the redial of campaign ${campaignId}`,
    actor,
    details: { parent_campaign_id: campaignId },
  });
  return { redialedCampaignId: created.id };
};

/**
 * Refuses a redial while calls are in progress. It counts the contacts themselves, because the figures of a platform that an older version has restored may
 * stay too high.
 */
const refuseDuringCalls = async (tx: OrganizationTransaction, campaignId: number): Promise<void> => {
  const { calls } = await tx
    .selectFrom("campaign_contacts")
    .select((eb) => eb.fn.countAll<number>().as("calls"))
    .where("campaign_id", "=", campaignId)
    .where("state", "=", "in_flight")
    .executeTakeFirstOrThrow();
  const sentence = explainRedialDuringCalls(calls);
  if (sentence) throw refused(sentence);
};

/** Refuses a redial that would call nobody: a redial is made once, and would be spent. */
const refuseEmpty = async (
  tx: OrganizationTransaction,
  { id, organization_id, environment }: Campaign,
  outcomes: RedialCommand["outcomes"],
): Promise<void> => {
  const rows = await countEarlierContacts(tx, {
    organization_id,
    parent_campaign_id: id,
    redial_outcomes: outcomes,
    environment,
  });
  const sum = (isSuppressed: boolean) =>
    rows.filter(({ blocked }) => (blocked !== null) === isSuppressed).reduce((all, { contacts }) => all + contacts, 0);
  const sentence = explainEmptyRedial({ called: sum(false), suppressed: sum(true) }, outcomes);
  if (sentence) throw refused(sentence);
};

const refused = (sentence: string) => ApplicationFailure.nonRetryable(sentence, COMMAND_REFUSED);
