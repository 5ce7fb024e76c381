import type { CallPrice, CarrierCall, PriceQuery } from "./carrier.ts";

type ListedCall = Pick<CarrierCall, "carrierCallId" | "costMinor" | "currency">;

/** How far a carrier's clock, or its end of a call, may differ from ours. */
const MARGIN_MS = 5 * 60_000;

/** Returns the time in which a carrier's list is searched, in epoch milliseconds. */
export const searchedTime = ({ endedFrom, endedTo }: PriceQuery): { fromMs: number; toMs: number } => ({
  fromMs: endedFrom.getTime() - MARGIN_MS,
  toMs: endedTo.getTime() + MARGIN_MS,
});

interface Page {
  calls: readonly ListedCall[];
  isLast: boolean;
}

/** Reads pages of a carrier's list until every wanted call was seen, the list ends, or it is longer than `mostPages`. */
export const collectPrices = async (
  { carrierCallIds }: PriceQuery,
  readPage: (page: number) => Promise<Page>,
  mostPages: number,
): Promise<ReadonlyMap<string, CallPrice>> => {
  const prices = new Map<string, CallPrice>();
  const unseen = new Set(carrierCallIds);
  for (let page = 0; page < mostPages && unseen.size > 0; page += 1) {
    const { calls, isLast } = await readPage(page);
    for (const { carrierCallId, costMinor, currency } of calls) {
      if (!unseen.delete(carrierCallId)) continue;
      if (costMinor !== null && currency !== null) prices.set(carrierCallId, { costMinor, currency });
    }
    if (isLast) break;
  }
  return prices;
};
