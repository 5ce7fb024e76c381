import { sql } from "kysely";
import { addUsage, type ModelUsage, sumUsage } from "../../../domain/model/model-usage.ts";
import type { PriceTable } from "../../telephony/price-table.ts";
import type { CallRun } from "../call/call-run.entity.ts";
import type { Database, OrganizationTransaction } from "../database.ts";

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

/**
 * Adds the cost of a run's models to the run's cost, once; a repetition finds it added. While the carrier's price is
 * outstanding, the sum is made when that arrives.
 */
export const settleModelUsage = async (
  tx: OrganizationTransaction,
  run: CallRun,
  { prices, waitsForCarrier }: { prices: PriceTable; waitsForCarrier: boolean },
): Promise<void> => {
  const usage = sumUsage(await readUsage(tx, run.id), (model, tokens) => prices.costOfTokens(model, tokens));
  if (!usage) return;
  const isAdded = !waitsForCarrier && usage.cost_minor !== null;
  const sameCurrency = sql<boolean>`coalesce(currency, ${usage.currency}::text) = ${usage.currency}::text`;
  await tx
    .updateTable("call_runs")
    .set({
      model_usage: usage,
      ...(isAdded && {
        cost_minor: sql<number>`case when ${sameCurrency} then coalesce(cost_minor, 0) + ${usage.cost_minor}::bigint else cost_minor end`,
        currency: sql<string>`coalesce(currency, ${usage.currency}::text)`,
      }),
    })
    .where("id", "=", run.id)
    .where("model_usage", "is", null)
    .execute();
};

const readUsage = async (
  tx: OrganizationTransaction,
  runId: number,
): Promise<(ModelUsage & { requests: number })[]> => {
  const rows = await tx
    .selectFrom("model_requests")
    .select("model")
    .select(({ fn }) => [
      sql<number>`count(*)::integer`.as("requests"),
      sql<number>`sum(prompt_tokens)::integer`.as("prompt_tokens"),
      sql<number>`sum(completion_tokens)::integer`.as("completion_tokens"),
      fn<boolean>("bool_or", ["estimated"]).as("estimated"),
    ])
    .where("run_id", "=", runId)
    .groupBy("model")
    .execute();
  return rows.map((row) => ({
    model: row.model,
    requests: row.requests,
    promptTokens: row.prompt_tokens,
    completionTokens: row.completion_tokens,
    estimated: row.estimated,
  }));
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
