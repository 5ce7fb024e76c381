import { CancellationScope, continueAsNew, proxyActivities, setCurrentDetails, sleep } from "@temporalio/workflow";
import { computeWaitSeconds, MOST_LOOKS } from "../../domain/removal/removal.rules.ts";
import { shouldContinueAsNew } from "../history-length.ts";
import { FOLLOW_UP_QUEUE } from "../task-queues.ts";
import type { RemovalInput } from "./removal.contract.ts";
import type { RemovalActivities } from "./removal.ports.ts";

const { removeSome, concludeRemoval } = proxyActivities<RemovalActivities>({
  taskQueue: FOLLOW_UP_QUEUE,
  startToCloseTimeout: "10 minutes",
  heartbeatTimeout: "30 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
});

/** What earlier runs of the workflow have done. */
interface Done {
  removed: number;
  looks: number;
}

/** Removes runs batch by batch. It cannot be canceled, because what is gone is gone, and figures count it as gone. */
export const removal = (input: RemovalInput, done: Done = { removed: 0, looks: 0 }): Promise<void> =>
  CancellationScope.nonCancellable(async () => {
    let { removed, looks } = done;
    for (;;) {
      const step = await removeSome(input);
      removed += step.removed;
      setCurrentDetails(`**${removed}** removed${step.waiting > 0 ? `, ${step.waiting} still in use` : ""}`);
      if (!step.more) {
        if (step.waiting === 0 || looks >= MOST_LOOKS) break;
        looks += 1;
        await sleep(computeWaitSeconds(looks) * 1000, { summary: `${step.waiting} still in use` });
      }
      if (shouldContinueAsNew()) await continueAsNew<typeof removal>(input, { removed, looks });
    }
    await concludeRemoval(input);
    setCurrentDetails(`**${removed}** removed; the removal is over`);
  });
