import { CancellationScope, isCancellation, log, proxyActivities } from "@temporalio/workflow";
import type { SessionAddress } from "./session.contract.ts";
import { BROWSER_MEDIA_QUEUE, MEDIA_QUEUE } from "./task-queues.ts";
import type { VoiceActivities } from "./voice.ports.ts";

// Missing heartbeats reveal a killed media process, and another one continues the conversation.
const carrying = {
  taskQueue: MEDIA_QUEUE,
  startToCloseTimeout: "1 day",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "3 seconds" },
  summary: "carries the voice",
} as const;
const inBrowser = proxyActivities<VoiceActivities>({ ...carrying, taskQueue: BROWSER_MEDIA_QUEUE });
/**
 * A person on the telephone hears nothing until another process takes the call over, and one on hold may have heard nothing for three
 * seconds before. So a process that is killed is missed after five, that other one within these ten.
 */
const onTelephone = proxyActivities<VoiceActivities>({
  ...carrying,
  heartbeatTimeout: "5 seconds",
  scheduleToStartTimeout: "15 seconds",
});

/**
 * Runs the call's voice beside the story, until the story ends. A voice that fails permanently counts as a person who is not there.
 */
export const runWithVoice = <T>(address: SessionAddress, story: () => Promise<T>): Promise<T> =>
  beside(story, {
    voice: () => inBrowser.carryVoice(addressOf(address)),
    lost: () => log.warn("the voice of a call failed for good"),
  });

/** Runs the voice of a call on the telephone beside the story; calls `lost` when no media process carries it any more. */
export const runWithTelephoneVoice = <T>(
  address: SessionAddress,
  story: () => Promise<T>,
  lost: () => void,
): Promise<T> => beside(story, { voice: () => onTelephone.carryVoice(addressOf(address)), lost });

const addressOf = ({ organizationId, runUuid }: SessionAddress): SessionAddress => ({ organizationId, runUuid });

const beside = async <T>(
  story: () => Promise<T>,
  { voice, lost }: { voice(): Promise<void>; lost(): void },
): Promise<T> => {
  const scope = new CancellationScope();
  scope.run(voice).catch((error: unknown) => {
    if (!isCancellation(error)) lost();
  });
  try {
    return await story();
  } finally {
    scope.cancel();
  }
};
