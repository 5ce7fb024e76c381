import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { type CarrierCall, CarrierUnavailableError, type FindCallQuery } from "../carrier.ts";
import { type CallResource, toCarrierCall, toDate, toVonageNumber } from "./vonage.call.ts";
import type { VonageClient } from "./vonage.client.ts";
import { listCalls } from "./vonage.list-calls.ts";

/** How far clocks may differ; a missed call would count as never made. */
const EARLIER_MS = 120_000;
/** `start_time` is when the conversation began, so this covers the request, the longest ringing, and the clocks. */
const LATER_MS = 60_000 + 120_000 + 120_000;
/** 5,000 calls: half an hour at Vonage's rate. */
const MOST_PAGES = 50;

/**
 * Looks for the call of a lost answer: outbound, to and from the same numbers, among the calls since a little before
 * the request.
 *
 * Limit: a listed call shows neither its callback URLs nor when it was created. One call in that range is taken to be
 * ours, so two runs must not dial one number from one caller id within minutes (caps and retry delays ensure it). Among
 * several, ours cannot be identified: this throws `CarrierUnavailableError`, and the attempt ends as unknown unless a
 * callback, which names the run, arrives.
 */
export const findCall = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  query: FindCallQuery,
): Promise<CarrierCall | null> => {
  const since = new Date(query.requestedAt.getTime() - EARLIER_MS);
  const candidates: CallResource[] = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const { calls, isLast } = await listCalls(client, credentials, { since, page });
    candidates.push(...calls.filter((call) => isCandidate(call, query)));
    if (isLast) return onlyOne(candidates);
  }
  throw new CarrierUnavailableError("Vonage: there are too many calls to find this attempt's");
};

const isCandidate = (call: CallResource, { to, from, requestedAt }: FindCallQuery): boolean => {
  const isOurs = call.direction === "outbound" && call.to?.number === toVonageNumber(to);
  if (!isOurs || call.from?.number !== toVonageNumber(from)) return false;
  const talkedAtMs = toDate(call.start_time)?.getTime();
  if (talkedAtMs === undefined) return true;
  const askedAtMs = requestedAt.getTime();
  return talkedAtMs >= askedAtMs - EARLIER_MS && talkedAtMs <= askedAtMs + LATER_MS;
};

/** Pages shift while calls come in, so a call may be listed twice. */
const onlyOne = (candidates: readonly CallResource[]): CarrierCall | null => {
  const byId = new Map(candidates.map((call) => [call.uuid, call]));
  const [only] = byId.values();
  if (byId.size > 1) {
    throw new CarrierUnavailableError(`Vonage: cannot tell which of ${byId.size} calls is this attempt's`);
  }
  return only ? toCarrierCall(only) : null;
};
