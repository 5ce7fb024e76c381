import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { type CarrierCall, CarrierUnavailableError } from "../carrier.ts";
import { isRefusal } from "../carrier-answers.ts";
import { toDate } from "../carrier-values.ts";
import { describeCall } from "./telnyx.call.ts";
import { listCallEvents } from "./telnyx.call-events.ts";
import { readAnswer, type TelnyxClient } from "./telnyx.client.ts";

const callStatus = z.object({
  call_control_id: z.string(),
  call_leg_id: z.string(),
  is_alive: z.boolean(),
  client_state: z.string().nullish(),
  start_time: z.string().nullish(),
  end_time: z.string().nullish(),
});

export type CallStatus = z.infer<typeof callStatus>;

/**
 * Returns whether a call is active; null when Telnyx does not know it, which is also so from ten minutes after its end
 * on.
 */
export const fetchStatus = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  callControlId: string,
): Promise<CallStatus | null> => {
  const result = await client(credentials, { method: "GET", path: `/calls/${encodeURIComponent(callControlId)}` });
  // Telnyx answers 404, or 422 for an id that is not (or no longer) a call's. Refused credentials prove nothing about the call.
  if (result.kind === "response" && isRefusal(result) && ![401, 403].includes(result.status)) return null;
  return readAnswer(result, callStatus);
};

/**
 * Fetches the call as it is now. Its status only shows whether it is active; the rest comes from the events that Telnyx
 * sent, or tried to.
 */
export const fetchCall = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  callControlId: string,
): Promise<CarrierCall | null> => {
  const status = await fetchStatus(client, credentials, callControlId);
  if (!status) return null;
  const { call_leg_id: legId, is_alive: isAlive, end_time: endTime, start_time: startTime } = status;
  const listed = await listCallEvents(client, credentials, { "[leg_id]": legId });
  const events = listed.filter((each) => each.legId === legId).flatMap(({ event }) => (event ? [event] : []));
  const call = describeCall(callControlId, events);
  if (call.state === "completed") return call;
  // A call that has not begun is not active either, but has no end.
  if (!isAlive && endTime)
    throw new CarrierUnavailableError("Telnyx: the call is over, and its result is not reported yet");
  const startedAt = call.startedAt ?? toDate(startTime);
  return call.state === "queued" && isAlive ? { ...call, state: "ringing", startedAt } : { ...call, startedAt };
};
