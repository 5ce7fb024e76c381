import {
  allHandlersFinished,
  condition,
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  sleep,
} from "@temporalio/workflow";
import { computeSecondsUntilAfter } from "../../domain/time/look-again.rules.ts";
import { receiveCancellation } from "../cancellation.ts";
import { FOLLOW_UP_QUEUE, TOOL_QUEUE } from "../task-queues.ts";
import { lookAtRequestSignal, type RequestInput } from "./request.contract.ts";
import { describeRequest } from "./request.details.ts";
import type {
  RequestActionActivities,
  RequestFollowUpActivities,
  RequestLook,
  RequestRowActivities,
} from "./request.ports.ts";

const { lookAtRequest } = proxyLocalActivities<RequestRowActivities>({
  startToCloseTimeout: "30 seconds",
  localRetryThreshold: "1 second",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "10 seconds" },
});
const { carryOutAction } = proxyActivities<RequestActionActivities>({
  taskQueue: TOOL_QUEUE,
  startToCloseTimeout: "2 minutes",
  heartbeatTimeout: "5 seconds",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "30 seconds" },
});
const { tellOfRequest } = proxyActivities<RequestFollowUpActivities>({
  taskQueue: FOLLOW_UP_QUEUE,
  startToCloseTimeout: "3 minutes",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "30 seconds" },
});

/** Each look costs about ten events; after this many the history starts anew. */
const LOOKS_OF_ONE_HISTORY = 150;

interface Watched {
  input: RequestInput;
  /** The row was reported as changed. */
  changed: boolean;
  withdrawn: boolean;
}

/** Waits for the answer to a request until its deadline, and carries the answer out. The row decides everything. */
export const request = (input: RequestInput): Promise<string> => {
  const watched: Watched = { input, changed: false, withdrawn: false };
  setHandler(lookAtRequestSignal, () => {
    watched.changed = true;
  });
  const withdraw = () => {
    watched.withdrawn = true;
    watched.changed = true;
  };
  return receiveCancellation(withdraw, () => follow(watched));
};

const follow = async (watched: Watched): Promise<string> => {
  const { input } = watched;
  for (let looks = 0; looks < LOOKS_OF_ONE_HISTORY || watched.changed; looks += 1) {
    watched.changed = false;
    const look = await lookAtRequest({ ...input, withdrawn: watched.withdrawn });
    showDetails(input, look);
    if (look.step === "finish") {
      // This run also handles a signal that came meanwhile, such as an undo.
      if (watched.changed) continue;
      return "finished";
    }
    await carryOut(watched, look);
  }
  await condition(allHandlersFinished);
  return continueAsNew<typeof request>(input);
};

const carryOut = async (watched: Watched, { step, secondsLeft }: RequestLook): Promise<void> => {
  const { input } = watched;
  switch (step) {
    case "wait":
      await condition(() => watched.changed, `${computeSecondsUntilAfter(secondsLeft)} seconds`, {
        summary: "until somebody answers",
      });
      return;
    case "carry_out":
    case "undo":
      return carryOutAction({ ...input, undo: step === "undo" });
    case "tell": {
      const told = await tellOfRequest(input);
      if (told.kind === "again")
        await sleep(`${told.inSeconds} seconds`, { summary: "until the call gets the answer" });
      return;
    }
    case "finish":
      return;
  }
};

const showDetails = (input: RequestInput, { step, secondsLeft }: RequestLook): void => {
  const until = step === "wait" ? new Date(Date.now() + secondsLeft * 1000).toISOString() : null;
  setCurrentDetails(describeRequest(step, { ...input, until }));
};
