import { sql } from "kysely";
import { buildContainsPattern } from "../containing.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Campaign } from "./campaign.entity.ts";
import type { listNewestLogs } from "./campaign.repository.ts";
import type { Figures } from "./figures.repository.ts";

/** A campaign with its counts and the names of what it refers to. */
export interface CampaignOverview extends Campaign, Omit<Figures, "kept_revision" | "campaign_state"> {
  agent_name: string;
  telephony_configuration_name: string | null;
  redialed_campaign_id: number | null;
  /** The campaigns that call once more whom an outage kept from being called by this one. */
  back_filled_by: number[];
  provider: string | null;
  calls_per_second: number | null;
  /** The decision that paused it; null while it is not paused. */
  pause: CampaignPause | null;
}

/** When, by whom and why a campaign was paused. */
export interface CampaignPause {
  at: string;
  actor: string;
  event: string;
  message: string;
}

export type CampaignLog = Awaited<ReturnType<typeof listNewestLogs>>[number];

interface CampaignPage {
  limit: number;
  /** The last id of the page before. */
  beforeId?: number | undefined;
  state?: Campaign["state"] | undefined;
  /** The list whose contacts they call. */
  listId?: number | undefined;
  /** The recurring campaign that made them. */
  recursId?: number | undefined;
  /** Part of the name, in letters of either case. */
  namePart?: string | undefined;
}

/**
 * Lists campaigns, newest first. A search by name reads the organization's campaigns in that order until the page is
 * full: an index of the names' parts could not be used below the organization's row policy.
 */
export const listCampaigns = (tx: OrganizationTransaction, page: CampaignPage): Promise<CampaignOverview[]> => {
  const { beforeId, state, listId, recursId, namePart } = page;
  let campaigns = overviews(tx);
  if (beforeId !== undefined) campaigns = campaigns.where("campaigns.id", "<", beforeId);
  if (state !== undefined) campaigns = campaigns.where("campaigns.state", "=", state);
  if (listId !== undefined) campaigns = campaigns.where("campaigns.contact_list_id", "=", listId);
  if (recursId !== undefined) campaigns = campaigns.where("campaigns.recurs_campaign_id", "=", recursId);
  if (namePart) campaigns = campaigns.where("campaigns.name", "ilike", buildContainsPattern(namePart));
  return campaigns.orderBy("campaigns.id", "desc").limit(page.limit).execute();
};

/** Returns one campaign; undefined in any other organization. */
export const findCampaignOverview = (
  tx: OrganizationTransaction,
  campaignId: number,
): Promise<CampaignOverview | undefined> => overviews(tx).where("campaigns.id", "=", campaignId).executeTakeFirst();

const overviews = (tx: OrganizationTransaction) =>
  tx
    .selectFrom("campaigns")
    .innerJoin("campaign_figures as figures", "figures.campaign_id", "campaigns.id")
    .innerJoin("agents", "agents.id", "campaigns.agent_id")
    .leftJoin("telephony_configurations as account", "account.id", "campaigns.telephony_configuration_id")
    .leftJoin("campaigns as child", (join) =>
      join.onRef("child.parent_campaign_id", "=", "campaigns.id").on("child.deleted_at", "is", null),
    )
    .selectAll("campaigns")
    .select([
      "figures.total",
      "figures.suppressed",
      "figures.finished",
      "figures.dialled",
      "figures.answered",
      "figures.unreached",
      "figures.in_flight",
      "figures.waiting_retry",
      "figures.attempts",
      "figures.revision",
      "agents.name as agent_name",
      "account.name as telephony_configuration_name",
      "child.id as redialed_campaign_id",
      "account.provider",
      "account.calls_per_second",
      newestPause.as("pause"),
      backFilledBy.as("back_filled_by"),
    ])
    .where("campaigns.deleted_at", "is", null);

const newestPause = sql<CampaignPause | null>`(
  select json_build_object('at', log.ts, 'actor', log.actor, 'event', log.event, 'message', log.message)
  from campaign_logs log
  where log.campaign_id = campaigns.id and campaigns.state = 'paused' and log.event in ('paused', 'breaker_tripped')
  order by log.id desc limit 1)`;

const backFilledBy = sql<number[]>`coalesce((
  select json_agg(fill.id order by fill.id) from campaigns fill where fill.back_fills_campaign_id = campaigns.id and fill.deleted_at is null), '[]')`;
