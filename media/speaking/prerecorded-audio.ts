import { setImmediate as nextTurn } from "node:timers/promises";
import { MAX_RECORDING_BYTES } from "../../domain/recording/recording-file.ts";
import { readWavSamples } from "../../domain/recording/wav-samples.ts";
import { SPOKEN_SAMPLE_RATE } from "../../infra/models/speech.ts";

const FETCH_WITHIN_MS = 15_000;

/**
 * Fetches a recording of the organization's from the signed address that the API has named, and yields its sound. Throws when it
 * does not exist or is no WAV file.
 */
export async function* fetchPrerecordedAudio(url: string, signal: AbortSignal): AsyncIterable<Int16Array> {
  const samples = readWavSamples(await fetchFile(url, signal), SPOKEN_SAMPLE_RATE);
  if (samples === null) throw new Error("a recording is no WAV file that can be played here: upload it anew");
  for (const part of samples) {
    yield part;
    // Other calls of this process get a turn in between.
    await nextTurn();
  }
}

const fetchFile = async (url: string, signal: AbortSignal): Promise<Buffer> => {
  const within = AbortSignal.any([signal, AbortSignal.timeout(FETCH_WITHIN_MS)]);
  const response = await fetch(url, { signal: within, redirect: "error" });
  if (!response.ok) throw new Error(`the object store answered ${response.status} for a recording`);
  return response.body ? readWhole(response.body) : Buffer.alloc(0);
};

/** Reads the whole body and counts while reading, because a store need not announce its size. */
const readWhole = async (body: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_RECORDING_BYTES) throw new Error("a recording is longer than one may be");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
