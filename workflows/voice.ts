import { CancellationScope, isCancellation, log, proxyActivities } from "@temporalio/workflow";
import type { SessionAddress } from "./session.contract.ts";
import { MEDIA_QUEUE } from "./task-queues.ts";
import type { VoiceActivities } from "./voice.ports.ts";

// Missing heartbeats reveal a killed media process, and another one continues the conversation.
const { carryVoice } = proxyActivities<VoiceActivities>({
  taskQueue: MEDIA_QUEUE,
  startToCloseTimeout: "1 day",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "3 seconds" },
  summary: "carries the voice",
});

/** Runs the call's voice as long as the story. A voice that fails permanently counts as a person who is not there. */
export const withVoice = async <T>(
  { organizationId, runUuid }: SessionAddress,
  story: () => Promise<T>,
): Promise<T> => {
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
