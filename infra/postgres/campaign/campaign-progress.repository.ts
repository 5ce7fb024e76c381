import { sql } from "kysely";
import type { MeasuredRate } from "../../../domain/campaign/progress.ts";
import type { BudgetsOf } from "../call/budget.repository.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Campaign } from "./campaign.entity.ts";
import { findNextDueInZone } from "./campaign-contacts.repository.ts";

/** The data of a campaign's progress besides its counts, all read at one moment. */
export type ProgressRow = NonNullable<Awaited<ReturnType<typeof findProgress>>>;

/** Returns the campaign with its counts and its account's pace; undefined in any other organization. */
export const findProgress = (tx: OrganizationTransaction, campaignId: number) =>
  tx
    .selectFrom("campaigns")
    .innerJoin("campaign_figures", "campaign_figures.campaign_id", "campaigns.id")
    .leftJoin("telephony_configurations as account", "account.id", "campaigns.telephony_configuration_id")
    .selectAll("campaign_figures")
    .select(["campaigns.id", "campaigns.state", "campaigns.source_type", "campaigns.contact_list_id"])
    .select(["campaigns.starts_at", "campaigns.ends_at", "campaigns.begins_at"])
    .select(["campaigns.schedule_config", "campaigns.contact_timezones", "campaigns.environment"])
    .select(["campaigns.organization_id", "campaigns.telephony_configuration_id"])
    .select(["campaigns.snapshot_at", "campaigns.started_at", "campaigns.completed_at", "campaigns.failure_reason"])
    .select(["campaigns.budget", "campaigns.budget_wait", "campaigns.daily_quota"])
    .select(["account.provider", "account.calls_per_second"])
    .where("campaigns.id", "=", campaignId)
    .where("campaigns.deleted_at", "is", null)
    .executeTakeFirst();

/** Returns the arguments with which the campaign's budgets are read. */
export const describeBudgets = ({
  organization_id: organizationId,
  id,
  budget,
  environment,
}: Pick<ProgressRow, "organization_id" | "id" | "budget" | "environment">): BudgetsOf => ({
  organizationId,
  campaign: { id, budget },
  environment,
});

/** Measures how fast calls end, over the last `windowSeconds`. */
export const measureRate = async (
  tx: OrganizationTransaction,
  { campaignId, now, windowSeconds }: { campaignId: number; now: Date; windowSeconds: number },
): Promise<MeasuredRate> => {
  const row = await tx
    .selectFrom("call_runs")
    .select([sql<number>`count(*)`.as("ended"), sql<Date | null>`min(ended_at)`.as("firstAt")])
    .where("campaign_id", "=", campaignId)
    .where("ended_at", ">", new Date(now.getTime() - windowSeconds * 1000))
    .executeTakeFirstOrThrow();
  return row;
};

/** Measures several campaigns; those without a call in the window are left out. */
export const measureRates = async (
  tx: OrganizationTransaction,
  { campaignIds, now, windowSeconds }: { campaignIds: readonly number[]; now: Date; windowSeconds: number },
): Promise<Map<number, MeasuredRate>> => {
  if (campaignIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("call_runs")
    .select(["campaign_id", sql<number>`count(*)`.as("ended"), sql<Date | null>`min(ended_at)`.as("firstAt")])
    .where("campaign_id", "in", campaignIds)
    .where("ended_at", ">", new Date(now.getTime() - windowSeconds * 1000))
    .groupBy("campaign_id")
    .execute();
  return new Map(rows.map(({ campaign_id, ...rate }) => [campaign_id ?? 0, rate]));
};

export interface SourceImport {
  status: "pending" | "processing" | "completed" | "failed";
  error: string | null;
  completed_at: Date | null;
}

/** Finds the import of a campaign that was made from a file. */
export const findSourceImport = (
  tx: OrganizationTransaction,
  campaign: Pick<Campaign, "source_type" | "contact_list_id">,
): Promise<SourceImport | undefined> =>
  tx
    .selectFrom("contact_imports")
    .select(["status", "error", "completed_at"])
    .where("contact_list_id", "=", campaign.source_type === "csv" ? (campaign.contact_list_id ?? 0) : 0)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Returns when the first waiting contact of each zone is due; zones where none waits are left out. */
export const readDueByZone = async (
  tx: OrganizationTransaction,
  campaignId: number,
  timezones: readonly string[],
): Promise<{ timezone: string; due: Date }[]> => {
  const zones: { timezone: string; due: Date }[] = [];
  for (const timezone of timezones) {
    const due = await findNextDueInZone(tx, campaignId, timezone);
    if (due) zones.push({ timezone, due });
  }
  return zones;
};
