import { sql } from "kysely";
import { type CarrierCall, CarrierUnavailableError } from "../../infra/telephony/carrier.ts";
import { readModelCost } from "../../domain/model/model-usage.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { StepResult } from "../../workflows/after-conversation.ports.ts";
import { computePriceDelaySeconds } from "../../domain/call/follow-up.rules.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { type DialledCall, findRunOfDeletedAccount, readDialledCall } from "./dialled-call.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";

/**
 * Asks the carrier for the cost of a call until it reports it; uses the price table where the carrier does not, or where the
 * call's account was deleted or is another one now.
 */
export const askPrice = async (deps: WorkerDependencies, input: CallRunInput): Promise<StepResult> => {
  const dialled = await readDialledCall(deps, input);
  const run = dialled?.run ?? (await findRunOfDeletedAccount(deps, input));
  if (!run || run.cost_minor !== null) return { kind: "done" };
  const price = dialled && (await carrierPrice(dialled));
  const inSeconds =
    dialled && !price && reportsPrice(dialled) ? computePriceDelaySeconds(dialled.secondsSinceEnd) : null;
  if (inSeconds !== null) return { kind: "again", inSeconds };
  await write(deps, run, price ?? tabledPrice(deps, run));
  return { kind: "done" };
};

const tabledPrice = ({ prices }: WorkerDependencies, run: CallRun): Price => {
  const phoneNumber = run.direction === "inbound" ? run.caller_number : run.called_number;
  const durationSeconds = run.duration_seconds ?? 0;
  const tabled = prices.costOf({ provider: run.provider ?? "", phoneNumber, durationSeconds });
  return tabled ?? { costMinor: null, currency: run.model_usage?.currency ?? null };
};

interface Price {
  /** Null: the call has no price, and only its models' cost is known. */
  costMinor: number | null;
  currency: string | null;
}

const reportsPrice = ({ carrier, isOfFormerAccount }: DialledCall): boolean =>
  carrier.reportsPrice && !isOfFormerAccount;

const carrierPrice = async (dialled: DialledCall): Promise<Price | null> => {
  if (!reportsPrice(dialled)) return null;
  const { carrier, credentials, carrierCallId } = dialled;
  const call = await carrier.fetchCall(credentials, carrierCallId).catch(unknownYet);
  return call && call.costMinor !== null && call.currency !== null
    ? { costMinor: call.costMinor, currency: call.currency }
    : null;
};

const unknownYet = (error: unknown): CarrierCall | null => {
  if (error instanceof CarrierUnavailableError) return null;
  throw error;
};

const write = ({ database }: WorkerDependencies, run: CallRun, { costMinor, currency }: Price): Promise<void> =>
  database.inOrganization(run.organization_id, async (tx) => {
    if (currency === null) return;
    const { model_usage: usage } = await tx
      .selectFrom("call_runs")
      .select("model_usage")
      .where("id", "=", run.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await tx
      .updateTable("call_runs")
      .set({
        cost_minor: (costMinor ?? 0) + readModelCost(usage, currency),
        carrier_cost_minor: costMinor,
        currency,
        // A cost in another currency cannot be compared with the budget, so the reservation is kept.
        reserved_minor: sql<number | null>`case when reserved_currency = ${currency} then null else reserved_minor end`,
      })
      .where("id", "=", run.id)
      .where("cost_minor", "is", null)
      .execute();
  });
