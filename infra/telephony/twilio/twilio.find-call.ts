import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { type CarrierCall, CarrierUnavailableError, type FindCallQuery } from "../carrier.ts";
import { toDate } from "../carrier-values.ts";
import { type CallResource, callResource, toCarrierCall } from "./twilio.call.ts";
import { readAnswer, type TwilioClient } from "./twilio.client.ts";

/** Twilio's times are whole seconds. */
const EARLIER_MS = 2000;
/** No request of ours takes longer than this. */
const LATER_MS = 60_000;

const callList = z.object({ calls: z.array(callResource) });
const eventList = z.object({
  events: z.array(z.object({ request: z.object({ url: z.string().nullish() }).nullish() })),
});

/**
 * Looks for the call of a lost answer: outbound, to and from the same numbers, created within a minute of the request
 * by Twilio's own clock. `StartTime` is not used as a filter, since a queued call has none.
 *
 * Limit: a listed call does not show its callback URL. One call in that window is taken to be ours, so two runs must
 * not dial one number from one caller id within a minute (caps and retry delays ensure it). When there are several,
 * Twilio's log of the requests for each shows whose it is; that log opens about 15 minutes after the call ended, and
 * until then this throws `CarrierUnavailableError`, so that no other attempt's call is taken.
 */
export const findCall = async (
  client: TwilioClient,
  credentials: CarrierCredentials,
  query: FindCallQuery,
): Promise<CarrierCall | null> => {
  const search = new URLSearchParams({ To: query.to, From: query.from, PageSize: "50" });
  const askedAtMs = Date.now();
  const result = await client(credentials, { method: "GET", path: `/Calls.json?${search.toString()}` });
  const { calls } = readAnswer(result, callList);
  const theirClock = result.kind === "response" ? toDate(result.headers.date) : null;
  const created = createdBetween(query.requestedAt, { askedAtMs, answeredAtMs: Date.now(), theirClock });
  const candidates = calls.filter((call) => isCandidate(call, query, created));
  const [first, second] = candidates;
  if (!first) return null;
  return second ? pickByLog(client, credentials, { query, candidates }) : toCarrierCall(first);
};

interface TimeRange {
  fromMs: number;
  toMs: number;
}

/**
 * Returns the range in which our call was created, by Twilio's clock. The difference of the clocks is known only as
 * precisely as the answer was fast: the range is widened by that uncertainty, because a missed call would count as
 * never made.
 */
const createdBetween = (
  requestedAt: Date,
  clocks: { askedAtMs: number; answeredAtMs: number; theirClock: Date | null },
): TimeRange => {
  const theirsMs = clocks.theirClock?.getTime();
  const leastSkewMs = theirsMs === undefined ? 0 : theirsMs - clocks.answeredAtMs;
  const mostSkewMs = theirsMs === undefined ? 0 : theirsMs + 1000 - clocks.askedAtMs;
  return {
    fromMs: requestedAt.getTime() + leastSkewMs - EARLIER_MS,
    toMs: requestedAt.getTime() + mostSkewMs + LATER_MS,
  };
};

const isCandidate = (call: CallResource, query: FindCallQuery, created: TimeRange): boolean => {
  const createdAtMs = toDate(call.date_created)?.getTime() ?? Number.NaN;
  const isOurs = call.to === query.to && call.from === query.from && call.direction === "outbound-api";
  return isOurs && createdAtMs >= created.fromMs && createdAtMs <= created.toMs;
};

const pickByLog = async (
  client: TwilioClient,
  credentials: CarrierCredentials,
  { query, candidates }: { query: FindCallQuery; candidates: readonly CallResource[] },
): Promise<CarrierCall | null> => {
  let unclear = 0;
  for (const call of candidates) {
    const path = `/Calls/${encodeURIComponent(call.sid)}/Events.json`;
    const { events } = readAnswer(await client(credentials, { method: "GET", path }), eventList);
    const urls = events.flatMap(({ request }) => (request?.url ? [request.url] : []));
    if (urls.some((url) => url === query.statusUrl || url.includes(query.runUuid))) return toCarrierCall(call);
    if (urls.length === 0) unclear += 1;
  }
  if (unclear === 0) return null;
  throw new CarrierUnavailableError(`Twilio: cannot tell yet which of ${candidates.length} calls is this attempt's`);
};
