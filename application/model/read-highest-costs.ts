import { sql } from "kysely";
import { readAfterConversationNodes } from "../../domain/agent/after-conversation-nodes.ts";
import { findOwnModel } from "../../domain/agent/agent-models.ts";
import { readAgentSettings } from "../../domain/agent/agent-settings.ts";
import type { Money } from "../../domain/call/budget.rules.ts";
import { estimateMostQuestionTokensOfCall, estimateMostTokensOfCall } from "../../domain/model/model-allowance.ts";
import type { TokenUsage } from "../../domain/model/model-usage.ts";
import { estimateMostSpeechOfCall } from "../../domain/model/speech-allowance.ts";
import { type ModelChoice, readPricedName, readPricedSpeechName } from "../../infra/models/open-model.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { PriceTable } from "../../infra/telephony/price-table.ts";

interface LongestCall {
  tx: OrganizationTransaction;
  prices: PriceTable;
  timeLimitSeconds: number;
}

type Choice = Pick<ModelChoice, "provider" | "model">;
type Cost = NonNullable<ReturnType<PriceTable["costOfTokens"]>>;

/**
 * Returns the highest cost of a call's language models: of the most expensive that its agent talks with or is reviewed by, and of
 * the one that compares its questions with documents. There is one for each currency of their prices.
 */
export const readHighestModelCosts = async (
  { tx, prices, timeLimitSeconds }: LongestCall,
  agentVersionId: number,
): Promise<Money[]> => {
  const version = await tx
    .selectFrom("agent_versions")
    .select(["definition", "configurations"])
    .select(sql<number>`length(definition::text)`.as("characters"))
    .where("id", "=", agentVersionId)
    .executeTakeFirst();
  if (!version) return [];
  const ofAgent =
    findOwnModel(readAgentSettings(version.configurations), "llm") ?? (await readConfigured(tx)).get("llm") ?? null;
  const reviewers = readAfterConversationNodes(version.definition).reviews.map(({ model }) => model ?? ofAgent);
  const tokens = estimateMostTokensOfCall({ timeLimitSeconds, agentCharacters: version.characters });
  const costOf = (choice: Choice | null, most: TokenUsage) => {
    const name = readPricedName(choice);
    return name === null ? null : prices.costOfTokens(name, most);
  };
  const talking = byCurrency(
    [ofAgent, ...reviewers].map((choice) => costOf(choice, tokens)),
    Math.max,
  );
  const questions = costOf(await readQuestionModel(tx), estimateMostQuestionTokensOfCall({ timeLimitSeconds }));
  const asCost = ({ amountMinor, currency }: Money) => ({ exactMinor: amountMinor, currency });
  return byCurrency([...talking.map(asCost), questions], (one, other) => one + other);
};

/** Reads the model by which questions are compared with documents; null: there is none, or there are no documents. */
const readQuestionModel = async (tx: OrganizationTransaction): Promise<Choice | null> => {
  const row = await tx
    .selectFrom("model_configurations")
    .select(["provider", "model"])
    .where("part", "=", "embeddings")
    .where(({ exists, selectFrom }) => exists(selectFrom("documents").select("id").where("deleted_at", "is", null)))
    .executeTakeFirst();
  return row ?? null;
};

/** Returns the highest cost of the models that speak and hear in a call, together, by currency. */
export const readHighestSpeechCosts = async (
  { tx, prices, timeLimitSeconds }: LongestCall,
  agentVersionId: number,
): Promise<Money[]> => {
  const version = await tx
    .selectFrom("agent_versions")
    .select("configurations")
    .where("id", "=", agentVersionId)
    .executeTakeFirst();
  if (!version) return [];
  const { models, voice } = readAgentSettings(version.configurations);
  const configured = await readConfigured(tx);
  const most = estimateMostSpeechOfCall({ timeLimitSeconds, speed: voice?.speed ?? 1 });
  const costs = (["tts", "stt"] as const).map((part) => {
    const name = readPricedSpeechName(models?.[part] ?? configured.get(part) ?? null);
    return name === null ? null : prices.costOfSpeech(name, most[part]);
  });
  return byCurrency(costs, (one, other) => one + other);
};

/** Reads the organization's own models, by part. */
const readConfigured = async (tx: OrganizationTransaction) => {
  const rows = await tx.selectFrom("model_configurations").select(["part", "provider", "model"]).execute();
  return new Map(rows.map(({ part, ...choice }) => [part, choice]));
};

const byCurrency = (costs: readonly (Cost | null)[], join: (one: number, other: number) => number): Money[] => {
  const joined = new Map<string, number>();
  for (const cost of costs) {
    if (cost === null || cost.exactMinor === 0) continue;
    const amountMinor = Math.ceil(cost.exactMinor);
    joined.set(cost.currency, join(joined.get(cost.currency) ?? 0, amountMinor));
  }
  return [...joined].map(([currency, amountMinor]) => ({ currency, amountMinor }));
};
