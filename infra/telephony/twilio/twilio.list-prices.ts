import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import type { CallPrice, PriceQuery } from "../carrier.ts";
import { collectPrices, searchedTime } from "../wanted-prices.ts";
import { callResource, toCarrierCall } from "./twilio.call.ts";
import { readAnswer, type TwilioClient } from "./twilio.client.ts";

/** The most that Twilio lists at once. */
const PAGE_SIZE = 1000;
const MOST_PAGES = 10;

const callPage = z.object({ calls: z.array(callResource), next_page_uri: z.string().nullish() });

/** Lists the account's calls by the time of their end, 1,000 in a request. */
export const listPrices = (
  client: TwilioClient,
  credentials: CarrierCredentials,
  query: PriceQuery,
): Promise<ReadonlyMap<string, CallPrice>> => {
  const { fromMs, toMs } = searchedTime(query);
  const search = new URLSearchParams({
    "EndTime>": toFilterTime(fromMs),
    "EndTime<": toFilterTime(toMs),
    PageSize: String(PAGE_SIZE),
  });
  let path = `/Calls.json?${search.toString()}`;
  const readPage = async () => {
    const { calls, next_page_uri: next } = readAnswer(await client(credentials, { method: "GET", path }), callPage);
    const following = readQuery(next);
    path = `/Calls.json?${following}`;
    return { calls: calls.map(toCarrierCall), isLast: following === "" };
  };
  return collectPrices(query, readPage, MOST_PAGES);
};

/** Formats an instant for Twilio's filters: UTC, whole seconds. */
const toFilterTime = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19)}Z`;

/** Returns the query of Twilio's address of the next page; only that is taken from it. */
const readQuery = (uri: string | null | undefined): string => uri?.split("?")[1] ?? "";
