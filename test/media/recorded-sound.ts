import { extractSamples, readWav } from "../../domain/recording/wav.ts";
import { createOpenaiRecognition } from "../../infra/models/speech.ts";
import type { CallingPlatform } from "../api/calls/calling-platform.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { SpeechStandIn } from "./speech-stand-in.ts";

const SAMPLE_RATE = 16_000;
/** Louder than any noise of a line. */
const LOUD = 1000;
/** Longer than a pause within a sentence, shorter than that between two. */
const PAUSE_SAMPLES = 0.3 * SAMPLE_RATE;

interface Recorded extends Pick<CallingPlatform, "test" | "api"> {
  speech: Pick<SpeechStandIn, "baseUrl">;
}

/** Waits for the recordings of a call, and returns what is heard in each of their channels, sentence by sentence. */
export const hearRecordings = async (
  { test, api, speech }: Recorded,
  runId: number,
): Promise<Record<string, string[][]>> => {
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
  const recognize = createOpenaiRecognition({ model: "stand-in", apiKey: null, baseUrl: speech.baseUrl, fetch });
  const heard = kept.map(async ({ artifact_type, object_key }) => {
    const stream = await api.dependencies.objectStore.read(object_key);
    const channels = readChannels(Buffer.concat(await stream.toArray()));
    const hear = (samples: Int16Array) => recognize({ samples, sampleRate: SAMPLE_RATE, language: "en" });
    const sentences = channels.map((channel) => Promise.all(cutSentences(channel).map(hear)));
    return [artifact_type, await Promise.all(sentences)] as const;
  });
  return Object.fromEntries(await Promise.all(heard));
};

const readChannels = (wav: Buffer): Int16Array[] => {
  const sound = readWav(wav, wav.length);
  if (!sound) throw new Error("this is no WAV file");
  const frames = wav.subarray(sound.dataOffset, sound.dataOffset + sound.dataBytes);
  return Array.from({ length: sound.channels }, (_, channel) => {
    const bytes = extractSamples(frames, sound, channel);
    return Int16Array.from({ length: bytes.length / 2 }, (_each, at) => bytes.readInt16LE(2 * at));
  });
};

/** Returns the sentences, each with some of the silence around it. */
const cutSentences = (samples: Int16Array): Int16Array[] => {
  const sentences: { from: number; to: number }[] = [];
  for (const [at, sample] of samples.entries()) {
    if (Math.abs(sample) < LOUD) continue;
    const last = sentences.at(-1);
    if (last && at - last.to < PAUSE_SAMPLES) last.to = at;
    else sentences.push({ from: at, to: at });
  }
  const around = PAUSE_SAMPLES / 2;
  return sentences.map(({ from, to }) => samples.slice(Math.max(from - around, 0), to + around));
};
