import { sql } from "kysely";
import { readAfterCallNodes } from "../../../domain/agent/after-call-nodes.ts";
import { readAgentSettings } from "../../../domain/agent/agent-settings.ts";
import type { Money } from "../../../domain/call/budget.rules.ts";
import { mostTokensOfCall } from "../../../domain/model/model-allowance.ts";
import { pricedName } from "../../models/open-model.ts";
import type { PriceTable } from "../../telephony/price-table.ts";
import type { OrganizationTransaction } from "../database.ts";

interface CallOfModels {
  agentVersionId: number;
  timeLimitSeconds: number;
}

/**
 * What the models of a call come to at most: by the dearest of those that its agent talks with and is reviewed by. Where
 * their prices are in several currencies, by the dearest of each.
 */
export const highestModelCosts = async (
  tx: OrganizationTransaction,
  prices: PriceTable,
  { agentVersionId, timeLimitSeconds }: CallOfModels,
): Promise<Money[]> => {
  const version = await tx
    .selectFrom("agent_versions as v")
    .leftJoin("model_configurations as m", (join) =>
      join.onRef("m.organization_id", "=", "v.organization_id").on("m.part", "=", "llm"),
    )
    .select(["v.definition", "v.configurations", "m.provider", "m.model"])
    .select(sql<number>`length(v.definition::text)`.as("characters"))
    .where("v.id", "=", agentVersionId)
    .executeTakeFirst();
  if (!version) return [];
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
  const dearest = new Map<string, number>();
  for (const { currency, exactMinor } of costs) {
    dearest.set(currency, Math.max(dearest.get(currency) ?? 0, Math.ceil(exactMinor)));
  }
  return [...dearest].map(([currency, amountMinor]) => ({ currency, amountMinor }));
};
