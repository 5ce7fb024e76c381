import { z } from "zod";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { type CarrierCall, CarrierUnavailableError, type FindCallQuery } from "../carrier.ts";
import { describeCall } from "./telnyx.call.ts";
import { listCallEvents } from "./telnyx.call-events.ts";
import { decodeCallState } from "./telnyx.call-state.ts";
import { readAll, type TelnyxClient } from "./telnyx.client.ts";
import { fetchCall } from "./telnyx.fetch-call.ts";

/** Telnyx's clock may be behind ours by this much. The range may be wide, because a call is recognised by its state. */
const EARLIER_MS = 60_000;

/**
 * Looks for the call of a lost answer. Repeating the request with the same `command_id` would be simpler, and wrong:
 * Telnyx forgets a command after sixty seconds, documents no answer to a repeated one, and after that time would dial
 * again. So only reads are sent. The events of calls from and to these numbers show which carries our status URL; a
 * call without events is among the application's active calls.
 */
export const findCall = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  query: FindCallQuery,
): Promise<CarrierCall | null> => {
  const isOurs = (clientState: string | null | undefined) => {
    const state = decodeCallState(clientState);
    return state?.statusUrl === query.statusUrl && state.transferOf === undefined;
  };
  const listed = await listCallEvents(client, credentials, {
    "[to]": query.to,
    "[from]": query.from,
    "[connection_id]": readSetting(credentials, "connection_id"),
    "[occurred_at][gte]": new Date(query.requestedAt.getTime() - EARLIER_MS).toISOString(),
  });
  const events = listed.flatMap(({ event }) => (event && isOurs(event.payload.client_state) ? [event] : []));
  const callControlId = events.map(({ payload }) => payload.call_control_id).find(Boolean);
  if (callControlId) {
    return describeCall(
      callControlId,
      events.filter(({ payload }) => payload.call_control_id === callControlId),
    );
  }
  const active = (await listActiveCalls(client, credentials)).find((call) => isOurs(call.client_state));
  if (active) return fetchCall(client, credentials, active.call_control_id);
  if (listed.every(({ event }) => event !== null)) return null;
  throw new CarrierUnavailableError(
    "Telnyx: there were calls to this number, and it does not report which is this attempt's",
  );
};

const activeCall = z.object({ call_control_id: z.string(), client_state: z.string().nullish() });

const listActiveCalls = (client: TelnyxClient, credentials: CarrierCredentials) => {
  const path = `/connections/${encodeURIComponent(readSetting(credentials, "connection_id"))}/active_calls`;
  return readAll((query) => client(credentials, { method: "GET", path, query }), activeCall);
};
