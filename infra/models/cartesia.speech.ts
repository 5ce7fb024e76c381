import { requestTextByForm } from "./form-recognition.ts";
import { type Recognize, SPOKEN_SAMPLE_RATE, type Speak, type SpokenVoice } from "./speech.ts";
import {
  buildSpeechUrl,
  readPrimaryLanguage,
  requestSamples,
  type SpeechSettings,
  type VoiceSettings,
} from "./speech-request.ts";

export const CARTESIA_ROOT = "https://api.cartesia.ai";
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
    return requestSamples(
      settings,
      { url: buildSpeechUrl(settings, CARTESIA_ROOT, "/tts/bytes"), headers, body },
      signal,
    );
  };

/** Recognizes speech with Cartesia (`/stt`). */
export const createCartesiaRecognition =
  (settings: SpeechSettings): Recognize =>
  ({ language, ...speech }) => {
    const url = buildSpeechUrl(settings, CARTESIA_ROOT, "/stt");
    const fields = { model: settings.model, language: readPrimaryLanguage(language) };
    return requestTextByForm(settings, { url, headers: headersOf(settings), fields }, speech);
  };
