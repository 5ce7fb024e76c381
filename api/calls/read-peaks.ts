import { createPeakMeter, type RecordingPeaks, SPEAKERS } from "../../domain/recording/peaks.ts";
import { readWav } from "../../domain/recording/wav.ts";
import { createSemaphore } from "../../infra/limits/semaphore.ts";
import { ObjectMissingError, type ObjectStore } from "../../infra/object-store/object-store.ts";
import { readHead } from "../../infra/object-store/read-head.ts";
import { listArtifacts, storePeaks } from "../../infra/postgres/artifact/artifact.repository.ts";
import type { CallArtifact } from "../../infra/postgres/artifact/call-artifact.entity.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { recordingNotFound, runNotFound, tooManyMeasured } from "./calls.errors.ts";
import type { runParams } from "./calls.schemas.ts";

const UNKNOWN: RecordingPeaks = { lengthMs: 0, channels: [] };
/** The number of measurements is limited, because each reads a whole recording and uses a processor for it. */
const semaphore = createSemaphore({ permits: 2, mostWaiting: 50 });
/** The measurements in progress, by the key of the object. */
const measuring = new Map<string, Promise<RecordingPeaks>>();

/**
 * Returns the loudness of a call's recording. The first request waits until the file was read; later ones use the
 * stored result.
 */
export const readPeaks = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof runParams }>,
) => {
  const artifact = await context.inOrganization(async (tx) => {
    const run = await tx
      .selectFrom("call_runs")
      .select("id")
      .where("id", "=", params.run_id)
      .where("agent_id", "=", params.workflow_id)
      .executeTakeFirst();
    if (!run) throw runNotFound();
    return (await listArtifacts(tx, run.id)).find(({ artifact_type }) => artifact_type === "recording");
  });
  if (!artifact) throw recordingNotFound();
  const { lengthMs, channels } = artifact.peaks ?? (await measureOnce(context, artifact));
  return {
    workflow_run_id: artifact.run_id,
    length_ms: lengthMs === 0 ? null : lengthMs,
    channels: channels.map((peaks, channel) => ({ speaker: speakerOf(channel, channels.length), peaks })),
  };
};

const speakerOf = (channel: number, channels: number) =>
  channels === SPEAKERS.length ? (SPEAKERS[channel] ?? null) : null;

/** A second request for a recording waits for the first one's measurement. */
const measureOnce = (context: OperationContext, artifact: CallArtifact): Promise<RecordingPeaks> => {
  const { object_key: key } = artifact;
  const begun = measuring.get(key) ?? measureAndKeep(context, artifact).finally(() => measuring.delete(key));
  measuring.set(key, begun);
  return begun;
};

const measureAndKeep = async (context: OperationContext, artifact: CallArtifact): Promise<RecordingPeaks> => {
  const release = await semaphore.acquire();
  if (!release) throw tooManyMeasured();
  try {
    const measured = await measure(context.objectStore, artifact);
    await context.inOrganization((tx) => storePeaks(tx, artifact, measured));
    return measured;
  } catch (error) {
    // Retention removes the object before its row.
    if (error instanceof ObjectMissingError) throw recordingNotFound();
    throw error;
  } finally {
    release();
  }
};

/** Returns no peaks for a file whose samples cannot be read, such as a carrier's MP3. */
const measure = async (
  objectStore: ObjectStore,
  { object_key: key, size_bytes: sizeBytes }: CallArtifact,
): Promise<RecordingPeaks> => {
  const sound = readWav(await readHead(objectStore, key), sizeBytes);
  const meter = sound && createPeakMeter(sound);
  if (!meter) return UNKNOWN;
  if (sound.dataBytes > 0) {
    const stream: AsyncIterable<Buffer> = await objectStore.read(key, sound.dataOffset);
    for await (const piece of stream) meter.add(piece);
  }
  return meter.peaks();
};
