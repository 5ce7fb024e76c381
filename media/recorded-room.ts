import { Readable } from "node:stream";
import type { Adapters } from "../infra/adapters.ts";
import { SPOKEN_SAMPLE_RATE } from "../infra/models/speech.ts";
import { artifactKey, insertArtifact } from "../infra/postgres/artifact/artifact.repository.ts";
import type { CallRun } from "../infra/postgres/call/call-run.entity.ts";
import { type CallRecorder, createCallRecorder } from "./call-recorder.ts";
import type { VoiceRoom } from "./room.ts";
import { SAMPLE_RATE } from "./voice-activity.ts";

type Kept = Pick<Adapters, "database" | "objectStore" | "logger">;
type Run = Pick<CallRun, "id" | "organization_id" | "uuid">;

export interface RecordedRoom {
  room: VoiceRoom;
  /** Puts both sides, together and apart, where the carriers' recordings are. A failure costs the recording alone. */
  keep(): Promise<void>;
}

/** Records what is heard and said in the room of a call; where that fails, the call goes on without. */
export const recordRoom = (deps: Kept, room: VoiceRoom, run: Run): RecordedRoom => {
  const recorder = openRecorder(deps, run);
  if (recorder === null) return { room, keep: async () => {} };
  let hasFailed = false;
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
    keep: async () => {
      try {
        if (!hasFailed) await keep(deps, recorder, run);
      } catch (err) {
        deps.logger.error({ err, run_uuid: run.uuid }, "the recording of a call could not be stored");
      } finally {
        recorder.close();
      }
    },
  };
};

/** Null: it cannot be recorded, for example because the folder for temporary files is full. */
const openRecorder = ({ logger }: Kept, run: Run): CallRecorder | null => {
  try {
    return createCallRecorder(() => performance.now());
  } catch (err) {
    logger.error({ err, run_uuid: run.uuid }, "a call is not recorded: its temporary files were not opened");
    return null;
  }
};

const TYPES = { both: "recording", person: "user_recording", agent: "bot_recording" } as const;

/**
 * A run has one recording of each kind. Where its voice was carried by several processes, one after another, each has
 * recorded a part of it, and the longest one is kept.
 */
const keep = async ({ database, objectStore }: Kept, recorder: CallRecorder, run: Run): Promise<void> => {
  const files = recorder.files();
  for (const side of ["both", "person", "agent"] as const) {
    const file = { artifactType: TYPES[side], format: "wav", contentType: "audio/wav" } as const;
    const key = artifactKey(run, file);
    const { bytes, parts } = files[side];
    const keptBytes = await objectStore.size(key);
    if (keptBytes === null || keptBytes < bytes) await objectStore.put(key, Readable.from(parts), file.contentType);
    const sizeBytes = (await objectStore.size(key)) ?? 0;
    await database.inOrganization(run.organization_id, (tx) => insertArtifact(tx, run, { ...file, sizeBytes }));
  }
};

const STEP = SPOKEN_SAMPLE_RATE / SAMPLE_RATE;

/** At the rate of the microphone: between two samples on a straight line. */
const slowed = (samples: Int16Array): Int16Array =>
  Int16Array.from({ length: Math.floor(samples.length / STEP) }, (_, index) => {
    const at = index * STEP;
    const before = samples[Math.floor(at)] ?? 0;
    const after = samples[Math.ceil(at)] ?? before;
    return before + (after - before) * (at % 1);
  });
