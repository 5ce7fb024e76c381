import { z } from "zod";
import { CarrierUnavailableError } from "../carrier.ts";
import type { RequestResult } from "../carrier-request.ts";
import { type CallRecord, callRecord, type LivingCall, livingCall } from "./plivo.call.ts";
import { readAnswer } from "./plivo.client.ts";
import { isMissing } from "./plivo.fetch-call.ts";
import { PLIVO_PAGE } from "./plivo.page.ts";
import { toPlivoNumber } from "./plivo.phone-number.ts";
import { toFilterTime } from "./plivo.time.ts";

const MOST_PAGES = 5;

const living = z.object({ calls: z.array(z.string()) });
const records = z.object({ meta: z.object({ next: z.string().nullish() }).nullish(), objects: z.array(callRecord) });

export type Ask = (path: string) => Promise<RequestResult>;

/** Lists outbound calls to the number that wait or are live. */
export const listLivingCalls = async (ask: Ask, status: "queued" | "live", to: string): Promise<LivingCall[]> => {
  const uuids = new Set<string>();
  for (const spelling of spellings(to)) {
    const search = new URLSearchParams({ status, call_direction: "outbound", to_number: spelling });
    for (const uuid of readAnswer(await ask(`/Call/?${search.toString()}`), living).calls) uuids.add(uuid);
  }
  const calls: LivingCall[] = [];
  for (const uuid of uuids) {
    const result = await ask(`/Call/${encodeURIComponent(uuid)}/?status=${status}`);
    // A missing call has moved on to the next list meanwhile.
    if (!isMissing(result)) calls.push(readAnswer(result, livingCall));
  }
  return calls;
};

/** Lists records of outbound calls to the number that ended since then. Throws when there are too many. */
export const listCallRecords = async (ask: Ask, to: string, endedSinceMs: number): Promise<CallRecord[]> => {
  const found: CallRecord[] = [];
  for (const spelling of spellings(to)) {
    for (let page = 0, next = true; next; page += 1) {
      if (page === MOST_PAGES) throw new CarrierUnavailableError("Plivo: too many calls to one number to look through");
      const search = new URLSearchParams({
        call_direction: "outbound",
        to_number: spelling,
        end_time__gte: toFilterTime(endedSinceMs),
        limit: String(PLIVO_PAGE),
        offset: String(page * PLIVO_PAGE),
      });
      const { meta, objects } = readAnswer(await ask(`/Call/?${search.toString()}`), records);
      found.push(...objects);
      next = Boolean(meta?.next);
    }
  }
  return found;
};

/** The number as we sent it, and with `+`, in case Plivo stores it so. */
const spellings = (to: string): string[] => [toPlivoNumber(to), to];
