import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { type CallResource, callResource } from "./vonage.call.ts";
import { readAnswer, type VonageClient } from "./vonage.client.ts";

const PAGE_SIZE = 100;

const callPage = z.object({
  count: z.number().nullish(),
  _embedded: z.object({ calls: z.array(callResource).nullish() }).nullish(),
});

/** Lists one page of the application's calls that began within a time. */
export const listCalls = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  { since, until, page, order = "asc" }: { since: Date; until?: Date; page: number; order?: "asc" | "desc" },
): Promise<{ calls: CallResource[]; isLast: boolean }> => {
  const search = new URLSearchParams({
    date_start: since.toISOString(),
    ...(until && { date_end: until.toISOString() }),
    page_size: String(PAGE_SIZE),
    record_index: String(page * PAGE_SIZE),
    order,
  });
  const path = `/v1/calls?${search.toString()}`;
  const answer = readAnswer(await client.asApplication(credentials, { method: "GET", path }), callPage);
  const calls = answer._embedded?.calls ?? [];
  const read = page * PAGE_SIZE + calls.length;
  return { calls, isLast: calls.length === 0 || read >= (answer.count ?? Number.POSITIVE_INFINITY) };
};
