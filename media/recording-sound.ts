import { MAX_RECORDING_BYTES } from "../domain/recording/recording-file.ts";
import { readWavSamples } from "../domain/recording/wav-samples.ts";
import { SPOKEN_SAMPLE_RATE } from "../infra/models/speech.ts";

const FETCH_WITHIN_MS = 15_000;

/**
 * Fetches a recording of the organization's from the signed address that the API has named, and yields its sound. Throws when
 * it is not there, or is no WAV file.
 */
export async function* fetchRecordingSound(url: string, signal: AbortSignal): AsyncIterable<Int16Array> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(FETCH_WITHIN_MS)]);
  const response = await fetch(url, { signal: within, redirect: "error" });
  if (!response.ok) throw new Error(`the object store answered ${response.status} for a recording`);
  if (Number(response.headers.get("content-length")) > MAX_RECORDING_BYTES)
    throw new Error("a recording is longer than one may be");
  const samples = readWavSamples(Buffer.from(await response.arrayBuffer()), SPOKEN_SAMPLE_RATE);
  if (samples === null) throw new Error("a recording is no WAV file that can be played here: upload it anew");
  yield samples;
}
