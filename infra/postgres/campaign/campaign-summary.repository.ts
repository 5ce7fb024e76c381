import { sql } from "kysely";
import { isAnswered } from "../../../domain/call/call-outcome.rules.ts";
import type { OrganizationTransaction } from "../database.ts";

/** The results of a campaign's calls. */
export interface RunSummary {
  /** The number of calls with each outcome; calls in progress have none yet and are left out. */
  outcomes: Record<string, number>;
  /** The number of calls with each disposition that the agent concluded. */
  dispositions: Record<string, number>;
  /** The number of calls by who answered. */
  answeredBy: Record<string, number>;
  talkSeconds: number;
  costs: { currency: string; cost_minor: number }[];
  /** The number of calls that a carrier accepted in each hour of the day, 0 to 23, in the zone's local time. */
  byHour: { hour: number; calls: number; answered: number }[];
  /** The number of calls that a carrier accepted on each day, YYYY-MM-DD. */
  byDay: { date: string; calls: number; answered: number }[];
  /** The calls by the version of the agent that made them, oldest version first. */
  byVersion: VersionFigures[];
}

/** What came of the calls of one version; amounts of people who answered. */
export interface VersionFigures {
  versionId: number;
  version: number;
  /** Calls that a carrier accepted. */
  calls: number;
  answered: number;
  optedOut: number;
  dispositions: Record<string, number>;
  /** The sums that mean and spread follow from. */
  talk: { count: number; sum: number; squares: number };
}

/** Reads all calls of a campaign once for the whole summary, with what was kept of removed ones. */
export const summarizeRuns = async (
  tx: OrganizationTransaction,
  campaignId: number,
  timezone: string,
): Promise<RunSummary> => summarizeCells(tx, await readCells(tx, campaignId, timezone));

/** Sums up calls that were counted by what they have in common. */
export const summarizeCells = async (tx: OrganizationTransaction, cells: readonly Cell[]): Promise<RunSummary> => {
  const accepted = cells.filter(({ hour }) => hour !== null);
  const calls = ({ calls }: Cell) => calls;
  const byDay = [...totalsBy(accepted, ({ day }) => day, calls)];
  const answeredByDay = totalsBy(accepted, ({ day }) => day, answeredOf);
  const answeredByHour = totalsBy(accepted, ({ hour }) => hour, answeredOf);
  return {
    outcomes: Object.fromEntries(totalsBy(cells, ({ outcome }) => outcome, calls)),
    dispositions: Object.fromEntries(totalsBy(cells, ({ disposition }) => disposition, calls)),
    answeredBy: Object.fromEntries(totalsBy(cells, ({ answered_by }) => answered_by, calls)),
    talkSeconds: cells.reduce((sum, { talk_seconds }) => sum + talk_seconds, 0),
    costs: [
      ...totalsBy(
        cells,
        ({ currency }) => currency,
        ({ cost_minor }) => cost_minor,
      ),
    ].map(([currency, cost_minor]) => ({ currency, cost_minor })),
    byHour: [...totalsBy(accepted, ({ hour }) => hour, calls)].map(([hour, count]) => ({
      hour,
      calls: count,
      answered: answeredByHour.get(hour) ?? 0,
    })),
    byVersion: await sumByVersion(tx, cells),
    byDay: byDay.map(([date, count]) => ({ date, calls: count, answered: answeredByDay.get(date) ?? 0 })),
  };
};

/** Calls that are equal in every counted attribute and were accepted within one hour. */
export interface Cell {
  version_id: number;
  outcome: string | null;
  disposition: string | null;
  answered_by: string | null;
  currency: string | null;
  hour: number | null;
  day: string | null;
  calls: number;
  talk_seconds: number;
  talk_squares: number;
  cost_minor: number;
}

const readCells = async (tx: OrganizationTransaction, campaignId: number, timezone: string): Promise<Cell[]> => {
  const { rows } = await sql<Cell>`
    with cells as (
      select agent_version_id as version_id, outcome, disposition, answered_by, currency, date_trunc('hour', carrier_accepted_at at time zone ${timezone}) as accepted,
        count(*) as calls, coalesce(sum(duration_seconds), 0)::bigint as talk_seconds,
        coalesce(sum(duration_seconds::double precision ^ 2), 0) as talk_squares,
        coalesce(sum(cost_minor), 0)::bigint as cost_minor
      from call_runs where campaign_id = ${campaignId} group by 1, 2, 3, 4, 5, 6
      union all
      select agent_version_id, outcome, disposition, answered_by, currency, date_trunc('hour', accepted_quarter at time zone ${timezone}), runs,
        duration_seconds, duration_squares, cost_minor
      from removed_run_sums where campaign_id = ${campaignId} and runs > 0
    )
    select version_id, outcome, disposition, answered_by, currency, extract(hour from accepted)::int as hour, to_char(accepted, 'YYYY-MM-DD') as day,
      calls, talk_seconds, talk_squares, cost_minor
    from cells`.execute(tx);
  return rows;
};

