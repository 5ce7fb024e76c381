import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { type CarrierCall, CarrierUnavailableError } from "../carrier.ts";
import { isSuccess } from "../carrier-answers.ts";
import { callRecord, livingCall, toFinishedCall, toLivingCall } from "./plivo.call.ts";
import { describeProblem, type PlivoClient, readAnswer, readProblem, requireResponse } from "./plivo.client.ts";

/**
 * Fetches the call as it is now. Plivo lists waiting calls, live calls and records of ended calls separately; they are
 * asked in the order of a call's progress, so that it cannot move on unseen. A record takes a moment to be written:
 * until then the call is in none of them and counts as unknown.
 */
export const fetchCall = async (
  client: PlivoClient,
  credentials: CarrierCredentials,
  callUuid: string,
): Promise<CarrierCall | null> => {
  const path = `/Call/${encodeURIComponent(callUuid)}/`;
  for (const status of ["queued", "live"]) {
    const result = await client(credentials, { method: "GET", path: `${path}?status=${status}` });
    if (!isMissing(result)) return toLivingCall(readAnswer(result, livingCall));
  }
  const result = await client(credentials, { method: "GET", path });
  return isMissing(result) ? null : toFinishedCall(readAnswer(result, callRecord));
};

/** Ends a call in any state; an ended one is no longer among those that can be ended. */
export const hangUp = async (client: PlivoClient, credentials: CarrierCredentials, callUuid: string): Promise<void> => {
  const path = `/Call/${encodeURIComponent(callUuid)}/`;
  const result = await client(credentials, { method: "DELETE", path });
  const response = requireResponse(result);
  if (!isSuccess(response) && !isMissing(response))
    throw new CarrierUnavailableError(`Plivo: ${describeProblem(response)}`);
};

/** Tells whether Plivo itself reports that the resource does not exist; a proxy's 404 does not count. */
export const isMissing = (result: Awaited<ReturnType<PlivoClient>>): boolean =>
  result.kind === "response" && result.status === 404 && readProblem(result) !== null;
