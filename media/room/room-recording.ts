import type { Adapters } from "../../infra/adapters.ts";
import { SPOKEN_SAMPLE_RATE } from "../../infra/models/speech.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { SAMPLE_RATE } from "../hearing/voice-activity.ts";
import { type CallRecorder, createCallRecorder } from "./call-recorder.ts";
import { storeRecordingAtEnd, storeRecordingInMidCall } from "./recording-upload.ts";
import type { VoiceRoom } from "./voice-room.ts";

type Kept = Pick<Adapters, "database" | "objectStore" | "secrets" | "logger" | "clock">;
type Run = Pick<CallRun, "id" | "organization_id" | "uuid">;

export interface RoomRecording {
  room: VoiceRoom;
  /** Stores both sides, together and apart, like the carriers' recordings. A failure costs only the recording. */
  keep(): Promise<void>;
  /** Stores what has been recorded so far, if that is enough, because a process may be killed. */
  keepSoFar(): Promise<void>;
}

const LOOK_EVERY_MS = 5000;
/** The most that a killed process loses of a short call. */
const LEAST_KEPT_FRAMES = 60 * SAMPLE_RATE;
/**
 * Everything is written again each time, so of a long call up to a fifth may be lost, and its recording is written at most five
 * times over.
 */
const SHARE_OF_KEPT = 1 / 4;

/**
 * Records what is heard and said in the room of a call, and stores it from time to time while the call goes on; when recording
 * fails, the call goes on without. `nowMs` reads a clock that never goes back.
 */
export const recordRoom = (
  deps: Kept,
  room: VoiceRoom,
  run: Run,
  nowMs: () => number = () => performance.now(),
): RoomRecording => {
  const recorder = openRecorder(deps, run, nowMs);
  if (recorder === null) return { room, keep: async () => {}, keepSoFar: async () => {} };
  let hasFailed = false;
  const keeping = keepInParts(deps, recorder, run);
  const keepSoFar = async () => {
    // After a failure the files hold less than what was said, and would read as silence from there on.
    if (!hasFailed) await keeping.keepSoFar();
  };
  const timer = setInterval(() => void keepSoFar(), LOOK_EVERY_MS).unref();
  const note = (work: () => void) => {
    if (hasFailed) return;
    try {
      work();
    } catch (err) {
      hasFailed = true;
      deps.logger.warn({ err, run_uuid: run.uuid }, "the recording of a call has stopped");
    }
  };
  const { speaker } = room;
  return {
    room: {
      ...room,
      speaker: {
        ...speaker,
        play: (samples) => {
          note(() => recorder.speak(slowed(samples), speaker.waitingMs()));
          return speaker.play(samples);
        },
        clear: () => {
          speaker.clear();
          note(recorder.cut);
        },
      },
      listen: (events) =>
        room.listen({
          ...events,
          sound: (frame) => {
            note(() => recorder.hear(frame));
            return events.sound(frame);
          },
        }),
    },
    keepSoFar,
    keep: async () => {
      clearInterval(timer);
      try {
        if (!hasFailed) await keeping.keepRest();
      } catch (err) {
        deps.logger.error({ err, run_uuid: run.uuid }, "the recording of a call could not be stored");
      } finally {
        recorder.close();
      }
    },
  };
};

const keepInParts = (deps: Kept, recorder: CallRecorder, run: Run) => {
  let keptFrames = 0;
  let isOver = false;
  let underWay: Promise<void> | null = null;
  const keepUntil = async (until: number): Promise<void> => {
    try {
      if (await storeRecordingInMidCall(deps, recorder.parts(keptFrames, until), run)) keptFrames = until;
    } catch (err) {
      deps.logger.warn({ err, run_uuid: run.uuid }, "what was recorded so far was not stored; it is tried again");
    }
  };
  return {
    keepSoFar: async (): Promise<void> => {
      const until = recorder.countSettled();
      const isWorthIt = until - keptFrames >= Math.max(LEAST_KEPT_FRAMES, keptFrames * SHARE_OF_KEPT);
      if (isOver || underWay !== null || !isWorthIt) return;
      underWay = keepUntil(until);
      await underWay;
      underWay = null;
    },
    keepRest: async (): Promise<void> => {
      isOver = true;
      await underWay;
      await storeRecordingAtEnd(deps, recorder.parts(keptFrames), run);
    },
  };
};

/** Returns null when the call cannot be recorded, for example because the folder for temporary files is full. */
const openRecorder = ({ logger, clock }: Kept, run: Run, nowMs: () => number): CallRecorder | null => {
  try {
    return createCallRecorder(nowMs, clock.now().getTime());
  } catch (err) {
    logger.error({ err, run_uuid: run.uuid }, "a call is not recorded: its temporary files were not opened");
    return null;
  }
};

const STEP = SPOKEN_SAMPLE_RATE / SAMPLE_RATE;

/** Converts samples to the rate of the microphone; values between two samples lie on a straight line. */
const slowed = (samples: Int16Array): Int16Array =>
  Int16Array.from({ length: Math.floor(samples.length / STEP) }, (_, index) => {
    const at = index * STEP;
    const before = samples[Math.floor(at)] ?? 0;
    const after = samples[Math.ceil(at)] ?? before;
    return before + (after - before) * (at % 1);
  });
