import { DEFAULT_EMBEDDINGS, type Embedder } from "../../domain/model/embedder.ts";
import type { Config } from "../config/config.ts";
import type { GuardedRequests } from "../guarded-request/guarded-requests.ts";
import { type BuiltInEmbedder, createLocalEmbedder } from "./local.embedder.ts";
import { observedFetch } from "./observed-fetch.ts";
import type { ModelChoice } from "./open-model.ts";
import { createOpenaiEmbedder } from "./openai.embedder.ts";

/** Returns the embedder of organizations that configured none; null: the operator switched it off. */
export const readDefaultEmbeddings = ({
  BUILT_IN_EMBEDDINGS: isOn,
}: Pick<Config, "BUILT_IN_EMBEDDINGS">): ModelChoice | null =>
  isOn ? { ...DEFAULT_EMBEDDINGS, apiKey: null, baseUrl: null, script: [] } : null;

/**
 * Opens the embedder that an organization chose; null when there is none, or when it has no key (`NO_EMBEDDING_MODEL`).
 */
export const openEmbedder = (
  choice: Pick<ModelChoice, "provider" | "model" | "apiKey" | "baseUrl"> | null,
  guardedRequests: Pick<GuardedRequests, "repeatingFetch" | "modelRequestSeconds">,
): Embedder | null => {
  if (choice === null) return null;
  if (choice.provider === "local") return createLocalEmbedder();
  const { provider, model, apiKey, baseUrl } = choice;
  // Self-hosted servers may need no key; OpenAI's does.
  if (apiKey === null && baseUrl === null) return null;
  return createOpenaiEmbedder({
    model,
    apiKey,
    baseUrl,
    fetch: observedFetch(guardedRequests, { provider, kind: "vectors" }),
  });
};

/**
 * Opens the embedder of this name when it is a built-in one, null otherwise. Its vectors are not stored with their passages: it
 * makes the same ones again in less time than writing and reading them takes.
 */
export const openBuiltInEmbedder = (name: string): BuiltInEmbedder | null => {
  const embedder = createLocalEmbedder();
  return embedder.name === name ? embedder : null;
};
