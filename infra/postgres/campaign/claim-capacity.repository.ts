import { sql } from "kysely";
import type { SharedLines } from "../../../domain/campaign/claim-limit.rules.ts";
import { IS_OPEN, TAKES_LINE } from "../call/live-runs.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Campaign } from "./campaign.entity.ts";

export interface FoundCapacity {
  shared: SharedLines[];
  takenByShard: number;
  /** Runs of the campaign that no carrier was asked for yet. */
  queuedOfCampaign: number;
  /** The carrier account; null: it is gone. */
  account: { provider: string; callsPerSecond: number | null } | null;
}

/**
 * Reads the lines that a campaign shares with others, and who holds them, as admission counts them, together with the runs
 * that wait for one.
 */
export const readClaimCapacity = async (
  tx: OrganizationTransaction,
  { campaign, shardId }: { campaign: Campaign; shardId: string },
): Promise<FoundCapacity> => {
  const { rows } = await sql<Row>`
    select o.concurrent_call_limit as lines_of_organization,
      account.concurrent_call_limit as lines_of_account, account.inbound_reserve as reserve_of_account,
      account.provider, account.calls_per_second, open.*
    from organizations o left join telephony_configurations account on account.id = ${campaign.telephony_configuration_id}
      cross join lateral (${countOpenRuns(campaign, shardId)}) open
    where o.id = ${campaign.organization_id}`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error(`organization ${campaign.organization_id} is gone`);
  return {
    shared: [...sharedLines(row), ...ownLines(row, campaign)],
    takenByShard: row.taken_by_shard,
    queuedOfCampaign: row.queued_of_campaign,
    account: row.provider === null ? null : { provider: row.provider, callsPerSecond: row.calls_per_second },
  };
};

const countOpenRuns = ({ id, organization_id, telephony_configuration_id, environment }: Campaign, shardId: string) => {
  const ofAccount = sql`r.telephony_configuration_id = ${telephony_configuration_id}`;
  const ofAnother = sql`r.campaign_id <> ${id}`;
  return sql`
    select count(*) filter (where ${TAKES_LINE}) as taken_of_organization,
      count(*) filter (where r.campaign_id is null and ${TAKES_LINE}) as others_of_organization,
      count(distinct r.campaign_id) filter (where ${ofAnother}) as other_campaigns,
      count(*) filter (where ${ofAccount}) as taken_of_account,
      count(*) filter (where r.campaign_id is null and ${ofAccount}) as others_of_account,
      count(*) filter (where ${ofAccount} and r.direction = 'outbound') as taken_out_of_account,
      count(*) filter (where r.campaign_id is null and ${ofAccount} and r.direction = 'outbound') as others_out_of_account,
      count(distinct r.campaign_id) filter (where ${ofAnother} and ${ofAccount}) as other_campaigns_of_account,
      count(*) filter (where r.campaign_id = ${id}) as taken_by_campaign,
      count(*) filter (where r.campaign_id = ${id} and r.state = 'queued') as queued_of_campaign,
      count(*) filter (where r.campaign_id = ${id} and r.shard_id = ${shardId}) as taken_by_shard
    from call_runs r
    where r.organization_id = ${organization_id} and r.environment = ${environment}
      and ${IS_OPEN}
      and (r.state <> 'queued' or r.called_number is not null)`;
};

interface Row {
  lines_of_organization: number;
  /** Null: the account has no limit. */
  lines_of_account: number | null;
  /** Null: there is no account. */
  reserve_of_account: number | null;
  provider: string | null;
  calls_per_second: number | null;
  taken_of_organization: number;
  others_of_organization: number;
  other_campaigns: number;
  taken_of_account: number;
  others_of_account: number;
  taken_out_of_account: number;
  others_out_of_account: number;
  other_campaigns_of_account: number;
  taken_by_campaign: number;
  queued_of_campaign: number;
  taken_by_shard: number;
}

const sharedLines = (row: Row): SharedLines[] => {
  const takenByCampaign = row.taken_by_campaign;
  const ofOrganization = {
    lines: row.lines_of_organization,
    taken: row.taken_of_organization,
    takenByOthers: row.others_of_organization,
    takenByCampaign,
    campaigns: row.other_campaigns + 1,
  };
  if (row.lines_of_account === null) return [ofOrganization];
  const ofAccount = {
    lines: row.lines_of_account,
    taken: row.taken_of_account,
    takenByOthers: row.others_of_account,
    takenByCampaign,
    campaigns: row.other_campaigns_of_account + 1,
  };
  // Incoming calls take lines of the account, but first those that are kept for callers.
  const outgoing = {
    ...ofAccount,
    lines: row.lines_of_account - (row.reserve_of_account ?? 0),
    taken: row.taken_out_of_account,
    takenByOthers: row.others_out_of_account,
  };
  return [ofOrganization, ofAccount, outgoing];
};

/** After a resume the calls of earlier shards still hold some of the campaign's own. */
const ownLines = ({ taken_by_campaign: taken }: Row, { max_concurrency: lines }: Campaign): SharedLines[] =>
  lines === null ? [] : [{ lines, taken, takenByOthers: 0, takenByCampaign: taken, campaigns: 1 }];
