import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import type { CallPrice, PriceQuery } from "../carrier.ts";
import { collectPrices, searchedTime } from "../wanted-prices.ts";
import { callRecord, toFinishedCall } from "./plivo.call.ts";
import { type PlivoClient, readAnswer } from "./plivo.client.ts";
import { PLIVO_PAGE } from "./plivo.page.ts";
import { toFilterTime } from "./plivo.time.ts";

/** 2,000 calls; Plivo allows 300 requests in five seconds. */
const MOST_PAGES = 100;

const recordPage = z.object({
  meta: z.object({ next: z.string().nullish() }).nullish(),
  objects: z.array(callRecord),
});

/** Lists the records of calls by the time of their end, 20 in a request. */
export const listPrices = (
  client: PlivoClient,
  credentials: CarrierCredentials,
  query: PriceQuery,
): Promise<ReadonlyMap<string, CallPrice>> => {
  const { fromMs, toMs } = searchedTime(query);
  const readPage = async (page: number) => {
    const search = new URLSearchParams({
      end_time__gte: toFilterTime(fromMs),
      end_time__lte: toFilterTime(toMs),
      limit: String(PLIVO_PAGE),
      offset: String(page * PLIVO_PAGE),
    });
    const result = await client(credentials, { method: "GET", path: `/Call/?${search.toString()}` });
    const { meta, objects } = readAnswer(result, recordPage);
    return { calls: objects.map(toFinishedCall), isLast: !meta?.next };
  };
  return collectPrices(query, readPage, MOST_PAGES);
};
