import { extractSamples, readWav } from "../../domain/recording/wav.ts";
import type { CallingPlatform } from "../api/calls/calling-platform.ts";
import { waitUntil } from "../harness/wait-until.ts";

/** Louder than any noise of a line. */
const LOUD = 3000;

/** Waits for the recordings of a call, and returns for each of their channels whether anybody is heard in it. */
export const readRecordedSound = async (
  { test, api }: Pick<CallingPlatform, "test" | "api">,
  runId: number,
): Promise<Record<string, boolean[]>> => {
  const kept = await waitUntil("both sides are kept, together and apart", async () => {
    const artifacts = await test.everything
      .selectFrom("call_artifacts")
      .select(["artifact_type", "object_key"])
      .where("run_id", "=", runId)
      .where("content_type", "=", "audio/wav")
      .orderBy("artifact_type")
      .execute();
    return artifacts.length === 3 ? artifacts : null;
  });
  const heard = kept.map(async ({ artifact_type, object_key }) => {
    const stream = await api.dependencies.objectStore.read(object_key);
    return [artifact_type, listLoudChannels(Buffer.concat(await stream.toArray()))] as const;
  });
  return Object.fromEntries(await Promise.all(heard));
};

const listLoudChannels = (wav: Buffer): boolean[] => {
  const sound = readWav(wav, wav.length);
  if (!sound) throw new Error("this is no WAV file");
  const frames = wav.subarray(sound.dataOffset, sound.dataOffset + sound.dataBytes);
  return Array.from({ length: sound.channels }, (_, channel) => {
    const samples = extractSamples(frames, sound, channel);
    return Array.from({ length: samples.length / 2 }, (_each, at) => samples.readInt16LE(2 * at)).some(
      (sample) => Math.abs(sample) > LOUD,
    );
  });
};
