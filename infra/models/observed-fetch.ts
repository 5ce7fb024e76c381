import { isSpeechProvider } from "../../domain/model/speech-providers.ts";
import type { GuardedRequests } from "../guarded-request/guarded-requests.ts";

/** What a model is asked for. */
type ModelKind = "words" | "vectors" | "hearing" | "speaking";

const TOO_MANY_REQUESTS = 429;
const FIRST_FAULT_OF_THE_SERVER = 500;

/**
 * Returns a `fetch` for requests to one model: each is counted with its time until the answer begins, by provider, kind and outcome.
 * A provider whose name is not one of ours is counted as `other`.
 */
export const observedFetch = (
  { repeatingFetch, modelRequestSeconds }: Pick<GuardedRequests, "repeatingFetch" | "modelRequestSeconds">,
  { provider, kind }: { provider: string; kind: ModelKind },
): typeof fetch => {
  if (!modelRequestSeconds) return repeatingFetch;
  const labels = { provider: isSpeechProvider(provider) ? provider : "other", kind };
  return async (...request) => {
    const done = modelRequestSeconds.startTimer(labels);
    try {
      const response = await repeatingFetch(...request);
      done({ outcome: outcomeOf(response) });
      return response;
    } catch (error) {
      done({ outcome: request[1]?.signal?.aborted ? "given_up" : "unreachable" });
      throw error;
    }
  };
};

const outcomeOf = ({ ok, status }: Response): string => {
  if (ok) return "ok";
  if (status === TOO_MANY_REQUESTS) return "throttled";
  return status >= FIRST_FAULT_OF_THE_SERVER ? "failed" : "refused";
};
