import { sql } from "kysely";
import {
  type BudgetFigures,
  type CampaignBudget,
  MODELS_RESERVED_DAYS,
  SPEECH_RESERVED_MINUTES,
} from "../../../domain/call/budget.rules.ts";
import { computePeriod } from "../../../domain/call/budget-periods.ts";
import { LIVE_CALL_STATES } from "../../../domain/call/call-states.rules.ts";
import { CHARGED_ENVIRONMENTS, isCharged } from "../../../domain/environment/sandbox.rules.ts";
import type { Organization } from "../access/organization.entity.ts";
import type { OrganizationTransaction } from "../database.ts";
import { literals } from "../literals.ts";
import { readTextCost } from "../message/text-messages.repository.ts";
import { readRehearsalCost } from "../rehearsal/rehearsal-cost.repository.ts";
import { selectRunsWithCostSince } from "./requested-runs.ts";

export interface BudgetsOf {
  organizationId: number;
  /** Null: a call outside campaigns. */
  campaign: { id: number; budget: CampaignBudget | null } | null;
  environment: "production" | "sandbox";
}

/**
 * Reads the budgets that production calls, sessions and rehearsals count against, each summed from their own rows, so that the sums
 * are always right. Sandbox calls cost nothing and have none.
 */
export const readBudgets = async (
  tx: OrganizationTransaction,
  asked: BudgetsOf,
  now: Date,
): Promise<BudgetFigures[]> => {
  if (!isCharged(asked.environment)) return [];
  const organization = await tx
    .selectFrom("organizations")
    .select(["budget", "timezone"])
    .where("id", "=", asked.organizationId)
    .executeTakeFirstOrThrow();
  return readBudgetsOfOrganization(tx, organization, asked, now);
};

/** Reads the budgets of an organization whose row was read already. */
export const readBudgetsOfOrganization = async (
  tx: OrganizationTransaction,
  { budget, timezone }: Pick<Organization, "budget" | "timezone">,
  { campaign, environment }: Pick<BudgetsOf, "campaign" | "environment">,
  now: Date,
): Promise<BudgetFigures[]> => {
  if (!isCharged(environment)) return [];
  const standings: BudgetFigures[] = [];
  if (campaign?.budget) {
    const { total_minor: limitMinor, currency } = campaign.budget;
    const calls = sql`(select * from call_runs where campaign_id = ${campaign.id} and carrier_requested_at is not null)`;
    const removed = sql`campaign_id = ${campaign.id} and requested > 0`;
    const texts = await readTextCost(tx, { campaignId: campaign.id }, currency);
    const sums = await addUp(tx, { calls, removed }, currency);
    standings.push({ whose: "campaign", limitMinor, renewsAtMs: null, ...withTexts(sums, texts) });
  }
  for (const whose of ["day", "month"] as const) {
    const limitMinor = whose === "day" ? budget?.daily_minor : budget?.monthly_minor;
    if (!budget || limitMinor == null) continue;
    const { startsAt, endsAt } = computePeriod(whose, now, timezone);
    const counted = { calls: selectRunsWithCostSince(startsAt), removed: sql`spent_quarter >= ${startsAt}` };
    const sums = await addUp(tx, counted, budget.currency);
    const rehearsals = await readRehearsalCost(tx, startsAt, budget.currency);
    const texts = await readTextCost(tx, { since: startsAt }, budget.currency);
    const spent = withTexts(withModels(sums, rehearsals), texts);
    standings.push({ whose, limitMinor, renewsAtMs: endsAt.getTime(), ...spent });
  }
  return standings;
};

const withTexts = <Sums extends Pick<BudgetFigures, "spentMinor" | "heldMinor">>(
  sums: Sums,
  texts: { spentMinor: number; heldMinor: number },
): Sums => ({
  ...sums,
  spentMinor: sums.spentMinor + texts.spentMinor,
  heldMinor: sums.heldMinor + texts.heldMinor,
});

/** Rehearsals spend on nothing but models. */
const withModels = <Sums extends Pick<BudgetFigures, "spentMinor" | "heldMinor" | "models">>(
  sums: Sums,
  more: { spentMinor: number; heldMinor: number },
): Sums => ({
  ...sums,
  spentMinor: sums.spentMinor + more.spentMinor,
  heldMinor: sums.heldMinor + more.heldMinor,
  models: {
    spentMinor: sums.models.spentMinor + more.spentMinor,
    heldMinor: sums.models.heldMinor + more.heldMinor,
  },
});

