import { findCallsPerSecond } from "../../domain/call/carrier-pace.rules.ts";
import { isQuotaSpent, type QuotaStanding } from "../../domain/campaign/daily-quota.rules.ts";
import { RATE_WINDOW_SECONDS } from "../../domain/campaign/progress.ts";
import { computeFigures } from "../../domain/campaign/progress-figures.rules.ts";
import { findWaitingUntil } from "../../domain/campaign/zone-windows.ts";
import { readBudgets } from "../../infra/postgres/call/budget.repository.ts";
import {
  describeBudgets,
  findProgress,
  findSourceImport,
  measureRate,
  measureRates,
  readDueByZone,
} from "../../infra/postgres/campaign/campaign-progress.repository.ts";
import { readQuota } from "../../infra/postgres/campaign/daily-quota.repository.ts";
import { readCampaignHours } from "../../infra/postgres/campaign/dialling-hours.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { type CampaignProgress, campaignContract, progressQuery } from "../../workflows/campaign/campaign.contract.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { asOfQuery } from "./as-of.schemas.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import { type ProgressParts, type ProgressReading, presentProgress } from "./progress.presenter.ts";
import { readPastProgress } from "./read-past-progress.ts";

const QUERY_WITHIN_MS = 1000;

type Input = OperationInput<{ params: typeof campaignParams; query: typeof asOfQuery }>;

export const getProgress = (context: OperationContext, { params, query }: Input) =>
  query.as_of === undefined
    ? readProgress(context, params.campaign_id)
    : readPastProgress(context, { campaignId: params.campaign_id, asOf: query.as_of });

/**
 * Reads the progress from the running campaign's workflow; when that does not answer at once, is not running, or knows
 * less than the database, from that.
 */
export const readProgress = async (context: OperationContext, campaignId: number) => {
  const now = context.clock.now();
  const { reading, ...parts } = await context.inOrganization(async (tx) => {
    const row = await findProgress(tx, campaignId);
    if (!row) throw campaignNotFound();
    return {
      row,
      reading: await readFromDatabase(tx, row, now),
      rate: await measureRate(tx, { campaignId, now, windowSeconds: RATE_WINDOW_SECONDS }),
      sourceImport: await findSourceImport(tx, row),
      rateLimit: rateLimitOf(context, row),
      budgets: await readBudgets(tx, describeBudgets(row), now),
    };
  });
  const fromWorkflow = reading.state === "running" ? await askWorkflow(context, campaignId) : null;
  return presentProgress(fromWorkflow && !isOutdated(fromWorkflow, reading) ? fromWorkflow : reading, {
    ...parts,
    quota: reading.quota,
    nowMs: now.getTime(),
  });
};

/**
 * Reads the progress of several campaigns from the database alone, because a query to each workflow would be too slow
 * for a list.
 */
export const readListedProgress = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  rows: readonly ProgressParts["row"][],
) => {
  const now = context.clock.now();
  const campaignIds = rows.filter(({ state }) => state === "running").map(({ id }) => id);
  const rates = await measureRates(tx, { campaignIds, now, windowSeconds: RATE_WINDOW_SECONDS });
  const progress = new Map<number, ReturnType<typeof presentProgress>>();
  for (const row of rows) {
    const reading = await readFromDatabase(tx, row, now);
    const rate = rates.get(row.id) ?? { ended: 0, firstAt: null };
    const sourceImport = row.snapshot_at === null ? await findSourceImport(tx, row) : undefined;
    progress.set(
      row.id,
      presentProgress(reading, {
        row,
        rate,
        sourceImport,
        quota: reading.quota,
        rateLimit: rateLimitOf(context, row),
        budgets: await readBudgets(tx, describeBudgets(row), now),
        nowMs: now.getTime(),
      }),
    );
  }
  return progress;
};

const readFromDatabase = async (
  tx: OrganizationTransaction,
  row: ProgressParts["row"],
  now: Date,
): Promise<ProgressReading & { quota: QuotaStanding | null }> => {
  const hours = await readCampaignHours(tx, row, now);
  const quota = row.state === "running" ? await readQuota(tx, row, hours.fallbackZone) : null;
  const waits = row.state === "running" && row.in_flight === 0;
  const zones = waits ? await readDueByZone(tx, row.id, row.contact_timezones) : [];
  return {
    state: row.state,
    figures: computeFigures(row),
    waitingUntilMs: waits
      ? untilQuota(findWaitingUntil(hours, zones, now.getTime()), { quota, somebodyWaits: zones.length > 0 })
      : (row.begins_at?.getTime() ?? null),
    asOfMs: now.getTime(),
    source: "database",
    quota,
  };
};

const untilQuota = (
  untilMs: number | null,
  { quota, somebodyWaits }: { quota: QuotaStanding | null; somebodyWaits: boolean },
): number | null =>
  quota !== null && isQuotaSpent(quota) && somebodyWaits ? Math.max(untilMs ?? 0, quota.renewsAtMs) : untilMs;

const askWorkflow = async ({ actor, temporal, logger }: OperationContext, campaignId: number) => {
  const workflowId = campaignContract.workflowId({ organizationId: actor.organizationId, campaignId });
  try {
    const progress = await temporal.withDeadline(Date.now() + QUERY_WITHIN_MS, () =>
      temporal.workflow.getHandle(workflowId).query<CampaignProgress, []>(progressQuery),
    );
    return { ...progress, source: "workflow" as const };
  } catch (err) {
    // Without worker, server or workflow the database is read, which is a moment behind.
    logger.debug({ err, campaign_id: campaignId }, "the campaign's workflow did not answer; reading the database");
    return null;
  }
};

/** Tells whether the workflow does not know of its campaign's last changes yet: its shards report to it now and then. */
const isOutdated = (fromWorkflow: ProgressReading, fromDatabase: ProgressReading): boolean =>
  fromWorkflow.figures.revision < fromDatabase.figures.revision;

const rateLimitOf = ({ carriers }: OperationContext, row: ProgressParts["row"]): number | null => {
  if (row.provider === null) return null;
  const ofCarrier = carriers.has(row.provider) ? carriers.get(row.provider).description.defaultCallsPerSecond : null;
  return findCallsPerSecond({ ofAccount: row.calls_per_second, ofCarrier }, row.environment);
};
