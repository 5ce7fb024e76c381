import { sql } from "kysely";
import { type CallerIdCandidate, chooseCallerId } from "../../domain/number/caller-id.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { IS_LIVE } from "../../infra/postgres/call/live-runs.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";

export interface CallToShow {
  run: Pick<CallRun, "caller_number" | "called_number" | "campaign_contact_id">;
  campaign: Campaign | null;
  account: TelephonyAccount;
}

/**
 * Returns the number (E.164, or a trunk's own address) that is shown to the called person: the requested one, else by the campaign's strategy,
 * else by the account's. Null: the account has none. The caller has queued for admission before, so that no number is
 * taken twice.
 */
export const chooseCallerIdToShow = async (
  tx: OrganizationTransaction,
  { run, campaign, account }: CallToShow,
): Promise<string | null> => {
  if (run.caller_number !== null) return run.caller_number;
  const candidates = await listCandidates(tx, account.id);
  if (candidates.length < 2) return candidates[0]?.e164 ?? null;
  return chooseCallerId({
    strategy: campaign?.caller_id_strategy ?? account.caller_id_strategy,
    candidates,
    calledNumber: run.called_number ?? "",
    shownBefore: await shownBefore(tx, { run, campaign, account }),
    maxPerNumber: account.max_concurrent_per_caller_id,
  });
};

/** Lists the account's numbers with their calls, which are counted only where there is a choice. */
const listCandidates = async (tx: OrganizationTransaction, accountId: number): Promise<CallerIdCandidate[]> => {
  const { rows } = await sql<{ e164: string; is_default: boolean; live: number }>`
    with numbers as materialized (
      select n.id, n.address_normalized as e164, n.is_default_caller_id as is_default from phone_numbers n
      where n.telephony_configuration_id = ${accountId} and n.is_active
    )
    select n.e164, n.is_default, coalesce(shown.calls, 0)::int as live
    from numbers n left join (
      select caller_number, count(*) as calls from call_runs r
      where telephony_configuration_id = ${accountId} and direction = 'outbound'
        and ${IS_LIVE} and (select count(*) from numbers) > 1
      group by caller_number
    ) shown on shown.caller_number = n.e164
    order by n.id`.execute(tx);
  return rows.map(({ e164, is_default: isDefault, live }) => ({ e164, isDefault, live }));
};

/**
 * Returns the number that a campaign's contact saw last time, in this campaign or in the one that it redials or back-fills; of the
 * same account.
 */
const shownBefore = async (
  tx: OrganizationTransaction,
  { run, campaign, account }: CallToShow,
): Promise<string | null> => {
  if (campaign === null || run.campaign_contact_id === null) return null;
  const { rows } = await sql<{ caller_number: string }>`
    select r.caller_number from campaign_contacts c join call_runs r on r.campaign_contact_id = c.id
    where (c.id = ${run.campaign_contact_id}
        or (c.campaign_id = ${campaign.parent_campaign_id ?? campaign.back_fills_campaign_id} and c.phone_number = ${run.called_number}))
      and r.telephony_configuration_id = ${account.id} and r.carrier_requested_at is not null
      and r.caller_number is not null
    order by r.id desc limit 1`.execute(tx);
  return rows[0]?.caller_number ?? null;
};
