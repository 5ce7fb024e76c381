import { type Expression, type SqlBool, sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";

/** Runs with each outcome; those under way have none yet and are left out. */
export const countOutcomes = (tx: OrganizationTransaction, campaignId: number) => countBy(tx, campaignId, "outcome");

/** Runs with each disposition that the agent concluded. */
export const countDispositions = (tx: OrganizationTransaction, campaignId: number) =>
  countBy(tx, campaignId, "disposition");

const countBy = async (
  tx: OrganizationTransaction,
  campaignId: number,
  column: "outcome" | "disposition",
): Promise<Record<string, number>> => {
  const rows = await tx
    .selectFrom("call_runs")
    .select([sql<string>`${sql.ref(column)}`.as("value"), sql<number>`count(*)`.as("calls")])
    .where("campaign_id", "=", campaignId)
    .where(column, "is not", null)
    .groupBy(column)
    .orderBy(column)
    .execute();
  return Object.fromEntries(rows.map(({ value, calls }) => [value, calls]));
};

/** All talk time and all cost of a campaign, cost by currency. */
export const sumTalkAndCost = async (tx: OrganizationTransaction, campaignId: number) => {
  const rows = await tx
    .selectFrom("call_runs")
    .select([
      "currency",
      sql<number>`coalesce(sum(duration_seconds), 0)::bigint`.as("talk_seconds"),
      sql<number>`coalesce(sum(cost_minor), 0)::bigint`.as("cost_minor"),
    ])
    .where("campaign_id", "=", campaignId)
    .groupBy("currency")
    .orderBy("currency")
    .execute();
  const costs = rows.flatMap(({ currency, cost_minor }) => (currency === null ? [] : [{ currency, cost_minor }]));
  return { talkSeconds: rows.reduce((sum, row) => sum + row.talk_seconds, 0), costs };
};

/** How many contacts had how many attempts that a carrier accepted. */
export const countContactsByAttempts = (tx: OrganizationTransaction, campaignId: number) =>
  tx
    .selectFrom("campaign_contacts")
    .select(["attempts", sql<number>`count(*)`.as("contacts")])
    .where("campaign_id", "=", campaignId)
    .groupBy("attempts")
    .orderBy("attempts")
    .execute();

const isAnswered = sql<SqlBool>`outcome in ('answered', 'opted_out')`;
const acceptedIn = (timezone: string) => sql`(carrier_accepted_at at time zone ${timezone})`;

/** Calls that a carrier accepted in each hour of the day, 0 to 23, by the clocks of a zone. */
export const countByHour = (tx: OrganizationTransaction, campaignId: number, timezone: string) =>
  countAccepted(tx, campaignId, sql<number>`extract(hour from ${acceptedIn(timezone)})::int`);

/** The same for each day, YYYY-MM-DD. */
export const countByDay = (tx: OrganizationTransaction, campaignId: number, timezone: string) =>
  countAccepted(tx, campaignId, sql<string>`to_char(${acceptedIn(timezone)}, 'YYYY-MM-DD')`);

const countAccepted = <T>(tx: OrganizationTransaction, campaignId: number, period: Expression<T>) =>
  tx
    .selectFrom("call_runs")
    .select(({ fn }) => [
      sql<T>`${period}`.as("period"),
      fn.countAll<number>().as("calls"),
      fn.countAll<number>().filterWhere(isAnswered).as("answered"),
    ])
    .where("campaign_id", "=", campaignId)
    .where("carrier_accepted_at", "is not", null)
    // By position: the zone is a parameter, and two parameters are never the same expression.
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute();

/** The zone that the campaign's hours and days are told in: its schedule's, else its organization's. */
export const zoneOfCampaign = async (
  tx: OrganizationTransaction,
  schedule: { timezone: string } | null,
): Promise<string> => {
  if (schedule) return schedule.timezone;
  const organization = await tx.selectFrom("organizations").select("timezone").executeTakeFirst();
  return organization?.timezone ?? "UTC";
};
