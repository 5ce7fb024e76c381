import { isCancellation, proxyActivities, setCurrentDetails } from "@temporalio/workflow";
import { runUncancellably } from "../cancellation.ts";
import { WHAT_IF_QUEUE } from "../task-queues.ts";
import type { WhatIfInput } from "./what-if.contract.ts";
import type { WhatIfActivities, WhatIfRowActivities } from "./what-if.ports.ts";

const { answerWhatIf } = proxyActivities<WhatIfActivities>({
  taskQueue: WHAT_IF_QUEUE,
  // The simulation of a million contacts takes a quarter of an hour of a processor; others of the queue come before it.
  startToCloseTimeout: "1 hour",
  scheduleToCloseTimeout: "6 hours",
  // After a kill of its worker it begins anew elsewhere within seconds.
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "1 minute", maximumAttempts: 3 },
});
const { failWhatIf } = proxyActivities<WhatIfRowActivities>({
  startToCloseTimeout: "30 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
});

const CANCELED = "It was canceled: ask again";
const NOT_ANSWERED = "It could not be answered in several tries: ask again; the log of the worker says why";

/** Asks the simulator, and writes into the row what it said, or why there is no answer. */
export const whatIf = async (input: WhatIfInput): Promise<void> => {
  setCurrentDetails("**running**: the campaign is read and simulated; its row has the answer afterwards");
  try {
    await answerWhatIf(input);
    setCurrentDetails("**done**: the row has the answer");
  } catch (error) {
    const sentence = isCancellation(error) ? CANCELED : NOT_ANSWERED;
    await runUncancellably(() => failWhatIf({ ...input, error: sentence }));
    setCurrentDetails(`**failed**: ${sentence}`);
    if (isCancellation(error)) throw error;
  }
};