const sumByVersion = async (tx: OrganizationTransaction, cells: readonly Cell[]): Promise<VersionFigures[]> => {
  const ids = [...new Set(cells.map(({ version_id: id }) => id))];
  if (ids.length === 0) return [];
  const versions = await tx
    .selectFrom("agent_versions")
    .select(["id", "version_number"])
    .where("id", "in", ids)
    .orderBy("version_number")
    .execute();
  return versions.map(({ id, version_number: version }) => {
    const own = cells.filter(({ version_id }) => version_id === id);
    const answered = own.filter((cell) => answeredOf(cell) > 0);
    const sum = (rows: readonly Cell[], amountOf: (cell: Cell) => number) =>
      rows.reduce((total, cell) => total + amountOf(cell), 0);
    return {
      versionId: id,
      version,
      calls: sum(own, ({ hour, calls }) => (hour === null ? 0 : calls)),
      answered: sum(answered, answeredOf),
      optedOut: sum(own, ({ outcome, calls }) => (outcome === "opted_out" ? calls : 0)),
      dispositions: Object.fromEntries(
        totalsBy(
          answered,
          ({ disposition }) => disposition,
          ({ calls }) => calls,
        ),
      ),
      talk: {
        count: sum(answered, ({ calls }) => calls),
        sum: sum(answered, ({ talk_seconds: seconds }) => seconds),
        squares: sum(answered, ({ talk_squares: squares }) => squares),
      },
    };
  });
};

const answeredOf = ({ outcome, calls }: Cell): number => (isAnswered(outcome ?? "") ? calls : 0);

/** Sums an amount for each key, in order; cells without a key are left out. */
const totalsBy = <Key extends string | number>(
  cells: readonly Cell[],
  keyOf: (cell: Cell) => Key | null,
  amountOf: (cell: Cell) => number,
): Map<Key, number> => {
  const totals = new Map<Key, number>();
  for (const cell of cells) {
    const key = keyOf(cell);
    if (key !== null) totals.set(key, (totals.get(key) ?? 0) + amountOf(cell));
  }
  return new Map([...totals].sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** Counts contacts by their number of attempts that a carrier accepted. */
export const countContactsByAttempts = (tx: OrganizationTransaction, campaignId: number) =>
  tx
    .selectFrom("campaign_contacts")
    .select(["attempts", sql<number>`count(*)`.as("contacts")])
    .where("campaign_id", "=", campaignId)
    .groupBy("attempts")
    .orderBy("attempts")
    .execute();

/** Counts contacts by the outcome of their last call, which decides whether a redial calls them. */
export const countContactsByLastOutcome = async (
  tx: OrganizationTransaction,
  campaignId: number,
): Promise<Record<string, number>> => {
  const rows = await tx
    .selectFrom("campaign_contacts")
    .select(["last_outcome", sql<number>`count(*)::int`.as("contacts")])
    .where("campaign_id", "=", campaignId)
    .groupBy("last_outcome")
    .execute();
  return Object.fromEntries(
    rows.flatMap(({ last_outcome: outcome, contacts }) => (outcome === null ? [] : [[outcome, contacts]])),
  );
};

/** Counts the contacts who were never called because the campaign's end came before their turn. */
export const countUncalledByEnd = async (tx: OrganizationTransaction, campaignId: number): Promise<number> => {
  const { contacts } = await tx
    .selectFrom("campaign_contacts")
    .select(sql<number>`count(*)::int`.as("contacts"))
    .where("campaign_id", "=", campaignId)
    .where("state", "=", "suppressed")
    .where("last_outcome", "=", "blocked_ended")
    .executeTakeFirstOrThrow();
  return contacts;
};

/** Returns the zone for the campaign's hours and days: its schedule's, else its organization's. */
export const readCampaignZone = async (
  tx: OrganizationTransaction,
  schedule: { timezone: string } | null,
): Promise<string> => {
  if (schedule) return schedule.timezone;
  const organization = await tx.selectFrom("organizations").select("timezone").executeTakeFirst();
  return organization?.timezone ?? "UTC";
};
