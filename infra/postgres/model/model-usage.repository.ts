import {
  addUsage,
  readBudgetedCost,
  isCountedIn,
  selectLanguageModels,
  readModelCost,
  type ModelUsage,
  type RunModelUsage,
  sumUsage,
} from "../../../domain/model/model-usage.ts";
import { readAfterCallNodes } from "../../../domain/agent/after-call-nodes.ts";
import {
  readSpeechCost,
  readSpeechParts,
  type SpeechUsage,
  sumSpeechParts,
  addSpeechUsage,
} from "../../../domain/model/speech-usage.ts";
import { waitsForPrice } from "../call/waits-for-price.ts";
import type { PriceTable } from "../../telephony/price-table.ts";
import type { CallRun } from "../call/call-run.entity.ts";
import type { Database, OrganizationTransaction } from "../database.ts";
import { listModelRequests, listSpeechRequests } from "./model-requests.repository.ts";

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

/** Stores what one request to a model that speaks or hears came to. */
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
 * Stores what a run's models have cost so far, and adds what is new of it to the run's cost; a repetition adds nothing.
 * While the carrier's price is outstanding, the sum is made when that arrives. What budgets hold for the models is
 * released as far as it was used, and completely when no model is asked any more.
 */
export const settleModelUsage = async (
  tx: OrganizationTransaction,
  runId: number,
  { prices }: { prices: PriceTable },
): Promise<void> => {
  const run = await tx
    .selectFrom("call_runs")
    .select(["id", "agent_version_id", "model_usage", "cost_minor", "currency", "carrier_call_id", "provider"])
    .select(["reserved_model_minor", "reserved_speech_minor", "reserved_currency", "ended_at"])
    .where("id", "=", runId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { answered: usage, pending } = await readUsage(tx, runId, prices);
  const held = {
    reserved_model_minor: await modelsStillHeld(tx, run, { usage, pending }),
    reserved_speech_minor: await speechStillHeld(tx, run, { usage, pending }),
  };
  const isSame =
    held.reserved_model_minor === run.reserved_model_minor && held.reserved_speech_minor === run.reserved_speech_minor;
  if (!usage && isSame) return;
  await tx
    .updateTable("call_runs")
    .set({ model_usage: usage, ...held, ...(usage && costWith(run, usage)) })
    .where("id", "=", runId)
    .execute();
};

interface Requested {
  answered: RunModelUsage | null;
  /** What requests that are not answered yet come to at most. */
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
 * Does the same for a run whose conclusions are drawn, or that is over without a conversation; that of any other is
 * settled when its conclusions are drawn.
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
  if (currency === null || waitsForPrice(run)) return {};
  const more =
    readModelCost(usage, currency) - readModelCost(run.cost_minor === null ? null : run.model_usage, currency);
  if (run.cost_minor === null && usage.cost_minor === null) return {};
  return { cost_minor: (run.cost_minor ?? 0) + more, currency };
};

/**
 * Null: nothing. What has a price in the budget's currency takes the place of what is held. The rest stays held while a
 * model may be asked again, and where nothing of the usage, or not all that has a price, is in that currency. Later only
 * requests that are not answered yet are held, such as the last one of a worker that was killed.
 */
const modelsStillHeld = async (
  tx: OrganizationTransaction,
  run: Pick<CallRun, "id" | "agent_version_id" | "model_usage" | "reserved_model_minor" | "reserved_currency">,
  { usage, pending }: { usage: RunModelUsage | null; pending: RunModelUsage | null },
): Promise<number | null> => {
  const { reserved_model_minor: held, reserved_currency: currency } = run;
  if (held === null || currency === null) return null;
  // What models that speak or hear cost takes the place of what is held for those.
  const [before, now] = [selectLanguageModels(run.model_usage), selectLanguageModels(usage)];
  const leftMinor = Math.max(held + readBudgetedCost(before, currency) - readBudgetedCost(now, currency), 0);
  if (!isCountedIn(now, currency) || (await asksModelsAgain(tx, run))) return leftMinor;
  const pendingMinor = readBudgetedCost(selectLanguageModels(pending), currency);
  return pendingMinor === 0 ? null : Math.min(leftMinor, pendingMinor);
};

/** The same for models that speak and hear, which nobody asks once the conversation is over. */
const speechStillHeld = async (
  tx: OrganizationTransaction,
  run: Pick<CallRun, "id" | "ended_at" | "model_usage" | "reserved_speech_minor" | "reserved_currency">,
  { usage, pending }: { usage: RunModelUsage | null; pending: RunModelUsage | null },
): Promise<number | null> => {
  const { reserved_speech_minor: held, reserved_currency: currency } = run;
  if (held === null || currency === null) return null;
  const costOf = (each: RunModelUsage | null) => readSpeechCost(readSpeechParts(each), currency);
  const openMinor = costOf(pending);
  const leftMinor = Math.max(held + costOf(run.model_usage) - costOf(usage), 0);
  if (await mayStillTalk(tx, run)) return leftMinor;
  return openMinor === 0 ? null : Math.min(leftMinor, openMinor);
};

/** Its conclusions are still to be drawn, or it is under way. */
const mayStillTalk = async (
  tx: OrganizationTransaction,
  { id, ended_at }: Pick<CallRun, "id" | "ended_at">,
): Promise<boolean> => {
  const conversation = tx.selectFrom("conversations").select("concluded_at").where("run_id", "=", id);
  const row = await conversation.executeTakeFirst();
  return row ? row.concluded_at === null : ended_at === null;
};

/** Its conclusions are still to be drawn, or it is still to be reviewed. */
const asksModelsAgain = async (
  tx: OrganizationTransaction,
  { id, agent_version_id }: Pick<CallRun, "id" | "agent_version_id">,
): Promise<boolean> => {
  const conversation = tx.selectFrom("conversations").select("concluded_at").where("run_id", "=", id);
  if ((await conversation.executeTakeFirst())?.concluded_at === null) return true;
  const version = tx.selectFrom("agent_versions").select("definition").where("id", "=", agent_version_id);
  const { reviews } = readAfterCallNodes((await version.executeTakeFirstOrThrow()).definition);
  if (reviews.length === 0) return false;
  const made = await tx
    .selectFrom("after_call_steps")
    .select("node_id")
    .where("run_id", "=", id)
    .where("state", "<>", "pending")
    .execute();
  return reviews.some((review) => !made.some(({ node_id }) => node_id === review.id));
};

/** Adds the usage of one try at a reply of the assistant; all tries of a reply count. */
export const addReplyUsage = async (
  tx: OrganizationTransaction,
  replyId: number,
  { used, prices }: { used: readonly ModelUsage[]; prices: PriceTable },
): Promise<void> => {
  const usage = sumUsage(
    used.map((each) => ({ ...each, requests: 1 })),
    (model, tokens) => prices.costOfTokens(model, tokens),
  );
  if (!usage) return;
  const reply = await tx
    .selectFrom("thread_replies")
    .select("model_usage")
    .where("id", "=", replyId)
    .forUpdate()
    .executeTakeFirst();
  await tx
    .updateTable("thread_replies")
    .set({ model_usage: reply?.model_usage ? addUsage(reply.model_usage, usage) : usage })
    .where("id", "=", replyId)
    .execute();
};
