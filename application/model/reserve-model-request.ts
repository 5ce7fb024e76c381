import { ModelError } from "../../domain/model/chat-model.ts";
import type { ReservedRequest } from "../../domain/model/model-allowance.ts";
import {
  type ModelUsage,
  readBudgetedCost,
  selectLanguageModels,
  type TokenUsage,
} from "../../domain/model/model-usage.ts";
import {
  raiseReservation,
  readReservedCurrency,
  readSessionBudgetCurrency,
} from "../../infra/postgres/call/session-budget.repository.ts";
import type { Database, OrganizationTransaction } from "../../infra/postgres/database.ts";
import { listModelRequests } from "../../infra/postgres/model/model-requests.repository.ts";
import type { PriceTable } from "../../infra/telephony/price-table.ts";
import { settleModelUsage } from "./settle-model-usage.ts";

export const ALLOWANCE_USED_UP =
  "The budget reserved for the models of this call is used up: shorten the agent's prompts and documents";

interface Dependencies {
  database: Database;
  prices: PriceTable;
}

interface RunOfModels {
  organizationId: number;
  runId: number;
}

type MostOfRequest = TokenUsage & { model: string };

/** Tells whether budgets hold an amount for the models of a run, so that each request has to be held before it is sent. */
export const areModelsReserved = async (tx: OrganizationTransaction, runId: number): Promise<boolean> => {
  const run = await tx
    .selectFrom("call_runs")
    .select(["organization_id", "mode", "environment", "reserved_model_minor"])
    .where("id", "=", runId)
    .executeTakeFirst();
  if (!run) return false;
  return run.reserved_model_minor !== null || (await readSessionBudgetCurrency(tx, run)) !== null;
};

/**
 * Takes the highest cost of one request out of the amount that budgets hold for the run's models, until its tokens are known.
 * Requests of one run wait for each other here, so that a request of a broken-off turn and the next one share what is left. Throws
 * `ModelError` when the request does not fit.
 */
export const reserveModelRequest = async (
  { database, prices }: Dependencies,
  { organizationId, runId }: RunOfModels,
  most: MostOfRequest,
): Promise<ReservedRequest> => {
  const id = await database.inOrganization(organizationId, async (tx) => {
    await checkAllowance(tx, prices, { runId, most });
    return insertPending(tx, { organizationId, runId, most });
  });
  return {
    end: (usage) => database.inOrganization(organizationId, (tx) => endRequest(tx, prices, { id, runId, usage })),
  };
};

const checkAllowance = async (
  tx: OrganizationTransaction,
  prices: PriceTable,
  { runId, most }: { runId: number; most: MostOfRequest },
): Promise<void> => {
  const run = await lockRunOfModels(tx, runId);
  const held = run.reserved_model_minor;
  const currency = await readReservedCurrency(tx, run, held);
  if (currency === null) return;
  const price = prices.costOfTokens(most.model, most);
  if (price && price.exactMinor > 0 && price.currency !== currency) {
    throw new ModelError(
      "refused",
      `The budgets of this call are in ${currency}, and the tokens of ${most.model} are priced in ${price.currency}`,
    );
  }
  const before = await listModelRequests(tx, runId);
  const costs = [...before, most].map((tokens) => costIn(prices, currency, tokens));
  const sumMinor = Math.ceil(costs.reduce((sum, cost) => sum + cost, 0));
  // A request that was settled before is no longer reserved.
  const needMinor = sumMinor - readBudgetedCost(selectLanguageModels(run.model_usage), currency);
  const heldMinor = held ?? 0;
  if (needMinor <= heldMinor) return;
  const raised = { held: { reserved_model_minor: needMinor }, heldMinor, needMinor, currency };
  const isRaised = await raiseReservation(tx, run, raised);
  if (!isRaised) throw new ModelError("refused", ALLOWANCE_USED_UP);
};

const lockRunOfModels = (tx: OrganizationTransaction, runId: number) =>
  tx
    .selectFrom("call_runs")
    .select(["id", "organization_id", "mode", "environment"])
    .select(["reserved_model_minor", "reserved_currency", "model_usage"])
    .where("id", "=", runId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

const costIn = (prices: PriceTable, currency: string, tokens: MostOfRequest): number => {
  const price = prices.costOfTokens(tokens.model, tokens);
  return price?.currency === currency ? price.exactMinor : 0;
};

const insertPending = async (
  tx: OrganizationTransaction,
  { organizationId, runId, most }: RunOfModels & { most: MostOfRequest },
): Promise<number> => {
  const { id } = await tx
    .insertInto("model_requests")
    .values({
      organization_id: organizationId,
      run_id: runId,
      model: most.model,
      prompt_tokens: most.promptTokens,
      completion_tokens: most.completionTokens,
      estimated: true,
      pending: true,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

/** Replaces the highest cost by the request's usage; a call that was settled meanwhile is settled again with it. */
const endRequest = async (
  tx: OrganizationTransaction,
  prices: PriceTable,
  { id, runId, usage }: { id: number; runId: number; usage: ModelUsage | null },
): Promise<void> => {
  // A settlement at the same time either waits for these tokens, or is seen below and made again.
  await lockRunOfModels(tx, runId);
  if (usage === null) await tx.deleteFrom("model_requests").where("id", "=", id).execute();
  else {
    await tx
      .updateTable("model_requests")
      .set({
        prompt_tokens: usage.promptTokens,
        completion_tokens: usage.completionTokens,
        estimated: usage.estimated,
        pending: false,
      })
      .where("id", "=", id)
      .execute();
  }
  const conversation = tx.selectFrom("conversations").select("concluded_at").where("run_id", "=", runId);
  if ((await conversation.executeTakeFirst())?.concluded_at) await settleModelUsage(tx, runId, { prices });
};
