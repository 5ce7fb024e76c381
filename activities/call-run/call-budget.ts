import { computeReservedAfterEnd, type Money } from "../../domain/call/budget.rules.ts";
import { toMoney } from "../../domain/call/call-price.rules.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { logCampaign } from "../../infra/postgres/campaign/campaign-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { CarrierCall } from "../../infra/telephony/carrier.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import type { OutboundCall } from "./outbound-call.ts";

/** Stops the campaign's claims until the budget has room, with one log entry for the campaign and not one for each contact. */
export const waitForBudget = async (
  tx: OrganizationTransaction,
  { run, campaign }: OutboundCall,
  { untilMs, sentence }: { untilMs: number | null; sentence: string },
): Promise<void> => {
  const until = untilMs === null ? null : new Date(untilMs).toISOString();
  const before = await tx
    .with("before", (campaigns) =>
      campaigns
        .selectFrom("campaigns")
        .select(["id", "budget_wait"])
        .where("id", "=", run.campaign_id)
        .forNoKeyUpdate(),
    )
    .updateTable("campaigns")
    .from("before")
    .set({ budget_wait: { until, says: sentence } })
    .whereRef("campaigns.id", "=", "before.id")
    .returning("before.budget_wait")
    .executeTakeFirst();
  if (campaign === null || !before || before.budget_wait !== null) return;
  await logCampaign(tx, campaign, {
    level: "warning",
    event: "waiting_for_budget",
    message: sentence,
    actor: "system",
    details: { until },
  });
};

/** A call has fitted, so the next shortage is logged again. */
export const endBudgetWait = async (tx: OrganizationTransaction, { campaign }: OutboundCall): Promise<void> => {
  if (!campaign?.budget_wait) return;
  await tx.updateTable("campaigns").set({ budget_wait: null }).where("id", "=", campaign.id).execute();
};

interface EndOfCall {
  outcome: string;
  /** The carrier's own figures, where a call was made. */
  call?: CarrierCall;
}

/** Returns the columns for what stays reserved of an ended run. */
export const buildReservedColumns = ({ prices }: WorkerDependencies, run: CallRun, { outcome, call }: EndOfCall) => {
  const { provider, called_number: phoneNumber } = run;
  const durationSeconds = call?.durationSeconds ?? null;
  const held = computeReservedAfterEnd({
    reserved: moneyOf(run.reserved_minor, run.reserved_currency),
    cost: moneyOf(call?.costMinor ?? null, call?.currency ?? null),
    listed:
      durationSeconds === null || provider === null
        ? null
        : toMoney(prices.costOf({ provider, phoneNumber, durationSeconds })),
    mayHaveBeenMade: call !== undefined || run.carrier_accepted_at !== null || outcome === "unknown",
  });
  // A call in which nobody has talked has asked no model; every other call still has its conclusions to draw.
  const reserved_model_minor = run.holds_conversation ? run.reserved_model_minor : null;
  const keepsCurrency = reserved_model_minor !== null || run.reserved_speech_minor !== null;
  const reserved_currency = held?.currency ?? (keepsCurrency ? run.reserved_currency : null);
  return { reserved_minor: held?.amountMinor ?? null, reserved_currency, reserved_model_minor };
};

const moneyOf = (amountMinor: number | null, currency: string | null): Money | null =>
  amountMinor === null || currency === null ? null : { amountMinor, currency };
