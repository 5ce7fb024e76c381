import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { HOUR_MS } from "../../../domain/time/durations.rules.ts";
import { type CarrierCall, CarrierUnavailableError, type FindCallQuery } from "../carrier.ts";
import { type LivingCall, toFinishedCall, toLivingCall } from "./plivo.call.ts";
import type { PlivoClient } from "./plivo.client.ts";
import { type Ask, listCallRecords, listLivingCalls } from "./plivo.list-calls.ts";
import { toE164 } from "./plivo.phone-number.ts";

/** Records have whole seconds. */
const EARLIER_MS = 2000;
/** Plivo dials at the account's rate and queues the other calls. */
const LATER_MS = 5 * 60_000;
/** The searched range is wider than clocks differ; the exact range is applied to the records afterwards. */
const SEARCHED_BEFORE_MS = HOUR_MS;

/**
 * Looks for the call of a lost answer: outbound, to and from the same numbers, begun within five minutes of the request
 * by Plivo's own clock. Waiting calls are asked first, then live ones, then records, in the order of a call's progress.
 *
 * Limits: no list shows a call's URLs, so one call in that time is taken to be ours, and several throw
 * `CarrierUnavailableError`; two runs must not dial one number from one caller id within those minutes (caps and retry
 * delays ensure it). Plivo does not document how long a record takes to be written: for `recordDelayMs` after the
 * request a missing record proves nothing.
 */
export const findCall = async (
  { client, recordDelayMs }: { client: PlivoClient; recordDelayMs: number },
  credentials: CarrierCredentials,
  query: FindCallQuery,
): Promise<CarrierCall | null> => {
  const askedAtMs = Date.now();
  const clock = createClock();
  const ask: Ask = (path) => clock.watch(() => client(credentials, { method: "GET", path }));
  const listed = [
    ...(await listLivingCalls(ask, "queued", query.to)).map((call) => ({ seen: call, call: toLivingCall(call) })),
    ...(await listLivingCalls(ask, "live", query.to)).map((call) => ({ seen: call, call: toLivingCall(call) })),
    ...(await listCallRecords(ask, query.to, query.requestedAt.getTime() - SEARCHED_BEFORE_MS)).map((record) => ({
      seen: { direction: record.call_direction, from: record.from_number, to: record.to_number },
      call: toFinishedCall(record),
    })),
  ];
  const begun = clock.rangeSince(query.requestedAt);
  const ours = listed.filter(({ seen, call }) => isBetween(query, seen) && isWithin(begun, call.startedAt));
  const found = new Map(ours.map(({ call }) => [call.carrierCallId, call]));
  if (found.size > 1)
    throw new CarrierUnavailableError(`Plivo: cannot tell which of ${found.size} calls is this attempt's`);
  const [call] = found.values();
  if (call) return call;
  if (askedAtMs - query.requestedAt.getTime() < recordDelayMs)
    throw new CarrierUnavailableError("Plivo: the call may be over and its record not written yet");
  return null;
};

const isBetween = ({ from, to }: FindCallQuery, seen: Pick<LivingCall, "direction" | "from" | "to">): boolean =>
  seen.direction === "outbound" && toE164(seen.to) === to && toE164(seen.from) === from;

interface TimeRange {
  fromMs: number;
  toMs: number;
}

/** A waiting call has no time yet, so only its numbers are compared. */
const isWithin = ({ fromMs, toMs }: TimeRange, at: Date | null): boolean =>
  at === null || (at.getTime() >= fromMs && at.getTime() <= toMs);

/**
 * The offset of Plivo's clock is known only as precisely as its answers were fast: the range is widened by that
 * uncertainty, because a missed call would count as never made.
 */
const createClock = () => {
  let leastSkewMs = 0;
  let mostSkewMs = 0;
  return {
    watch: async (send: () => ReturnType<Ask>): ReturnType<Ask> => {
      const askedAtMs = Date.now();
      const result = await send();
      const theirsMs = result.kind === "response" ? Date.parse(result.headers.date ?? "") : Number.NaN;
      if (!Number.isNaN(theirsMs)) {
        leastSkewMs = theirsMs - Date.now();
        mostSkewMs = theirsMs + 1000 - askedAtMs;
      }
      return result;
    },
    rangeSince: (requestedAt: Date): TimeRange => ({
      fromMs: requestedAt.getTime() + leastSkewMs - EARLIER_MS,
      toMs: requestedAt.getTime() + mostSkewMs + LATER_MS,
    }),
  };
};
