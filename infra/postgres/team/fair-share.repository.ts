import { sql } from "kysely";
import type { CallingHours, CampaignSchedule } from "../../../domain/campaign/calling-hours.ts";
import type { Moment } from "../../../domain/campaign/campaign-span.ts";
import { findWaitReason, type WaitingCampaign, type WaitReason } from "../../../domain/campaign/waiting-work.rules.ts";
import { readZoneWindows, type ZoneWindow } from "../../../domain/campaign/zone-windows.ts";
import { reachesNobody } from "../../../domain/environment/sandbox.rules.ts";
import { slotByPresentClock } from "../call/admission.repository.ts";
import { type BudgetWait, isWaitingForBudget } from "../call/budget.repository.ts";
import { IS_LIVE, IS_OPEN, TAKES_LINE } from "../call/live-runs.ts";
import { selectRunsRequestedSince } from "../call/requested-runs.ts";
import { findNextDueInZone } from "../campaign/campaign-contacts.repository.ts";
import { buildDiallingHours } from "../campaign/dialling-hours.repository.ts";
import type { OrganizationTransaction } from "../database.ts";

/** Started calls are counted over this span, which is long enough to compare short and long calls. */
export const SHARE_SECONDS = 60;
/** Only the campaigns with the most waiting contacts are listed one by one. */
const CAMPAIGNS_TOLD = 20;

export interface FairShare {
  asOf: Date;
  /** Outbound calls that carriers were asked for within `SHARE_SECONDS`. */
  started: number;
  platform: { started: number; organizations: number };
  /** Calls that have their row and wait to be handed over. */
  queuedCalls: number;
  /** The contacts of running campaigns that wait for a call, and the number of these campaigns. */
  contacts: number;
  campaignCount: number;
  campaigns: { id: number; name: string; contacts: number; hold: WaitReason }[];
}

/**
 * Reads the organization's share of the calls that the platform starts, what waits in it, and why. Other organizations appear only
 * in sums.
 */
export const readFairShare = async (tx: OrganizationTransaction): Promise<FairShare> => {
  const figures = await readFigures(tx);
  const rows = await listWaitingCampaigns(tx);
  const campaigns: FairShare["campaigns"] = [];
  for (const row of rows) {
    const hold = findWaitReason(await factsOf(tx, row, figures));
    campaigns.push({ id: row.id, name: row.name, contacts: row.contacts, hold });
  }
  return {
    asOf: figures.as_of,
    started: figures.started,
    platform: { started: figures.platform_started, organizations: figures.platform_organizations },
    queuedCalls: figures.queued_calls,
    contacts: rows[0]?.all_contacts ?? 0,
    campaignCount: rows[0]?.all_campaigns ?? 0,
    campaigns,
  };
};

interface Figures {
  as_of: Date;
  started: number;
  platform_started: number;
  platform_organizations: number;
  queued_calls: number;
  /** Calls of sandbox keys are counted apart from real ones, as in admission. */
  live_calls: number;
  live_sandbox_calls: number;
  concurrent_call_limit: number;
  calling_hours: CallingHours | null;
  timezone: string | null;
}

/** Reads everything in one statement, so that all figures are of one moment. */
const readFigures = async (tx: OrganizationTransaction): Promise<Figures> => {
  const since = sql<Date>`now() - make_interval(secs => ${SHARE_SECONDS})`;
  const { rows } = await sql<Figures>`
    select now() as as_of, platform.calls as platform_started, platform.organizations as platform_organizations,
      (select count(*) from ${selectRunsRequestedSince(since)} asked where direction = 'outbound') as started,
      live.*, o.concurrent_call_limit, o.calling_hours, o.timezone
    from organizations o cross join platform_started_calls(${since}) platform cross join lateral (
      select count(*) filter (where r.state = 'queued' and r.called_number is not null) as queued_calls,
        count(*) filter (where ${IS_LIVE} and ${TAKES_LINE} and r.environment = 'production') as live_calls,
        count(*) filter (where ${IS_LIVE} and ${TAKES_LINE} and r.environment = 'sandbox') as live_sandbox_calls
      from call_runs r
      where r.organization_id = o.id and ${IS_OPEN}
    ) live`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error("the organization is gone");
  return row;
};

