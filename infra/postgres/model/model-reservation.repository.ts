import { sql } from "kysely";
import { readAfterCallNodes } from "../../../domain/agent/after-call-nodes.ts";
import { readAgentSettings } from "../../../domain/agent/agent-settings.ts";
import type { Money } from "../../../domain/call/budget.rules.ts";
import { type ModelAllowance, mostTokensOfCall } from "../../../domain/model/model-allowance.ts";
import { budgetedCostIn } from "../../../domain/model/model-usage.ts";
import type { ModelChoice } from "../../models/open-model.ts";
import { pricedName } from "../../models/open-model.ts";
import type { PriceTable } from "../../telephony/price-table.ts";
import type { OrganizationTransaction } from "../database.ts";

interface CallOfModels {
  agentVersionId: number;
  timeLimitSeconds: number;
}

/**
 * What the models of a call come to at most: by the dearest of those that its agent talks with and is reviewed by. Null:
 * none of them has a price.
 */
export const highestModelCost = async (
  tx: OrganizationTransaction,
  prices: PriceTable,
  { agentVersionId, timeLimitSeconds }: CallOfModels,
): Promise<Money | null> => {
  const version = await tx
    .selectFrom("agent_versions as v")
    .leftJoin("model_configurations as m", (join) =>
      join.onRef("m.organization_id", "=", "v.organization_id").on("m.part", "=", "llm"),
    )
    .select(["v.definition", "v.configurations", "m.provider", "m.model"])
    .select(sql<number>`length(v.definition::text)`.as("characters"))
    .where("v.id", "=", agentVersionId)
    .executeTakeFirst();
  if (!version) return null;
  const ofOrganization =
    version.provider && version.model ? { provider: version.provider, model: version.model } : null;
  const ofAgent = readAgentSettings(version.configurations).models?.llm ?? ofOrganization;
  const reviewers = readAfterCallNodes(version.definition).reviews.map(({ model }) => model ?? ofAgent);
  const tokens = mostTokensOfCall({ timeLimitSeconds, agentCharacters: version.characters });
  const costs = [ofAgent, ...reviewers].flatMap((choice) => {
    const name = pricedName(choice);
    const cost = name === null ? null : prices.costOfTokens(name, tokens);
    return cost && cost.exactMinor > 0 ? [cost] : [];
  });
  const dearest = costs.sort((one, other) => other.exactMinor - one.exactMinor)[0];
  return dearest ? { amountMinor: Math.ceil(dearest.exactMinor), currency: dearest.currency } : null;
};

/** What is left to the models of a run that budgets hold something for; null: nothing limits them. */
export const readModelAllowance = async (
  tx: OrganizationTransaction,
  prices: PriceTable,
  { runId, choice }: { runId: number; choice: ModelChoice | null },
): Promise<ModelAllowance | null> => {
  if (pricedName(choice) === null) return null;
  const rows = await tx
    .selectFrom("call_runs as r")
    .leftJoin("model_requests as q", "q.run_id", "r.id")
    .select(["r.reserved_model_minor", "r.reserved_currency", "r.model_usage", "q.model"])
    .select([
      sql<number>`coalesce(sum(q.prompt_tokens), 0)::integer`.as("prompt_tokens"),
      sql<number>`coalesce(sum(q.completion_tokens), 0)::integer`.as("completion_tokens"),
    ])
    .where("r.id", "=", runId)
    .groupBy(["r.id", "q.model"])
    .execute();
  const [run] = rows;
  if (!run || run.reserved_model_minor === null) return null;
  const costOf = (row: (typeof rows)[number]) =>
    row.model === null
      ? 0
      : (prices.costOfTokens(row.model, { promptTokens: row.prompt_tokens, completionTokens: row.completion_tokens })
          ?.exactMinor ?? 0);
  return {
    // What was settled before is no longer held.
    limitMinor: run.reserved_model_minor + budgetedCostIn(run.model_usage, run.reserved_currency ?? ""),
    spentMinor: rows.reduce((sum, row) => sum + costOf(row), 0),
  };
};
