import type { Logger } from "../../infra/logger.ts";
import type { CallSlots } from "../process/call-slots.ts";
import { streamFrames } from "./audio-frames.ts";
import { FRAME_SAMPLES, SAMPLE_RATE } from "./voice-activity.ts";

export interface MicrophoneEvents {
  /** One frame of the person's microphone. */
  sound(frame: Int16Array): Promise<void>;
  /** The sound before the next frame was dropped. */
  soundMissing(): void;
}

/** The call whose microphone this is, and what is told when this process does not keep up with it. */
export interface MicrophoneOwner {
  slots: Pick<CallSlots, "noteLate" | "fallBehind">;
  logger: Pick<Logger, "warn">;
  run: { uuid: string };
}

export const FRAME_MS = (FRAME_SAMPLES / SAMPLE_RATE) * 1000;

/**
 * Hands the sound of a person's microphone on, frame by frame, until it ends. A process that does not keep up with it takes no more
 * calls for a while, so that those it carries do not stutter.
 */
export const streamMicrophone = (
  sound: AsyncIterable<{ data: Int16Array }>,
  events: MicrophoneEvents,
  { slots, logger, run }: MicrophoneOwner,
): Promise<void> =>
  streamFrames(sound, {
    frame: { samples: FRAME_SAMPLES, ms: FRAME_MS },
    take: events.sound,
    onGap: events.soundMissing,
    onLate: () => {
      if (slots.noteLate())
        logger.warn({ run_uuid: run.uuid }, "sound waits: this process takes no more calls for now");
    },
    onDropped: (ms) => {
      slots.fallBehind();
      logger.warn({ run_uuid: run.uuid, dropped_ms: ms }, "sound was dropped: this process carries too many calls");
    },
  });
