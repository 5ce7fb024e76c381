import type { ModelError } from "../domain/model/chat-model.ts";
import { upstreamFailed } from "./http/http-error.ts";

/** The error for a request that a model's server refused or did not answer. */
export const modelRefused = (model: string, error: ModelError) =>
  upstreamFailed(`model_${error.code}`, `${model}: ${error.message}`, error);
