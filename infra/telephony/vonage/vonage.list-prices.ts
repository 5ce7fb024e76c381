import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { HOUR_MS } from "../../../domain/time/durations.rules.ts";
import type { CallPrice, PriceQuery } from "../carrier.ts";
import { collectPrices, searchedTime } from "../wanted-prices.ts";
import { toCarrierCall } from "./vonage.call.ts";
import type { VonageClient } from "./vonage.client.ts";
import { listCalls } from "./vonage.list-calls.ts";

/** 5,000 calls; Vonage allows 15 requests a second. */
const MOST_PAGES_OF_PRICES = 50;
/** Vonage lists calls by their start, and ours last no longer than this. */
const LONGEST_CALL_MS = 4 * HOUR_MS;

/** Lists the application's calls, 100 in a request. */
export const listPrices = (
  client: VonageClient,
  credentials: CarrierCredentials,
  query: PriceQuery,
): Promise<ReadonlyMap<string, CallPrice>> => {
  const { fromMs, toMs } = searchedTime(query);
  const range = { since: new Date(fromMs - LONGEST_CALL_MS), until: new Date(toMs), order: "desc" as const };
  const readPage = async (page: number) => {
    const { calls, isLast } = await listCalls(client, credentials, { ...range, page });
    return { calls: calls.map(toCarrierCall), isLast };
  };
  return collectPrices(query, readPage, MOST_PAGES_OF_PRICES);
};
