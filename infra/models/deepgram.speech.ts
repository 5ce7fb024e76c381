import { z } from "zod";
import { type Recognize, SPOKEN_SAMPLE_RATE, type Speak, type SpokenVoice } from "./speech.ts";
import {
  buildSpeechUrl,
  readPrimaryLanguage,
  requestSamples,
  requestTranscript,
  type SpeechSettings,
  type VoiceSettings,
} from "./speech-request.ts";

export const DEEPGRAM_ROOT = "https://api.deepgram.com/v1";

export const readDeepgramKey = ({ apiKey }: Pick<SpeechSettings, "apiKey">): Record<string, string> =>
  apiKey === null ? {} : { authorization: `Token ${apiKey}` };

const headersOf = (settings: SpeechSettings, type: string) => ({ "content-type": type, ...readDeepgramKey(settings) });

/** Speaks with a voice of Deepgram (`/speak`), which Deepgram calls a model. */
export const createDeepgramVoice =
  (settings: VoiceSettings, { voiceId, speed }: SpokenVoice): Speak =>
  (text, signal) => {
    const sound = { encoding: "linear16", sample_rate: String(SPOKEN_SAMPLE_RATE), container: "none" };
    // Older voices refuse a pace.
    const pace: Record<string, string> = speed === 1 ? {} : { speed: String(speed) };
    const url = buildSpeechUrl(settings, DEEPGRAM_ROOT, "/speak", { model: voiceId, ...sound, ...pace });
    const request = { url, headers: headersOf(settings, "application/json"), body: JSON.stringify({ text }) };
    return requestSamples(settings, request, signal);
  };

const transcript = z.object({
  results: z.object({
    channels: z.array(z.object({ alternatives: z.array(z.object({ transcript: z.string() })) })),
  }),
});

/** Returns the address at which Deepgram recognizes samples. */
export const buildDeepgramUrl = (
  settings: Pick<SpeechSettings, "baseUrl" | "model">,
  { sampleRate, language }: { sampleRate: number; language: string },
  query: Readonly<Record<string, string>> = {},
): URL =>
  buildSpeechUrl(settings, DEEPGRAM_ROOT, "/listen", {
    model: settings.model,
    language: readPrimaryLanguage(language),
    smart_format: "true",
    encoding: "linear16",
    sample_rate: String(sampleRate),
    ...query,
  });

/** Recognizes speech with Deepgram (`/listen`). */
export const createDeepgramRecognition =
  (settings: SpeechSettings): Recognize =>
  async ({ samples, ...speech }) => {
    const url = buildDeepgramUrl(settings, speech);
    const body = Buffer.from(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
    const request = { url, headers: headersOf(settings, "application/octet-stream"), body };
    const { results } = await requestTranscript(settings, request, transcript);
    return results.channels[0]?.alternatives[0]?.transcript.trim() ?? "";
  };
