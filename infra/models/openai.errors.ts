import { ModelError, type ModelFault } from "../../domain/model/chat-model.ts";
import { readRetryAfter } from "../../domain/time/retry-after.rules.ts";
import { OutboundRequestError } from "../guarded-request/outbound-request-error.ts";
import { maskTexts } from "../guarded-request/refusal-text.ts";
import { ServerRefusal } from "./server-refusal.ts";

/** Finds the refusal of the server in an error of the library. */
export const findRefusal = (error: unknown): ServerRefusal | null =>
  causesOf(error).find((cause) => cause instanceof ServerRefusal) ?? null;

/**
 * Converts an error of the library. The server's own words are added to the sentence without what is hidden: `ownWords` are those
 * of the conversation, which the server may repeat, and keys are masked where its answer is read. Errors are recognized by their
 * shape, so that the library is not loaded for it.
 */
export const toModelError = (error: unknown, ownWords: readonly string[] = []): ModelError => {
  if (error instanceof ModelError) return error;
  const refusal = findRefusal(error);
  const status = refusal?.status ?? statusOf(error);
  if (status !== null) {
    const serverWords = maskTexts(refusal?.words ?? null, ownWords);
    const sentence = serverWords === null ? sentenceOf(status) : `${sentenceOf(status)}. It says: ${serverWords}`;
    return new ModelError(faultOf(status), sentence, {
      retryAfterMs: retryAfterMsOf(refusal ?? error),
      status,
      serverWords,
    });
  }
  const refused = causesOf(error).find((cause) => cause instanceof OutboundRequestError);
  if (refused) return new ModelError(refused.code === "timed_out" ? "timeout" : "unavailable", refused.message);
  if (error instanceof SyntaxError) return new ModelError("invalid_answer", "The model's server sent no valid JSON");
  if (error instanceof Error && /timed? ?out/i.test(error.message)) {
    return new ModelError("timeout", "The model's server did not answer in time");
  }
  return new ModelError("unavailable", "The model's server could not be reached, or broke off");
};

const statusOf = (error: unknown): number | null =>
  typeof error === "object" && error !== null && "status" in error && typeof error.status === "number"
    ? error.status
    : null;

const retryAfterMsOf = (error: unknown): number | null => {
  if (!(error instanceof Error && "headers" in error && error.headers instanceof Headers)) return null;
  const seconds = readRetryAfter(error.headers.get("retry-after"), new Date());
  return seconds === null ? null : Math.ceil(seconds * 1000);
};

const causesOf = (error: unknown): unknown[] => {
  const causes: unknown[] = [];
  for (let at = error; at instanceof Error && causes.length < 10; at = at.cause) causes.push(at);
  return causes;
};

const faultOf = (status: number): ModelFault => {
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 429) return "rate_limited";
  if (status === 408 || status >= 500) return "unavailable";
  return "refused";
};

const sentenceOf = (status: number): string => {
  if (status === 401 || status === 403) return `The model's server refused the API key (${status}); check it`;
  if (status === 404) return "The model's server knows no such model, or the base URL is wrong (404)";
  if (status === 429) return "The model's server refuses requests for now, or the account is out of funds (429)";
  if (status >= 500) return `The model's server failed (${status})`;
  return `The model's server refused the request (${status})`;
};
