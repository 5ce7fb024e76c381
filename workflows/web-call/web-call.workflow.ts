import { CancellationScope, isCancellation, log, proxyActivities, proxyLocalActivities } from "@temporalio/workflow";
import { liveSession } from "../session.ts";
import { MEDIA_QUEUE } from "../task-queues.ts";
import type { WebCallInput } from "./web-call.contract.ts";
import type { VoiceActivities, WebCallActivities } from "./web-call.ports.ts";

// One short transaction, within the workflow task; a longer absence of the database is waited for by timers.
const { lookAfterWebCall } = proxyLocalActivities<WebCallActivities>({
  startToCloseTimeout: "30 seconds",
  localRetryThreshold: "1 second",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "10 seconds" },
});
// A media process that is killed is noticed by its heartbeats, and another goes on with the conversation.
const { carryVoice } = proxyActivities<VoiceActivities>({
  taskQueue: MEDIA_QUEUE,
  startToCloseTimeout: "1 day",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "3 seconds" },
  summary: "speaks and hears",
});

const FIRST_LOOK_SECONDS = 60;

/** The life of one conversation in the browser: its tools, its end, and what is kept of it. Words do not come here. */
export const webCall = (input: WebCallInput): Promise<string> =>
  input.carriesAudio ? withVoice(input, () => live(input)) : live(input);

const live = (input: WebCallInput): Promise<string> => {
  const { organizationId, runUuid } = input;
  return liveSession({
    input,
    firstLookSeconds: FIRST_LOOK_SECONDS,
    waitsFor: "until somebody joins, or has left",
    look: (end) => lookAfterWebCall({ organizationId, runUuid, end }),
  });
};

/** Has the call's voice carried for as long as the story lasts. A voice that fails for good is a person who is not there. */
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
