import { condition, continueAsNew, proxyActivities, setCurrentDetails, setHandler } from "@temporalio/workflow";
import { ROUNDS_OF_ONE_HISTORY } from "../history-length.ts";
import { WEBHOOK_QUEUE } from "../task-queues.ts";
import { type JourneyInput, lookAtJourneySignal } from "./journey.contract.ts";
import type { JourneyActivities } from "./journey.ports.ts";

const { workOnJourney } = proxyActivities<JourneyActivities>({
  taskQueue: WEBHOOK_QUEUE,
  startToCloseTimeout: "5 minutes",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
});

/** Carries out what follows a campaign's calls, until nobody waits for a step. One workflow serves every person of the campaign. */
export const journey = async (input: JourneyInput): Promise<void> => {
  let isWoken = false;
  setHandler(lookAtJourneySignal, () => {
    isWoken = true;
  });
  for (let round = 0; round < ROUNDS_OF_ONE_HISTORY; round += 1) {
    isWoken = false;
    const step = await workOnJourney(input);
    if (step.next === "done" && !isWoken) return;
    if (step.next !== "wait") continue;
    setCurrentDetails(`The next step is due at ${new Date(step.untilMs).toISOString()}`);
    const waitMs = step.untilMs - Date.now();
    if (waitMs > 0) await condition(() => isWoken, waitMs, { summary: "until the next step is due" });
  }
  await continueAsNew<typeof journey>(input);
};
