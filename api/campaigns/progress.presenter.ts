import type { BudgetFigures } from "../../domain/call/budget.rules.ts";
import { type StepAtInstant, stateAt } from "../../domain/campaign/campaign-as-of.rules.ts";
import { FINAL_CAMPAIGN_STATES } from "../../domain/campaign/campaign-states.rules.ts";
import { isQuotaSpent, type QuotaStanding } from "../../domain/campaign/daily-quota.rules.ts";
import { computePercentage, estimateEnd, type MeasuredRate } from "../../domain/campaign/progress.ts";
import {
  computeFigures,
  countRows,
  NOTHING_COUNTED,
  presentFigures,
} from "../../domain/campaign/progress-figures.rules.ts";
import { isWaitingForBudget } from "../../infra/postgres/call/budget.repository.ts";
import type { ProgressRow, SourceImport } from "../../infra/postgres/campaign/campaign-progress.repository.ts";
import type { CampaignProgress } from "../../workflows/campaign/campaign.contract.ts";

/** A reading of a campaign's state and counts, from its workflow or from its row. */
export interface ProgressReading extends CampaignProgress {
  source: "workflow" | "database";
}

export interface ProgressParts {
  row: Omit<ProgressRow, "campaign_id" | "kept_revision" | "campaign_state">;
  rate: MeasuredRate;
  sourceImport: SourceImport | undefined;
  /** The account's limit in calls a second; null: unlimited. */
  rateLimit: number | null;
  /** The attempts of the day of a running campaign; null: it does not limit them. */
  quota: QuotaStanding | null;
  /** The budgets that its calls count against. */
  budgets: readonly BudgetFigures[];
  nowMs: number;
}

export const presentProgress = (reading: ProgressReading, parts: ProgressParts) => {
  const { row, sourceImport, rateLimit } = parts;
  const { figures, state, waitingUntilMs, asOfMs } = reading;
  const wait = row.budget_wait;
  const shortage = state === "running" && isWaitingForBudget(wait, new Date(parts.nowMs)) ? wait : null;
  return {
    campaign_id: row.id,
    state,
    ...presentFigures(figures),
    progress_percentage: computePercentage(figures, state),
    total_rows: figures.total,
    processed_rows: countRows(figures).processed_rows,
    rate_limit: rateLimit,
    source_sync: presentSource(row, sourceImport),
    waiting_until: waitingUntilMs === null ? null : new Date(waitingUntilMs),
    started_at: row.started_at,
    completed_at: row.completed_at,
    eta: estimateEnd(reading, parts),
    budgets: parts.budgets.map(presentBudget),
    budget_wait: shortage?.says ?? null,
    budget_wait_until: shortage?.until == null ? null : new Date(shortage.until),
    daily_quota: parts.quota && presentQuota(parts.quota),
    source: reading.source,
    as_of: new Date(asOfMs),
    unknown: [],
  };
};

/** What only the moment knows. */
const UNKNOWN_OF_PAST = [
  "rate_limit",
  "waiting_until",
  "eta",
  "budgets",
  "budget_wait",
  "budget_wait_until",
  "daily_quota",
];

/** Presents the progress as it was after a step; null: the campaign had just been made. */
export const presentPastProgress = (row: ProgressParts["row"], step: StepAtInstant | null, asOf: Date) => {
  const figures = computeFigures(step ?? NOTHING_COUNTED);
  const state = stateAt(step);
  const hasContacts = row.snapshot_at !== null && row.snapshot_at <= asOf;
  return {
    campaign_id: row.id,
    state,
    ...presentFigures(figures),
    progress_percentage: computePercentage(figures, state),
    total_rows: figures.total,
    processed_rows: countRows(figures).processed_rows,
    rate_limit: null,
    source_sync: presentSource({ snapshot_at: hasContacts ? row.snapshot_at : null }, undefined),
    waiting_until: null,
    started_at: row.started_at !== null && row.started_at <= asOf ? row.started_at : null,
    completed_at: isOver(state) ? row.completed_at : null,
    eta: null,
    budgets: [],
    budget_wait: null,
    budget_wait_until: null,
    daily_quota: null,
    source: "database" as const,
    as_of: asOf,
    unknown: hasContacts ? UNKNOWN_OF_PAST : [...UNKNOWN_OF_PAST, "source_sync"],
  };
};

const presentQuota = ({ limit, made, renewsAtMs }: QuotaStanding) => ({
  limit,
  made,
  is_spent: isQuotaSpent({ limit, made, renewsAtMs }),
  renews_at: new Date(renewsAtMs),
});

const isOver = (state: string): boolean => FINAL_CAMPAIGN_STATES.some((final) => final === state);

export const presentBudget = (standing: BudgetFigures) => ({
  whose: standing.whose,
  limit_minor: standing.limitMinor,
  spent_minor: standing.spentMinor,
  held_minor: standing.heldMinor,
  spent_on_models_minor: standing.models.spentMinor,
  held_for_models_minor: standing.models.heldMinor,
  currency: standing.currency,
  renews_at: standing.renewsAtMs === null ? null : new Date(standing.renewsAtMs),
});

const presentSource = (row: Pick<ProgressParts["row"], "snapshot_at">, sourceImport: SourceImport | undefined) => {
  const last_synced_at = row.snapshot_at;
  if (last_synced_at !== null) return { status: "completed" as const, last_synced_at, error: null };
  const status = sourceImport?.status ?? "pending";
  // The file has been read; its contacts have not been copied into the campaign yet.
  if (status === "completed") return { status: "processing" as const, last_synced_at, error: null };
  return { status, last_synced_at, error: sourceImport?.error ?? null };
};
