import type { RunWithDueReport } from "../../infra/postgres/call/awaited-reports.repository.ts";
import type { CallPrice } from "../../infra/telephony/carrier.ts";
import type { AskableRuns } from "./reporting-carriers.ts";

/** By the run's id. */
export type Prices = ReadonlyMap<number, CallPrice>;

/** The most calls of a round that are looked at one by one, because the carrier's list does not show them. */
const LOOKED_AT_ONE_BY_ONE = 20;

/** Asks a carrier what calls have cost: by its list, and by a request each for a few that the list does not show. */
export const askCarrierForPrices = async (
  { carrier, credentials, runs }: AskableRuns,
  isListedInVain: (run: RunWithDueReport) => boolean,
): Promise<Prices> => {
  const endedAtMs = runs.map((run) => (run.ended_at ?? run.created_at).getTime());
  const listed = await carrier.listPrices(credentials, {
    carrierCallIds: new Set(runs.map((run) => run.carrier_call_id ?? "")),
    endedFrom: new Date(Math.min(...endedAtMs)),
    endedTo: new Date(Math.max(...endedAtMs)),
  });
  const prices = new Map<number, CallPrice>();
  for (const run of runs) {
    const price = listed.get(run.carrier_call_id ?? "");
    if (price) prices.set(run.id, price);
  }
  const missing = runs.filter((run) => !prices.has(run.id) && isListedInVain(run));
  for (const run of missing.slice(0, LOOKED_AT_ONE_BY_ONE)) {
    const call = await carrier.fetchCall(credentials, run.carrier_call_id ?? "");
    if (call && call.costMinor !== null && call.currency !== null)
      prices.set(run.id, { costMinor: call.costMinor, currency: call.currency });
  }
  return prices;
};
