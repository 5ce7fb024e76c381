import { ModelError } from "../../domain/model/chat-model.ts";
import { TRIAL_TEXT } from "../../domain/model/embedder.ts";
import { openEmbedder } from "../../infra/models/open-embedder.ts";
import type { ModelChoice } from "../../infra/models/open-model.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { noVector } from "./models.errors.ts";

const WITHIN_MS = 10_000;

/**
 * Asks a model for one vector before it is saved, and refuses it in its server's words where it gives none that fits. A server that
 * cannot be reached now, or has no time, is saved: it may be back when documents are read.
 */
export const requireVector = async (
  { guardedRequests }: Pick<OperationContext, "guardedRequests">,
  choice: Pick<ModelChoice, "provider" | "model" | "apiKey" | "baseUrl">,
): Promise<void> => {
  if (choice.provider === "local") return;
  const signal = AbortSignal.timeout(WITHIN_MS);
  try {
    await openEmbedder(choice, guardedRequests)?.embed([TRIAL_TEXT], { signal });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof ModelError)) throw error;
    if (!error.isPassing) throw noVector(error);
  }
};
