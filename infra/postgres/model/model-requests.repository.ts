import { sql } from "kysely";
import type { ModelUsage } from "../../../domain/model/model-usage.ts";
import type { SpeechUsage } from "../../../domain/model/speech-usage.ts";
import type { OrganizationTransaction } from "../database.ts";

/** The usage of a run's requests to one model. */
export interface ModelRequests extends ModelUsage {
  requests: number;
  /** The requests are not answered yet, and the tokens are the most that they can use. */
  pending: boolean;
}

export const listModelRequests = async (tx: OrganizationTransaction, runId: number): Promise<ModelRequests[]> => {
  const rows = await tx
    .selectFrom("model_requests")
    .select(["model", "pending"])
    .select(({ fn }) => [
      sql<number>`count(*)::integer`.as("requests"),
      sql<number>`sum(prompt_tokens)::integer`.as("prompt_tokens"),
      sql<number>`sum(completion_tokens)::integer`.as("completion_tokens"),
      fn<boolean>("bool_or", ["estimated"]).as("estimated"),
    ])
    .where("run_id", "=", runId)
    .where("part", "=", "llm")
    .groupBy(["model", "pending"])
    .execute();
  return rows.map(({ model, pending, requests, estimated, ...tokens }) => ({
    model,
    pending,
    requests,
    promptTokens: tokens.prompt_tokens,
    completionTokens: tokens.completion_tokens,
    estimated,
  }));
};

/** The usage of a run's requests to one model that speaks or hears. */
interface SpeechRequests extends SpeechUsage {
  requests: number;
  /** The requests are not answered yet, and the amounts are the most that they can use. */
  pending: boolean;
}

export const listSpeechRequests = async (tx: OrganizationTransaction, runId: number): Promise<SpeechRequests[]> => {
  const rows = await tx
    .selectFrom("model_requests")
    .select(["part", "model", "pending"])
    .select([
      sql<number>`count(*)::integer`.as("requests"),
      sql<number>`sum(characters)::integer`.as("characters"),
      sql<number>`sum(sound_ms)::integer`.as("soundMs"),
    ])
    .where("run_id", "=", runId)
    .where("part", "<>", "llm")
    .groupBy(["part", "model", "pending"])
    .execute();
  return rows.flatMap(({ part, ...row }) => (part === "llm" ? [] : [{ part, ...row }]));
};
