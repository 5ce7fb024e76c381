import { type ModelUsage, type RunModelUsage, readModelCost, sumUsage } from "../../domain/model/model-usage.ts";
import { addSpeechUsage, type SpeechUsage, sumSpeechParts } from "../../domain/model/speech-usage.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { isWaitingForPrice } from "../../infra/postgres/call/call-run.repository.ts";
import { keepCallSteps } from "../../infra/postgres/campaign/figures.repository.ts";
import type { Database, OrganizationTransaction } from "../../infra/postgres/database.ts";
import { listModelRequests, listSpeechRequests } from "../../infra/postgres/model/model-requests.repository.ts";
import { recordPrice } from "../../infra/postgres/record/record-price.ts";
import { sendLast } from "../../infra/postgres/send-together.ts";
import type { PriceTable } from "../../infra/telephony/price-table.ts";
import { mayStillTalk, readModelsStillReserved, readSpeechStillReserved } from "./still-reserved.ts";

/** Stores the usage of one request to a model. */
export const recordModelRequest = (
  database: Database,
  { organizationId, runId }: { organizationId: number; runId: number },
  usage: ModelUsage,
): Promise<void> =>
  database.inOrganization(organizationId, async (tx) => {
    await tx
      .insertInto("model_requests")
      .values({
        organization_id: organizationId,
        run_id: runId,
        model: usage.model,
        prompt_tokens: usage.promptTokens,
        completion_tokens: usage.completionTokens,
        estimated: usage.estimated,
      })
      .execute();
  });

/** Stores the usage of one request to a model that speaks or hears. */
export const recordSpeechRequest = (
  database: Database,
  { organizationId, runId }: { organizationId: number; runId: number },
  { part, model, characters, soundMs }: SpeechUsage,
): Promise<void> =>
  database.inOrganization(organizationId, async (tx) => {
    await tx
      .insertInto("model_requests")
      .values({
        organization_id: organizationId,
        run_id: runId,
        part,
        model,
        prompt_tokens: 0,
        completion_tokens: 0,
        estimated: false,
        characters,
        sound_ms: soundMs,
      })
      .execute();
  });

/**
 * Stores what a run's models have cost so far, and adds the difference to the run's cost; a repetition adds nothing. While the
 * carrier's price is outstanding, the sum is computed when it arrives. The reservation for the models is released as far as it
 * was used, and completely when no model is asked any more.
 */
export const settleModelUsage = async (
  tx: OrganizationTransaction,
  runId: number,
  { prices }: { prices: PriceTable },
): Promise<void> => {
  const run = await tx
    .selectFrom("call_runs")
    .select([
      "id",
      "uuid",
      "organization_id",
      "agent_id",
      "agent_version_id",
      "campaign_id",
      "model_usage",
      "cost_minor",
      "currency",
      "carrier_call_id",
      "provider",
    ])
    .select(["reserved_model_minor", "reserved_speech_minor", "reserved_currency", "ended_at"])
    .where("id", "=", runId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { answered: usage, pending } = await readUsage(tx, runId, prices);
  const held = {
    reserved_model_minor: await readModelsStillReserved(tx, run, { usage, pending }),
    reserved_speech_minor: await readSpeechStillReserved(tx, run, { usage, pending }),
  };
  const isSame =
    held.reserved_model_minor === run.reserved_model_minor && held.reserved_speech_minor === run.reserved_speech_minor;
  if (!usage && isSame) return;
  const cost = usage && costWith(run, usage);
  await tx
    .updateTable("call_runs")
    .set({ model_usage: usage, ...held, ...cost })
    .where("id", "=", runId)
    .execute();
  if (cost?.cost_minor === undefined) return;
  if (run.campaign_id !== null) await sendLast(tx, (tx) => keepCallSteps(tx, [runId]));
  if (run.ended_at !== null) await recordPrice(tx, run, { cost_minor: cost.cost_minor, currency: cost.currency });
};

interface Requested {
  answered: RunModelUsage | null;
  /** The highest usage of requests that are not answered yet. */
  pending: RunModelUsage | null;
}

const readUsage = async (tx: OrganizationTransaction, runId: number, prices: PriceTable): Promise<Requested> => {
  const requests = await listModelRequests(tx, runId);
  const speech = await listSpeechRequests(tx, runId);
  const usageOf = (isPending: boolean) =>
    addSpeechUsage({
      llm: sumUsage(
        requests.filter(({ pending }) => pending === isPending),
        prices.costOfTokens,
      ),
      ...sumSpeechParts(
        speech.filter(({ pending }) => pending === isPending),
        prices.costOfSpeech,
      ),
    });
  return { answered: usageOf(false), pending: usageOf(true) };
};

/**
 * Settles the usage of a run whose conclusions are drawn, or that is over without a conversation; every other run is settled when
 * its conclusions are drawn.
 */
export const settleConcludedUsage = async (
  tx: OrganizationTransaction,
  runId: number,
  dependencies: { prices: PriceTable },
): Promise<void> => {
  const run = tx.selectFrom("call_runs").select(["id", "ended_at"]).where("id", "=", runId);
  if (!(await mayStillTalk(tx, await run.executeTakeFirstOrThrow()))) await settleModelUsage(tx, runId, dependencies);
};

type SettledRun = Pick<CallRun, "model_usage" | "cost_minor" | "currency" | "carrier_call_id" | "provider">;

const costWith = (run: SettledRun, usage: RunModelUsage) => {
  const currency = run.currency ?? usage.currency;
  if (currency === null || isWaitingForPrice(run)) return {};
  const more =
    readModelCost(usage, currency) - readModelCost(run.cost_minor === null ? null : run.model_usage, currency);
  if (run.cost_minor === null && usage.cost_minor === null) return {};
  return { cost_minor: (run.cost_minor ?? 0) + more, currency };
};
