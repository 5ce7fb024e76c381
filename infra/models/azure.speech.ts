import { z } from "zod";
import { ModelError } from "../../domain/model/chat-model.ts";
import { escapeXml, writeElement } from "../telephony/xml-writer.ts";
import { type Recognize, SPOKEN_SAMPLE_RATE, type Speak, type SpokenVoice } from "./speech.ts";
import {
  buildSpeechUrl,
  requestSamples,
  requestTranscript,
  type SpeechSettings,
  type VoiceSettings,
} from "./speech-request.ts";
import { buildWav } from "./speech-samples.ts";

/** Every region has an address of its own, which is required where the model is set, so this one is never used. */
const NO_ROOT = "https://azure.invalid";

const SSML = "http://www.w3.org/2001/10/synthesis";

const keyOf = ({ apiKey }: SpeechSettings): Record<string, string> =>
  apiKey === null ? {} : { "ocp-apim-subscription-key": apiKey };

/**
 * Returns the language with its most likely country where it names none, because Azure knows no language without one. Azure itself
 * refuses a tag that is not BCP 47.
 */
export const readLocale = (tag: string): string => {
  const asTag = tag.replaceAll("_", "-");
  try {
    const { language, region } = new Intl.Locale(asTag).maximize();
    return region === undefined ? language : `${language}-${region}`;
  } catch {
    return asTag;
  }
};

/** Speaks with a voice of Azure (`/cognitiveservices/v1`), which the settings name as the model. */
export const createAzureVoice =
  (settings: VoiceSettings, { voiceId, speed }: SpokenVoice, language: () => string): Speak =>
  (text, signal) => {
    const words = speed === 1 ? escapeXml(text) : writeElement("prosody", { rate: speed }, escapeXml(text));
    const document = { version: "1.0", xmlns: SSML, "xml:lang": readLocale(language()) };
    const body = writeElement("speak", document, writeElement("voice", { name: voiceId }, words));
    const headers = {
      "content-type": "application/ssml+xml",
      "x-microsoft-outputformat": `raw-${SPOKEN_SAMPLE_RATE / 1000}khz-16bit-mono-pcm`,
      // Azure requires the application's name.
      "user-agent": "Ringdown",
      ...keyOf(settings),
    };
    const url = buildSpeechUrl(settings, NO_ROOT, "/cognitiveservices/v1");
    return requestSamples(settings, { url, headers, body }, signal);
  };

const recognition = z.object({ RecognitionStatus: z.string(), DisplayText: z.string().default("") });
/** These results hold no speech; any other status is a failure. */
const UNDERSTOOD_NOTHING = ["NoMatch", "InitialSilenceTimeout", "BabbleTimeout", "EndOfDictation"];

/** Recognizes speech with Azure (`/speech/recognition/{mode}/cognitiveservices/v1`); the mode is the model. */
export const createAzureRecognition =
  (settings: SpeechSettings): Recognize =>
  async ({ samples, sampleRate, language }) => {
    const path = `/speech/recognition/${encodeURIComponent(settings.model)}/cognitiveservices/v1`;
    const query = { language: readLocale(language), format: "simple", profanity: "raw" };
    const url = buildSpeechUrl(settings, NO_ROOT, path, query);
    const headers = {
      "content-type": `audio/wav; codecs=audio/pcm; samplerate=${sampleRate}`,
      accept: "application/json",
      ...keyOf(settings),
    };
    const body = buildWav(samples, sampleRate);
    const answer = await requestTranscript(settings, { url, headers, body }, recognition);
    if (answer.RecognitionStatus === "Success") return answer.DisplayText.trim();
    if (UNDERSTOOD_NOTHING.includes(answer.RecognitionStatus)) return "";
    throw new ModelError("unavailable", "The model's server could not recognize speech for now");
  };
