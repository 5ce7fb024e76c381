import { type CarrierCall, CarrierUnavailableError } from "../carrier.ts";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { callRecord, livingCall, toFinishedCall, toLivingCall } from "./plivo.call.ts";
import { isGood } from "../carrier-answers.ts";
import { describeProblem, type PlivoClient, problemOf, readAnswer, requireResponse } from "./plivo.client.ts";

/**
 * The call as it is now. Plivo keeps calls that wait, calls that live and records of calls that are over apart; asked in
 * the order in which a call goes through them, it cannot slip from one to the next unseen. A record takes a moment to be
 * written: until then there is none of them, and the call counts as not known.
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

/** Ends a call, whether it waits, rings or is talked on. One that is over is no more among those that can be ended. */
export const hangUp = async (client: PlivoClient, credentials: CarrierCredentials, callUuid: string): Promise<void> => {
  const path = `/Call/${encodeURIComponent(callUuid)}/`;
  const result = await client(credentials, { method: "DELETE", path });
  const response = requireResponse(result);
  if (!isGood(response) && !isMissing(response))
    throw new CarrierUnavailableError(`Plivo: ${describeProblem(response)}`);
};

/** Plivo itself says that there is no such thing; a 404 of somebody in between says nothing of it. */
export const isMissing = (result: Awaited<ReturnType<PlivoClient>>): boolean =>
  result.kind === "response" && result.status === 404 && problemOf(result) !== null;
