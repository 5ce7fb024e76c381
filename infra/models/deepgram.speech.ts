import { z } from "zod";
import { type Recognize, type Speak, SPOKEN_SAMPLE_RATE, type SpokenVoice } from "./speech.ts";
import {
  buildSpeechUrl,
  readPrimaryLanguage,
  requestSamples,
  requestTranscript,
  type SpeechSettings,
  type VoiceSettings,
} from "./speech-request.ts";

const ROOT = "https://api.deepgram.com/v1";

const headersOf = ({ apiKey }: SpeechSettings, type: string) => ({
  "content-type": type,
  ...(apiKey !== null && { authorization: `Token ${apiKey}` }),
});

/** Speaks with a voice of Deepgram (`/speak`), which is called a model there. */
export const createDeepgramVoice =
  (settings: VoiceSettings, { voiceId, speed }: SpokenVoice): Speak =>
  (text, signal) => {
    const sound = { encoding: "linear16", sample_rate: String(SPOKEN_SAMPLE_RATE), container: "none" };
    // Older voices refuse a pace.
    const pace: Record<string, string> = speed === 1 ? {} : { speed: String(speed) };
    const url = buildSpeechUrl(settings, ROOT, "/speak", { model: voiceId, ...sound, ...pace });
    const request = { url, headers: headersOf(settings, "application/json"), body: JSON.stringify({ text }) };
    return requestSamples(settings, request, signal);
  };

const transcript = z.object({
  results: z.object({
    channels: z.array(z.object({ alternatives: z.array(z.object({ transcript: z.string() })) })),
  }),
});

/** Recognizes speech with Deepgram (`/listen`). */
export const createDeepgramRecognition =
  (settings: SpeechSettings): Recognize =>
  async ({ samples, sampleRate, language }) => {
    const url = buildSpeechUrl(settings, ROOT, "/listen", {
      model: settings.model,
      language: readPrimaryLanguage(language),
      smart_format: "true",
      encoding: "linear16",
      sample_rate: String(sampleRate),
    });
    const body = Buffer.from(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
    const request = { url, headers: headersOf(settings, "application/octet-stream"), body };
    const { results } = await requestTranscript(settings, request, transcript);
    return results.channels[0]?.alternatives[0]?.transcript.trim() ?? "";
  };
