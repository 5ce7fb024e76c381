import { sql } from "kysely";
import type { ModelUsage } from "../../../domain/model/model-usage.ts";
import type { OrganizationTransaction } from "../database.ts";

/** What a run's requests to one model come to. */
export interface ModelRequests extends ModelUsage {
  requests: number;
  /** They are not answered yet: the tokens are the most that they can come to. */
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
