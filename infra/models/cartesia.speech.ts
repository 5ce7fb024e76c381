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
import { buildWav } from "./speech-samples.ts";

const ROOT = "https://api.cartesia.ai";
const VERSION = { "cartesia-version": "2025-04-16" };

const headersOf = ({ apiKey }: SpeechSettings): Record<string, string> =>
  apiKey === null ? VERSION : { ...VERSION, authorization: `Bearer ${apiKey}` };

/** Speaks with a voice of Cartesia (`/tts/bytes`). */
export const createCartesiaVoice =
  (settings: VoiceSettings, { voiceId, speed }: SpokenVoice, language: () => string): Speak =>
  (text, signal) => {
    const body = JSON.stringify({
      model_id: settings.model,
      transcript: text,
      voice: { mode: "id", id: voiceId },
      language: readPrimaryLanguage(language()),
      output_format: { container: "raw", encoding: "pcm_s16le", sample_rate: SPOKEN_SAMPLE_RATE },
      ...(speed !== 1 && { generation_config: { speed } }),
    });
    const headers = { "content-type": "application/json", ...headersOf(settings) };
    return requestSamples(settings, { url: buildSpeechUrl(settings, ROOT, "/tts/bytes"), headers, body }, signal);
  };

const transcript = z.object({ text: z.string() });

/** Recognizes speech with Cartesia (`/stt`). */
export const createCartesiaRecognition =
  (settings: SpeechSettings): Recognize =>
  async ({ samples, sampleRate, language }) => {
    const body = new FormData();
    body.set("model", settings.model);
    body.set("language", readPrimaryLanguage(language));
    body.set("file", new Blob([buildWav(samples, sampleRate)], { type: "audio/wav" }), "speech.wav");
    const url = buildSpeechUrl(settings, ROOT, "/stt");
    const { text } = await requestTranscript(settings, { url, headers: headersOf(settings), body }, transcript);
    return text.trim();
  };
