import { proxyLocalActivities } from "@temporalio/workflow";
import type { SessionAddress } from "../session.contract.ts";
import { liveSession } from "../session.ts";
import type { WebCallActivities } from "./web-call.ports.ts";

// One short transaction, within the workflow task; a longer absence of the database is waited for by timers.
const { lookAfterWebCall } = proxyLocalActivities<WebCallActivities>({
  startToCloseTimeout: "30 seconds",
  localRetryThreshold: "1 second",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "10 seconds" },
});

const FIRST_LOOK_SECONDS = 60;

/** The life of one conversation in the browser: its tools, its end, and what is kept of it. Words do not come here. */
export const webCall = (input: SessionAddress): Promise<string> =>
  liveSession({
    input,
    firstLookSeconds: FIRST_LOOK_SECONDS,
    waitsFor: "until somebody joins, or has left",
    look: (end) => lookAfterWebCall({ ...input, end }),
  });
