import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { CarrierUnavailableError } from "../carrier.ts";
import { callResource, toState } from "./twilio.call.ts";
import { describeProblem, readAnswer, readProblemCode, type TwilioClient } from "./twilio.client.ts";

/** The call is in a state that cannot be changed: it is over. */
const INVALID_CALL_STATE = 21220;

/**
 * Ends a call. A call in Twilio's queue must be `canceled`, any other `completed`; one that is answered between reading
 * and cancelling is then completed.
 */
export const hangUp = async (client: TwilioClient, credentials: CarrierCredentials, callSid: string): Promise<void> => {
  const path = `/Calls/${encodeURIComponent(callSid)}.json`;
  const setStatus = async (status: "canceled" | "completed"): Promise<string | null> => {
    const result = await client(credentials, { method: "POST", path, form: new URLSearchParams({ Status: status }) });
    if (result.kind === "response" && isOverAlready(result)) return null;
    return readAnswer(result, callResource).status;
  };

  const found = await client(credentials, { method: "GET", path });
  if (found.kind === "response" && found.status === 404) return;
  const { status } = readAnswer(found, callResource);
  if (toState(status) === "completed") return;
  const isQueued = toState(status) === "queued";
  const after = await setStatus(isQueued ? "canceled" : "completed");
  if (isQueued && after !== null && toState(after) === "in_progress") await setStatus("completed");
};

const isOverAlready = (result: { status: number; body: string }): boolean => {
  if (result.status === 404) return true;
  if (readProblemCode(result) === INVALID_CALL_STATE) return true;
  if (result.status >= 400) throw new CarrierUnavailableError(`Twilio: ${describeProblem(result)}`);
  return false;
};
