import { allHandlersFinished, condition, proxyActivities, setHandler } from "@temporalio/workflow";
import { receiveCancellation, runUncancellably } from "../cancellation.ts";
import { CARRIER_QUEUE } from "../task-queues.ts";
import { type NumberReleaseInput, type ReleaseOutcome, releaseOutcomeUpdate } from "./number-release.contract.ts";
import type { NumberReleaseActivities } from "./number-release.ports.ts";

const { releaseNumber } = proxyActivities<NumberReleaseActivities>({
  taskQueue: CARRIER_QUEUE,
  startToCloseTimeout: "60 seconds",
  heartbeatTimeout: "5 seconds",
  // The number costs money while the carrier is unreachable, so tries go on until it answers.
  retry: { initialInterval: "1 second", maximumInterval: "5 minutes" },
});

/** Releases a rented number, however long its carrier is unreachable. */
export const numberRelease = async (input: NumberReleaseInput): Promise<ReleaseOutcome> => {
  let outcome: ReleaseOutcome | null = null;
  setHandler(releaseOutcomeUpdate, () =>
    runUncancellably(async (): Promise<ReleaseOutcome> => {
      await condition(() => outcome !== null);
      return outcome ?? { kind: "released" };
    }),
  );
  // The number already takes no calls and only the carrier's bill is open, so a cancellation request changes nothing.
  const settled = await receiveCancellation(
    () => {},
    () => releaseNumber(input),
  );
  outcome = settled;
  await runUncancellably(() => condition(allHandlersFinished));
  return settled;
};