interface WaitingRow {
  id: number;
  name: string;
  contacts: number;
  all_contacts: number;
  all_campaigns: number;
  waiting_retry: number;
  in_flight: number;
  max_concurrency: number | null;
  environment: "production" | "sandbox";
  schedule_config: CampaignSchedule | null;
  starts_at: Moment | null;
  ends_at: Moment | null;
  contact_timezones: string[];
  budget_wait: BudgetWait | null;
  provider: string | null;
  account_limit: number | null;
  live_of_account: number;
  next_slot_at: Date | null;
}

const listWaitingCampaigns = async (tx: OrganizationTransaction): Promise<WaitingRow[]> => {
  const { rows } = await sql<WaitingRow>`
    with waiting as (
      select c.*, f.waiting_retry, f.in_flight, f.total - f.suppressed - f.finished - f.in_flight as contacts
      from campaigns c join campaign_figures f on f.campaign_id = c.id where c.state = 'running'
    )
    select w.id, w.name, w.contacts, w.waiting_retry, w.in_flight, w.max_concurrency, w.environment, w.schedule_config, w.starts_at, w.ends_at,
      w.contact_timezones, w.budget_wait, account.provider, account.concurrent_call_limit - account.inbound_reserve as account_limit,
      sum(w.contacts) over ()::bigint as all_contacts, count(*) over () as all_campaigns, ${slotByPresentClock} as next_slot_at,
      (select count(*) from call_runs r where r.telephony_configuration_id = account.id and r.environment = w.environment
        and ${IS_LIVE}) as live_of_account
    from waiting w
      left join telephony_configurations account on account.id = w.telephony_configuration_id
      left join telephony_paces pace on pace.telephony_configuration_id = account.id
    where w.contacts > 0
    order by w.contacts desc, w.id limit ${CAMPAIGNS_TOLD}`.execute(tx);
  return rows;
};

const factsOf = async (tx: OrganizationTransaction, row: WaitingRow, figures: Figures): Promise<WaitingCampaign> => {
  const { as_of: now } = figures;
  const isSimulated = reachesNobody(row.environment, row.provider);
  const reading = buildDiallingHours(figures, { campaign: row, isSimulated }, now);
  const windows = readZoneWindows(reading, row.contact_timezones, now.getTime());
  return {
    nowMs: now.getTime(),
    budgetSays: isWaitingForBudget(row.budget_wait, now) ? row.budget_wait.says : null,
    window: widestOf(windows),
    firstDueAtMs: row.contacts > row.waiting_retry ? 0 : await firstDue(tx, row.id, windows),
    organization: {
      live: row.environment === "sandbox" ? figures.live_sandbox_calls : figures.live_calls,
      limit: figures.concurrent_call_limit,
    },
    account: { live: row.live_of_account, limit: row.account_limit },
    campaign: { live: row.in_flight, limit: row.max_concurrency },
    paceSlotMs: row.next_slot_at?.getTime() ?? 0,
  };
};

const widestOf = (windows: readonly ZoneWindow[]): WaitingCampaign["window"] => {
  if (windows.some(({ window }) => window.open)) return { open: true };
  const opensAtMs = Math.min(...windows.map(({ window }) => (window.open ? 0 : (window.opensAtMs ?? Infinity))));
  return { open: false, opensAtMs: Number.isFinite(opensAtMs) ? opensAtMs : null };
};

/** Returns when the first contact whose window is open is due, epoch milliseconds; 0: there is none. */
const firstDue = async (
  tx: OrganizationTransaction,
  campaignId: number,
  windows: readonly ZoneWindow[],
): Promise<number> => {
  const instants: number[] = [];
  for (const { timezone, window } of windows) {
    const due = window.open ? await findNextDueInZone(tx, campaignId, timezone) : null;
    if (due) instants.push(due.getTime());
  }
  return instants.length > 0 ? Math.min(...instants) : 0;
};
