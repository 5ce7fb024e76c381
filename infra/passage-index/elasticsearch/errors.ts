import { PassageIndexError } from "../passage-index.ts";

/**
 * Converts an error of the library. The server's own sentence is dropped, because it may repeat what was sent. Errors
 * are recognized by their shape, so that the library is not loaded for it.
 */
export const toIndexError = (error: unknown): PassageIndexError => {
  if (error instanceof PassageIndexError) return error;
  const name = error instanceof Error ? error.name : "";
  const status = statusOf(error);
  if (status !== null) return new PassageIndexError(faultOf(status), sentenceOf(status), { cause: kindOf(error) });
  if (name === "TimeoutError") return new PassageIndexError("timeout", "Elasticsearch did not answer in time");
  if (name === "ProductNotSupportedError") {
    return new PassageIndexError("refused", "ELASTICSEARCH_URL answers but is not an Elasticsearch");
  }
  if (name === "DeserializationError")
    return new PassageIndexError("invalid_answer", "Elasticsearch sent no valid JSON");
  return new PassageIndexError("unavailable", "Elasticsearch could not be reached, or broke off");
};

const statusOf = (error: unknown): number | null =>
  error instanceof Error && "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : null;

const faultOf = (status: number) => (status === 408 || status === 429 || status >= 500 ? "unavailable" : "refused");

const sentenceOf = (status: number): string => {
  if (status === 401 || status === 403) return `Elasticsearch refused the credentials (${status}); check them`;
  if (status === 404) return "The passage index is missing in Elasticsearch (404); it is made again at the next start";
  if (status === 429) return "Elasticsearch refuses requests for now (429)";
  if (status >= 500) return `Elasticsearch failed (${status})`;
  return `Elasticsearch refused the request (${status})`;
};

/** Returns a word such as `illegal_argument_exception`, which names the fault and holds nothing of the request. */
const kindOf = (error: unknown): string => (error instanceof Error ? error.message.split(/[\s:]/, 1).join("") : "");
