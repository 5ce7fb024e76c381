import { requestTextByForm } from "./form-recognition.ts";
import { type Recognize, SPOKEN_SAMPLE_RATE, type Speak, type SpokenVoice } from "./speech.ts";
import {
  buildSpeechUrl,
  readPrimaryLanguage,
  requestSamples,
  type SpeechSettings,
  type VoiceSettings,
} from "./speech-request.ts";

export const ELEVENLABS_ROOT = "https://api.elevenlabs.io/v1";

const keyOf = ({ apiKey }: SpeechSettings): Record<string, string> => (apiKey === null ? {} : { "xi-api-key": apiKey });

/** Speaks with a voice of ElevenLabs (`/text-to-speech/{voice}/stream`). */
export const createElevenlabsVoice =
  (settings: VoiceSettings, { voiceId, speed }: SpokenVoice): Speak =>
  (text, signal) => {
    const path = `/text-to-speech/${encodeURIComponent(voiceId)}/stream`;
    const url = buildSpeechUrl(settings, ELEVENLABS_ROOT, path, { output_format: `pcm_${SPOKEN_SAMPLE_RATE}` });
    const body = JSON.stringify({ text, model_id: settings.model, ...(speed !== 1 && { voice_settings: { speed } }) });
    const headers = { "content-type": "application/json", ...keyOf(settings) };
    return requestSamples(settings, { url, headers, body }, signal);
  };

/** Recognizes speech with ElevenLabs (`/speech-to-text`). */
export const createElevenlabsRecognition =
  (settings: SpeechSettings): Recognize =>
  ({ language, ...speech }) => {
    const url = buildSpeechUrl(settings, ELEVENLABS_ROOT, "/speech-to-text");
    const fields = {
      model_id: settings.model,
      language_code: readPrimaryLanguage(language),
      // Otherwise a cough would be a word of the person.
      tag_audio_events: "false",
    };
    return requestTextByForm(settings, { url, headers: keyOf(settings), fields }, speech);
  };
