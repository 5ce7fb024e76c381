import { Readable } from "node:stream";
import { keepOriginalRecording } from "../../application/recording/keep-original-recording.ts";
import type { Span } from "../../domain/recording/silenced-spans.ts";
import type { Adapters } from "../../infra/adapters.ts";
import { createSemaphore } from "../../infra/limits/semaphore.ts";
import type { ObjectStore } from "../../infra/object-store/object-store.ts";
import {
  createArtifactKey,
  insertArtifact,
  listArtifacts,
  type StoredFile,
} from "../../infra/postgres/artifact/artifact.repository.ts";
import { addArtifactOrphans, adoptArtifactOrphans } from "../../infra/postgres/artifact/artifact-orphan.repository.ts";
import type { CallArtifact } from "../../infra/postgres/artifact/call-artifact.entity.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { readSilencedSpans } from "../../infra/postgres/conversation/silenced-spans.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { buildRecordingLockKey, lockExclusively } from "../../infra/postgres/locks.ts";
import { SAMPLE_RATE } from "../hearing/voice-activity.ts";
import type { CallRecorder } from "./call-recorder.ts";
import {
  buildRecording,
  computeFrameBytes,
  countFrames,
  joinRecordings,
  type RecordedPart,
  silenceSpans,
  takeFirstBytes,
  WAV_HEADER_BYTES,
} from "./joined-recording.ts";

type Store = Pick<Adapters, "database" | "objectStore" | "secrets">;
type Run = Pick<CallRun, "id" | "organization_id" | "uuid">;
type Recorded = ReturnType<CallRecorder["parts"]>;

/** The limits of this process, because each recording that is written holds some megabytes on its way to the object store. */
const inMidCall = createSemaphore({ permits: 2 });
const atTheEnd = createSemaphore({ permits: 4, mostWaiting: Infinity });

/** Stores a recording while its call goes on. Returns false, with nothing done, when others are being stored. */
export const storeRecordingInMidCall = async (deps: Store, recorded: Recorded, run: Run): Promise<boolean> => {
  const release = await inMidCall.acquire();
  if (release === null) return false;
  try {
    // Whether what is being said is to be left out is known when it has been said.
    if (await deps.database.inOrganization(run.organization_id, (tx) => readSilencedSpans(tx, run.id))) return false;
    await keep(deps, recorded, run);
  } finally {
    release();
  }
  return true;
};

/** Stores a recording at the end of its call, when its turn comes. */
export const storeRecordingAtEnd = async (deps: Store, recorded: Recorded, run: Run): Promise<void> => {
  const release = await atTheEnd.acquire();
  try {
    await keep(deps, recorded, run);
  } finally {
    release?.();
  }
};

const SIDES = [
  { side: "both", artifactType: "recording", channels: 2 },
  { side: "person", artifactType: "user_recording", channels: 1 },
  { side: "agent", artifactType: "bot_recording", channels: 1 },
] as const;
type Side = (typeof SIDES)[number];
const WAV = { format: "wav", contentType: "audio/wav" } as const;

/**
 * Stores the run's one recording of each kind. Each part is joined with the stored one, of this process or of another one that has
 * carried the call's voice. A part that is stored twice replaces itself.
 */
const keep = async (deps: Store, recorded: Recorded, run: Run): Promise<void> => {
  let isKept = false;
  while (!isKept) isKept = await keepUnlessOvertaken(deps, recorded, run);
};

/**
 * Returns false when another process has stored a part meanwhile, with which this one is not joined. No connection is held while
 * the object store takes the files: they have keys of their own, and become the recording when all are stored.
 */
const keepUnlessOvertaken = async (deps: Store, recorded: Recorded, run: Run): Promise<boolean> => {
  const planned = SIDES.map((side) => ({
    side,
    key: createArtifactKey(run, { artifactType: side.artifactType, ...WAV }),
  }));
  const keys = planned.map(({ key }) => key);
  const { before, silenced } = await deps.database.inOrganization(run.organization_id, async (tx) => {
    await addArtifactOrphans(tx, run.organization_id, keys);
    return { before: await listRecordings(tx, run), silenced: await readSilencedSpans(tx, run.id) };
  });
  const spans = silenced?.spans ?? [];
  if (silenced?.keepsOriginal && spans.length > 0) await keepOriginal(deps, recorded.both, run);
  const files: StoredFile[] = [];
  for (const [at, { side, key }] of planned.entries())
    files.push(await write(deps.objectStore, { side, own: recorded[side.side], before: before[at], key, spans }));
  return deps.database.inOrganization(run.organization_id, async (tx) => {
    await lockExclusively(tx, buildRecordingLockKey(run.uuid));
    const now = await listRecordings(tx, run);
    if (now.some((each, at) => each?.object_key !== before[at]?.object_key)) return false;
    await adoptArtifactOrphans(tx, keys);
    const replaced = now.flatMap((each) => each?.object_key ?? []);
    await addArtifactOrphans(tx, run.organization_id, replaced);
    for (const file of files) await insertArtifact(tx, run, file);
    return true;
  });
};

/** The part of this process alone, by when it begins. */
const keepOriginal = (deps: Store, part: RecordedPart, run: Run): Promise<void> => {
  const { fromMs, wav } = buildRecording(part, 2);
  return keepOriginalRecording(deps, run, {
    name: new Date(fromMs).toISOString(),
    contentType: WAV.contentType,
    bytes: wav(),
  });
};

/** Returns the recordings in the order of SIDES. */
const listRecordings = async (tx: OrganizationTransaction, run: Run): Promise<(CallArtifact | undefined)[]> => {
  const artifacts = await listArtifacts(tx, run.id);
  return SIDES.map(({ artifactType }) =>
    artifacts.find((each) => each.artifact_type === artifactType && each.format === WAV.format),
  );
};

const write = async (
  objectStore: ObjectStore,
  {
    side,
    own,
    before,
    key,
    spans,
  }: { side: Side; own: RecordedPart; before: CallArtifact | undefined; key: string; spans: readonly Span[] },
): Promise<StoredFile> => {
  const { artifactType, channels } = side;
  const kept = before ? await keptPart(objectStore, before, { channels, until: own }) : null;
  const whole = kept ? joinRecordings(kept, own, channels) : buildRecording(own, channels);
  const { fromMs, bytes, wav } = silenceSpans(whole, spans, channels);
  await objectStore.put(key, Readable.from(wav()), WAV.contentType);
  return { artifactType, ...WAV, objectKey: key, sizeBytes: bytes, recordedFrom: new Date(fromMs) };
};

/** Returns the stored recording of other processes; null: it was removed from the store. */
const keptPart = async (
  objectStore: ObjectStore,
  { object_key, recorded_from }: CallArtifact,
  { channels, until }: { channels: number; until: RecordedPart },
): Promise<RecordedPart | null> => {
  const bytes = await objectStore.size(object_key);
  if (bytes === null) return null;
  const frames = countFrames(bytes, channels);
  return {
    // A process of an earlier version has not stored when it began, so its part is taken to come right before this one.
    fromMs: recorded_from?.getTime() ?? until.fromMs - (frames / SAMPLE_RATE) * 1000,
    frames,
    async *sound(from, to) {
      const bytesOf = (count: number) => count * computeFrameBytes(channels);
      yield* takeFirstBytes(await objectStore.read(object_key, WAV_HEADER_BYTES + bytesOf(from)), bytesOf(to - from));
    },
  };
};
