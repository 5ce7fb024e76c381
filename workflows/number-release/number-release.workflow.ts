import { allHandlersFinished, condition, proxyActivities, setHandler } from "@temporalio/workflow";
import { hearCancellation, uncancelled } from "../cancellation.ts";
import { CARRIER_QUEUE } from "../task-queues.ts";
import { type NumberReleaseInput, type ReleaseOutcome, releaseOutcomeUpdate } from "./number-release.contract.ts";
import type { NumberReleaseActivities } from "./number-release.ports.ts";

const { releaseNumber } = proxyActivities<NumberReleaseActivities>({
  taskQueue: CARRIER_QUEUE,
  startToCloseTimeout: "60 seconds",
  heartbeatTimeout: "5 seconds",
  // A carrier that is away keeps a number that costs: it is told whenever it is back.
  retry: { initialInterval: "1 second", maximumInterval: "5 minutes" },
});

/** Releases a rented number, however long it takes to reach its carrier. */
export const numberRelease = async (input: NumberReleaseInput): Promise<ReleaseOutcome> => {
  let outcome: ReleaseOutcome | null = null;
  setHandler(releaseOutcomeUpdate, () =>
    uncancelled(async (): Promise<ReleaseOutcome> => {
      await condition(() => outcome !== null);
      return outcome ?? { kind: "released" };
    }),
  );
  // The number takes no calls already: only the carrier's bill is at stake, and a cancellation request does not end that.
  const settled = await hearCancellation(
    () => {},
    () => releaseNumber(input),
  );
  outcome = settled;
  await uncancelled(() => condition(allHandlersFinished));
  return settled;
};
