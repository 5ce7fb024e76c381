import { type SimulatorCall, viewCall } from "./call.ts";
import type { RecordedRequest } from "./record.ts";

interface Remembered {
  /** Oldest first in both lists. */
  requests: readonly RecordedRequest[];
  calls: readonly SimulatorCall[];
}

/** Several are removed at once, so that the removal does not happen with each request. */
const SHARE_TO_GO = 0.1;

/**
 * Chooses the records to drop when there are too many: the oldest of the organization that has the most, so that an organization
 * with endless calls loses only its own. Calls in progress stay.
 */
export const chooseOldest = (
  { requests, calls }: Remembered,
  mostKept: number,
): { requestsToGo: ReadonlySet<RecordedRequest>; callsToGo: readonly SimulatorCall[] } => {
  const most = Math.ceil(mostKept * SHARE_TO_GO);
  const isOver = (call: SimulatorCall) => viewCall(call, Date.now()).state === "completed";
  const tooManyCalls = calls.length > mostKept ? calls : [];
  const callsToGo = ofLargest(tooManyCalls, ({ request }) => request.organization)
    .filter(isOver)
    .slice(0, most);
  const tooManyRequests = requests.length > mostKept ? requests : [];
  const underWay = new Set(calls.filter((call) => !isOver(call)).map(({ id }) => id));
  const requestsToGo = ofLargest(tooManyRequests, ({ organization }) => organization)
    .filter(({ call_id }) => call_id === null || !underWay.has(call_id))
    .slice(0, most);
  const withTheirRequests = new Set(requestsToGo.flatMap(({ call_id }) => call_id ?? []));
  return {
    requestsToGo: new Set(requestsToGo),
    callsToGo: [...new Set([...callsToGo, ...calls.filter(({ id }) => withTheirRequests.has(id))])],
  };
};

const ofLargest = <T>(items: readonly T[], organizationOf: (item: T) => string): readonly T[] => {
  const byOrganization = Map.groupBy(items, organizationOf);
  return [...byOrganization.values()].reduce<T[]>(
    (largest, each) => (each.length > largest.length ? each : largest),
    [],
  );
};
