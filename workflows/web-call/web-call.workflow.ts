import { proxyLocalActivities } from "@temporalio/workflow";
import { runSession } from "../session.ts";
import { runWithVoice } from "../voice.ts";
import type { WebCallInput } from "./web-call.contract.ts";
import type { WebCallActivities } from "./web-call.ports.ts";

// One short transaction within the workflow task; during a longer outage of the database the workflow waits by timers.
const { lookAfterWebCall } = proxyLocalActivities<WebCallActivities>({
  startToCloseTimeout: "30 seconds",
  localRetryThreshold: "1 second",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "10 seconds" },
});

const FIRST_LOOK_SECONDS = 60;
/** The first look comes early, so that a lost voice is noticed soon. */
const FIRST_LOOK_WITH_AUDIO_SECONDS = 25;

/** Runs one web call: its tools, its end, and its follow-up. Words do not come here. */
export const webCall = (input: WebCallInput): Promise<string> =>
  input.carriesAudio ? runWithVoice(input, () => runTalk(input)) : runTalk(input);

const runTalk = (input: WebCallInput): Promise<string> => {
  const { organizationId, runUuid, carriesAudio } = input;
  return runSession({
    input,
    firstLookSeconds: carriesAudio ? FIRST_LOOK_WITH_AUDIO_SECONDS : FIRST_LOOK_SECONDS,
    waitsFor: "until somebody joins, or has left",
    look: (end) => lookAfterWebCall({ organizationId, runUuid, end }),
  });
};
