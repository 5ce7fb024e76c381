import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { HOUR_MS } from "../../../domain/time/durations.rules.ts";
import type { CallPrice, PriceQuery } from "../carrier.ts";
import { searchedTime } from "../wanted-prices.ts";
import { toCost } from "./telnyx.call.ts";
import { listCallEvents } from "./telnyx.call-events.ts";
import type { TelnyxClient } from "./telnyx.client.ts";

const COST = "call.cost";
/** Telnyx sends the cost some time after the end, and lists events by when they were sent. */
const LATER_MS = 24 * HOUR_MS;

/** Lists the costs that Telnyx has sent of the application's calls, 250 in a request; it remembers the last 24 hours. */
export const listPrices = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  query: PriceQuery,
): Promise<ReadonlyMap<string, CallPrice>> => {
  const { fromMs, toMs } = searchedTime(query);
  const listed = await listCallEvents(client, credentials, {
    "[connection_id]": readSetting(credentials, "connection_id"),
    "[name]": COST,
    "[occurred_at][gte]": new Date(fromMs).toISOString(),
    "[occurred_at][lte]": new Date(toMs + LATER_MS).toISOString(),
  });
  const prices = new Map<string, CallPrice>();
  for (const { event } of listed) {
    const { costMinor, currency } = toCost(event?.type === COST ? event : undefined);
    const id = event?.payload.call_control_id;
    if (id && query.carrierCallIds.has(id) && costMinor !== null && currency !== null)
      prices.set(id, { costMinor, currency });
  }
  return prices;
};
