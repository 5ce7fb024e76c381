import type { GuardedRequest, GuardedRequests, GuardedResponse } from "../../infra/guarded-request/guarded-requests.ts";
import { OutboundRequestError } from "../../infra/guarded-request/outbound-request-error.ts";
import type { ToolCallEnd } from "../../infra/postgres/tool/tool-call.repository.ts";
import { withoutSecrets } from "./read-response.ts";

const UNKNOWN =
  "The request was sent and no answer came: it is unknown whether it was carried out. Do not repeat it unasked; say that it has to be checked.";

/** A request that was certainly not sent is tried once more at once, because somebody waits on the line. */
export const sendAtMostTwice = async (
  guardedRequests: GuardedRequests,
  outgoing: GuardedRequest,
): Promise<GuardedResponse> => {
  try {
    return await guardedRequests.send(outgoing);
  } catch (error) {
    const wasNotSent = error instanceof OutboundRequestError && error.code === "connection_failed";
    if (!wasNotSent) throw error;
    return guardedRequests.send(outgoing);
  }
};

/** Returns the end of a call without an answer. Rethrows errors that are not a request's. */
export const endWithoutAnswer = (
  error: unknown,
  { repeatable, secrets }: { repeatable: boolean; secrets: readonly string[] },
): ToolCallEnd => {
  if (!(error instanceof OutboundRequestError)) throw error;
  if (error.mayHaveArrived && !repeatable) return describeUnknownEnd();
  return { state: "failed", error: withoutSecrets(error.message, secrets) };
};

export const describeUnknownEnd = (): ToolCallEnd => ({ state: "unknown", error: UNKNOWN, result: { error: UNKNOWN } });
