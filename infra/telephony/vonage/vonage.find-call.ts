import { z } from "zod";
import { type CarrierCall, CarrierUnavailableError, type FindCallQuery } from "../carrier.ts";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { type CallResource, callResource, toCarrierCall, toDate, toVonageNumber } from "./vonage.call.ts";
import { readAnswer, type VonageClient } from "./vonage.client.ts";

/** How far clocks may differ; a call that is missed would count as never made. */
const EARLIER_MS = 120_000;
/** `start_time` is when talking began: the request's way, the longest ring, and the clocks. */
const LATER_MS = 60_000 + 120_000 + 120_000;
const PAGE_SIZE = 100;
/** 5,000 calls: half an hour at Vonage's own pace. */
const MOST_PAGES = 50;

const callPage = z.object({
  count: z.number().nullish(),
  _embedded: z.object({ calls: z.array(callResource).nullish() }).nullish(),
});

/**
 * Looks for the call that a lost answer may have left behind: outbound, to and from the same numbers, among the calls
 * since a little before the request.
 *
 * Limit: a listed call shows neither its callback URLs nor when it was created. One call in that range is taken to be
 * ours, so two runs must not dial one number from one caller id within minutes (caps and retry delays see to it). Of
 * several, none can be told to be ours: this throws `CarrierUnavailableError`, and the attempt ends as unknown unless
 * a callback, which names the run, tells after all.
 */
export const findCall = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  query: FindCallQuery,
): Promise<CarrierCall | null> => {
  const since = new Date(query.requestedAt.getTime() - EARLIER_MS);
  const candidates: CallResource[] = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const { calls, isLast } = await readPage(client, credentials, { since, page });
    candidates.push(...calls.filter((call) => isCandidate(call, query)));
    if (isLast) return onlyOne(candidates);
  }
  throw new CarrierUnavailableError("Vonage: there are too many calls to find this attempt's");
};

const readPage = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  { since, page }: { since: Date; page: number },
) => {
  const search = new URLSearchParams({
    date_start: since.toISOString(),
    page_size: String(PAGE_SIZE),
    record_index: String(page * PAGE_SIZE),
    order: "asc",
  });
  const path = `/v1/calls?${search.toString()}`;
  const answer = readAnswer(await client.asApplication(credentials, { method: "GET", path }), callPage);
  const calls = answer._embedded?.calls ?? [];
  const read = page * PAGE_SIZE + calls.length;
  return { calls, isLast: calls.length === 0 || read >= (answer.count ?? Number.POSITIVE_INFINITY) };
};

const isCandidate = (call: CallResource, { to, from, requestedAt }: FindCallQuery): boolean => {
  const isOurs = call.direction === "outbound" && call.to?.number === toVonageNumber(to);
  if (!isOurs || call.from?.number !== toVonageNumber(from)) return false;
  const talkedAtMs = toDate(call.start_time)?.getTime();
  if (talkedAtMs === undefined) return true;
  const askedAtMs = requestedAt.getTime();
  return talkedAtMs >= askedAtMs - EARLIER_MS && talkedAtMs <= askedAtMs + LATER_MS;
};

/** Pages move while calls come in: one that is seen twice is one. */
const onlyOne = (candidates: readonly CallResource[]): CarrierCall | null => {
  const byId = new Map(candidates.map((call) => [call.uuid, call]));
  const [only] = byId.values();
  if (byId.size > 1) {
    throw new CarrierUnavailableError(`Vonage: cannot tell which of ${byId.size} calls is this attempt's`);
  }
  return only ? toCarrierCall(only) : null;
};
