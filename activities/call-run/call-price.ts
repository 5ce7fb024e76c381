import { sql } from "kysely";
import { releasesReservation } from "../../domain/call/budget.rules.ts";
import { readModelCost } from "../../domain/model/model-usage.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { keepCallSteps } from "../../infra/postgres/campaign/figures.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordPrice } from "../../infra/postgres/record/record-price.ts";
import { sendLast } from "../../infra/postgres/send-together.ts";
import type { WorkerDependencies } from "../dependencies.ts";

export interface RunPrice {
  /** Null: the call has no price, and only its models' cost is known. */
  costMinor: number | null;
  /** Null: nothing of the call has a price. */
  currency: string | null;
}

/** Returns a call's price by the price table, by the number of the other side. */
export const readListedPrice = (
  { prices }: Pick<WorkerDependencies, "prices">,
  run: Pick<CallRun, "provider" | "direction" | "caller_number" | "called_number" | "duration_seconds" | "model_usage">,
): RunPrice => {
  const phoneNumber = run.direction === "inbound" ? run.caller_number : run.called_number;
  const durationSeconds = run.duration_seconds ?? 0;
  const listed = prices.costOf({ provider: run.provider ?? "", phoneNumber, durationSeconds });
  return listed ?? { costMinor: null, currency: run.model_usage?.currency ?? null };
};

export interface PricedRun {
  run: Pick<CallRun, "id">;
  price: RunPrice;
}

/**
 * Writes the prices of calls that have none yet, with what their models have cost, and releases what budgets hold for them. A price
 * stays as it was first written.
 */
export const writePrices = async (tx: OrganizationTransaction, priced: readonly PricedRun[]): Promise<void> => {
  const told = new Map(priced.flatMap(({ run, price }) => (price.currency === null ? [] : [[run.id, price] as const])));
  if (told.size === 0) return;
  const runs = await tx
    .selectFrom("call_runs")
    .select(["id", "uuid", "organization_id", "agent_id", "campaign_id", "model_usage"])
    .select(["reserved_minor", "reserved_currency"])
    .where("id", "in", [...told.keys()])
    .where("cost_minor", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  const rows = runs.map(({ id, model_usage: usage, reserved_minor, reserved_currency }) => {
    const { costMinor = null, currency } = told.get(id) ?? {};
    const cost = (costMinor ?? 0) + readModelCost(usage, currency ?? "");
    const reserved = releasesReservation(currency ?? "", reserved_currency) ? null : reserved_minor;
    return { id, carrier: costMinor, cost, currency, reserved };
  });
  await sql`
    update call_runs c set cost_minor = p.cost, carrier_cost_minor = p.carrier, currency = p.currency,
      reserved_minor = p.reserved
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as p (id bigint, cost bigint, carrier bigint, currency text, reserved bigint)
    where c.id = p.id
  `.execute(tx);
  const ofCampaigns = runs.filter((run) => run.campaign_id !== null).map(({ id }) => id);
  if (ofCampaigns.length > 0) await sendLast(tx, (tx) => keepCallSteps(tx, ofCampaigns));
  const costs = new Map(rows.map((row) => [row.id, row]));
  for (const run of runs) {
    const { cost = null, currency = null } = costs.get(run.id) ?? {};
    await recordPrice(tx, run, { cost_minor: cost, currency });
  }
};
