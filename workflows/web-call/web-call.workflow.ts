import { CancellationScope, isCancellation, log, proxyActivities, proxyLocalActivities } from "@temporalio/workflow";
import { liveSession } from "../session.ts";
import { MEDIA_QUEUE } from "../task-queues.ts";
import type { WebCallInput } from "./web-call.contract.ts";
import type { VoiceActivities, WebCallActivities } from "./web-call.ports.ts";

// One short transaction within the workflow task; during a longer outage of the database the workflow waits by timers.
const { lookAfterWebCall } = proxyLocalActivities<WebCallActivities>({
  startToCloseTimeout: "30 seconds",
  localRetryThreshold: "1 second",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "10 seconds" },
});
// Missing heartbeats reveal a killed media process, and another one continues the conversation.
const { carryVoice } = proxyActivities<VoiceActivities>({
  taskQueue: MEDIA_QUEUE,
  startToCloseTimeout: "1 day",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "3 seconds" },
  summary: "carries the voice",
});

const FIRST_LOOK_SECONDS = 60;
/** That a voice was lost is noticed sooner. */
const FIRST_LOOK_WITH_AUDIO_SECONDS = 25;

/** Runs one conversation in the browser: its tools, its end, and its follow-up. Words do not come here. */
export const webCall = (input: WebCallInput): Promise<string> =>
  input.carriesAudio ? withVoice(input, () => live(input)) : live(input);

const live = (input: WebCallInput): Promise<string> => {
  const { organizationId, runUuid, carriesAudio } = input;
  return liveSession({
    input,
    firstLookSeconds: carriesAudio ? FIRST_LOOK_WITH_AUDIO_SECONDS : FIRST_LOOK_SECONDS,
    waitsFor: "until somebody joins, or has left",
    look: (end) => lookAfterWebCall({ organizationId, runUuid, end }),
  });
};

/** Runs the call's voice as long as the story. A voice that fails permanently counts as a person who is not there. */
const withVoice = async <T>({ organizationId, runUuid }: WebCallInput, story: () => Promise<T>): Promise<T> => {
  const voice = new CancellationScope();
  voice
    .run(() => carryVoice({ organizationId, runUuid }))
    .catch((error: unknown) => {
      if (!isCancellation(error)) log.warn("the voice of a call failed for good");
    });
  try {
    return await story();
  } finally {
    voice.cancel();
  }
};
