import type { Embedder } from "../../domain/model/embedder.ts";
import { createLocalEmbedder } from "./local.embedder.ts";
import type { ModelChoice } from "./open-model.ts";
import { createOpenaiEmbedder } from "./openai.embedder.ts";

/** The embedder of an organization's choice; null when there is none, or when it has no key (`NO_EMBEDDING_MODEL`). */
export const openEmbedder = (
  choice: Pick<ModelChoice, "provider" | "model" | "apiKey" | "baseUrl"> | null,
  guardedRequests: { fetch: typeof fetch },
): Embedder | null => {
  if (choice === null) return null;
  if (choice.provider === "local") return createLocalEmbedder();
  const { model, apiKey, baseUrl } = choice;
  // Servers of one's own may need no key; OpenAI's does.
  if (apiKey === null && baseUrl === null) return null;
  return createOpenaiEmbedder({ model, apiKey, baseUrl, fetch: guardedRequests.fetch });
};