interface Counted {
  calls: ReturnType<typeof sql>;
  /** Selects the sums of those that were removed. */
  removed: ReturnType<typeof sql>;
}

/** Sums what carriers and models charge for these calls, and what is held for both. What removed ones have cost is spent. */
const addUp = async (tx: OrganizationTransaction, { calls, removed }: Counted, currency: string) => {
  const ofModels = sql`case when model_usage->>'currency' = ${currency} then coalesce((model_usage->>'cost_minor')::bigint, 0) else 0 end`;
  // Where one of a run's models has no price, the run has no model cost, but the other models' cost is spent.
  const ofPricedModels = sql`coalesce((model_usage->'priced_parts'->>${currency}::text)::bigint, ${ofModels})`;
  const mayAskModels = sql`(ended_at is null or ended_at > now() - make_interval(days => ${MODELS_RESERVED_DAYS}))`;
  const maySpeak = sql`(ended_at is null or ended_at > now() - make_interval(mins => ${SPEECH_RESERVED_MINUTES}))`;
  const ofHeldModels = sql`(case when ${mayAskModels} then coalesce(reserved_model_minor, 0) else 0 end
    + case when ${maySpeak} then coalesce(reserved_speech_minor, 0) else 0 end)`;
  const ofRemoved = sql`removed_run_sums
    where direction = 'outbound' and environment in (${literals(CHARGED_ENVIRONMENTS)}) and currency = ${currency} and ${removed}`;
  const { rows } = await sql<Record<Sum, number> & { under_way: boolean }>`
    select coalesce(sum(cost_minor - ${ofModels}) filter (where currency = ${currency} and reserved_minor is null), 0)::bigint as spent,
      coalesce(sum(reserved_minor) filter (where reserved_currency = ${currency}), 0)::bigint as held,
      coalesce(sum(${ofPricedModels}) filter (where model_usage is not null), 0)::bigint as spent_models,
      coalesce(sum(${ofHeldModels}) filter (where reserved_currency = ${currency}), 0)::bigint as held_models,
      (select coalesce(sum(carrier_minor), 0) from ${ofRemoved})::bigint as spent_before,
      (select coalesce(sum(model_minor), 0) from ${ofRemoved})::bigint as spent_models_before,
      coalesce(bool_or((reserved_minor > 0 and state in (${literals(LIVE_CALL_STATES)}))
        or (${ofHeldModels} > 0 and (ended_at is null or ended_at > now() - interval '5 minutes'))), false) as under_way
    from ${calls} calls where direction = 'outbound'`.execute(tx);
  const sums = rows[0] ?? NO_SUMS;
  const models = sums.spent_models + sums.spent_models_before;
  return {
    currency,
    spentMinor: sums.spent + sums.spent_before + models,
    heldMinor: sums.held + sums.held_models,
    models: { spentMinor: models, heldMinor: sums.held_models },
    hasCallsUnderWay: sums.under_way,
  };
};

type Sum = "spent" | "held" | "spent_models" | "held_models" | "spent_before" | "spent_models_before";

const NO_SUMS: Record<Sum, number> & { under_way: boolean } = {
  spent: 0,
  held: 0,
  spent_models: 0,
  held_models: 0,
  spent_before: 0,
  spent_models_before: 0,
  under_way: false,
};

/** The budget that stops a campaign although contacts are due. */
export interface BudgetWait {
  /** ISO 8601; null: until somebody raises the budget. */
  until: string | null;
  says: string;
}

/** Tells whether it still stops the campaign. */
export const isWaitingForBudget = (wait: BudgetWait | null, now: Date): wait is BudgetWait =>
  wait !== null && (wait.until === null || new Date(wait.until) > now);

/** Makes the organization's campaigns check their budgets again. */
export const endBudgetWaits = async (tx: OrganizationTransaction): Promise<void> => {
  await tx.updateTable("campaigns").set({ budget_wait: null }).where("budget_wait", "is not", null).execute();
};
