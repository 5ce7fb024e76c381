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

const ROOT = "https://api.elevenlabs.io/v1";

const keyOf = ({ apiKey }: SpeechSettings): Record<string, string> => (apiKey === null ? {} : { "xi-api-key": apiKey });

/** Speaks with a voice of ElevenLabs (`/text-to-speech/{voice}/stream`). */
export const createElevenlabsVoice =
  (settings: VoiceSettings, { voiceId, speed }: SpokenVoice): Speak =>
  (text, signal) => {
    const path = `/text-to-speech/${encodeURIComponent(voiceId)}/stream`;
    const url = buildSpeechUrl(settings, ROOT, path, { output_format: `pcm_${SPOKEN_SAMPLE_RATE}` });
    const body = JSON.stringify({ text, model_id: settings.model, ...(speed !== 1 && { voice_settings: { speed } }) });
    const headers = { "content-type": "application/json", ...keyOf(settings) };
    return requestSamples(settings, { url, headers, body }, signal);
  };

const transcript = z.object({ text: z.string() });

/** Recognizes speech with ElevenLabs (`/speech-to-text`). */
export const createElevenlabsRecognition =
  (settings: SpeechSettings): Recognize =>
  async ({ samples, sampleRate, language }) => {
    const body = new FormData();
    body.set("model_id", settings.model);
    body.set("language_code", readPrimaryLanguage(language));
    // Otherwise a cough is a word of the person.
    body.set("tag_audio_events", "false");
    body.set("file", new Blob([buildWav(samples, sampleRate)], { type: "audio/wav" }), "speech.wav");
    const url = buildSpeechUrl(settings, ROOT, "/speech-to-text");
    const { text } = await requestTranscript(settings, { url, headers: keyOf(settings), body }, transcript);
    return text.trim();
  };
