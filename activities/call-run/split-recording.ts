import { Readable } from "node:stream";
import { buildChannelHeader, extractSamples, readWav, type WavSound } from "../../domain/recording/wav.ts";
import type { ObjectStore } from "../../infra/object-store/object-store.ts";
import { readHead } from "../../infra/object-store/read-head.ts";
import { type ArtifactFile, buildArtifactKey } from "../../infra/postgres/artifact/artifact.repository.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";

/** Every carrier that records two channels puts the person into the first one. */
const SIDES = ["user_recording", "bot_recording"] as const;

/**
 * Writes each side of a recording into a file of its own, where the carrier has recorded them separately, in a WAV of
 * two channels. Other recordings are not split. A repeat overwrites the same objects.
 */
export const splitRecording = async (
  objectStore: ObjectStore,
  run: Pick<CallRun, "organization_id" | "uuid">,
  { key, sizeBytes }: { key: string; sizeBytes: number },
): Promise<(ArtifactFile & { sizeBytes: number })[]> => {
  const sound = readWav(await readHead(objectStore, key), sizeBytes);
  if (sound?.channels !== SIDES.length) return [];
  const files = [];
  for (const [channel, artifactType] of SIDES.entries()) {
    const file = { artifactType, format: "wav", contentType: "audio/wav" } as const;
    const own = buildArtifactKey(run, file);
    await objectStore.put(own, Readable.from(channelBytes(objectStore, { key, sound, channel })), file.contentType);
    files.push({ ...file, sizeBytes: (await objectStore.size(own)) ?? 0 });
  }
  return files;
};

/** Streams the file of one channel from the store. */
async function* channelBytes(
  objectStore: ObjectStore,
  { key, sound, channel }: { key: string; sound: WavSound; channel: number },
): AsyncGenerator<Buffer> {
  yield buildChannelHeader(sound);
  if (sound.dataBytes === 0) return;
  const stream: AsyncIterable<Buffer> = await objectStore.read(key, sound.dataOffset);
  let left = sound.dataBytes;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    const bytes = Buffer.concat([rest, chunk.subarray(0, Math.max(0, left - rest.length))]);
    const whole = bytes.length - (bytes.length % sound.bytesPerFrame);
    rest = bytes.subarray(whole);
    left -= whole;
    if (whole > 0) yield extractSamples(bytes.subarray(0, whole), sound, channel);
    if (left === 0) break;
  }
  if (left > 0) throw new Error(`a recording was cut off ${left} bytes before its end`);
  // A chunk of a WAV file ends at an even byte.
  if ((sound.dataBytes / sound.channels) % 2 === 1) yield Buffer.alloc(1);
}
