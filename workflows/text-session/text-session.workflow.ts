import { proxyLocalActivities } from "@temporalio/workflow";
import { runSession } from "../session.ts";
import type { TextSessionInput } from "./text-session.contract.ts";
import type { TextSessionActivities } from "./text-session.ports.ts";

// One short transaction within the workflow task; during a longer outage of the database the workflow waits by timers.
const { lookAfterSession } = proxyLocalActivities<TextSessionActivities>({
  startToCloseTimeout: "30 seconds",
  localRetryThreshold: "1 second",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "10 seconds" },
});

/** Runs one text session: its tools, its end for inactivity, and its follow-up. Messages do not come here. */
export const textSession = (input: TextSessionInput): Promise<string> =>
  runSession({
    input,
    firstLookSeconds: input.inactivitySeconds,
    waitsFor: "without a message",
    look: (end) => lookAfterSession({ ...input, end }),
  });
