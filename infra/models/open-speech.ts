import { LOCAL_SPEECH } from "../../domain/model/local-speech.rules.ts";
import type { OpenSocket } from "../guarded-request/guarded-requests.ts";
import { createAzureRecognition, createAzureVoice } from "./azure.speech.ts";
import { createCartesiaRecognition, createCartesiaVoice } from "./cartesia.speech.ts";
import { createDeepgramRecognition, createDeepgramVoice } from "./deepgram.speech.ts";
import { createDeepgramStreams } from "./deepgram.stream.ts";
import { createElevenlabsRecognition, createElevenlabsVoice } from "./elevenlabs.speech.ts";
import {
  createLocalRecognition,
  createLocalStreams,
  createLocalVoice,
  type LocalSpeech,
  NO_LOCAL_SPEECH,
} from "./local.speech.ts";
import type { ModelChoice } from "./open-model.ts";
import { PART_WITHIN_MS } from "./part-limit.ts";
import {
  createOpenaiRecognition,
  createOpenaiVoice,
  type OpenRecognitionStream,
  type Recognize,
  type Speak,
  type SpokenVoice,
} from "./speech.ts";

type SpeechChoice = Pick<ModelChoice, "provider" | "model" | "apiKey" | "baseUrl">;

interface Speaking {
  voice: SpokenVoice;
  /** BCP 47, the present language. */
  language(): string;
  fetch: typeof fetch;
  /** The models of this machine. */
  local?: LocalSpeech;
  partWithinMs?: number;
}

/** Opens a model that speaks. */
export const openVoice = (
  choice: SpeechChoice,
  { voice, language, fetch, local = NO_LOCAL_SPEECH, partWithinMs = PART_WITHIN_MS }: Speaking,
): Speak => {
  const settings = { ...choice, fetch, partWithinMs };
  switch (choice.provider) {
    case LOCAL_SPEECH:
      return createLocalVoice(local, voice, language);
    case "deepgram":
      return createDeepgramVoice(settings, voice);
    case "elevenlabs":
      return createElevenlabsVoice(settings, voice);
    case "cartesia":
      return createCartesiaVoice(settings, voice, language);
    case "azure":
      return createAzureVoice(settings, voice, language);
    default:
      return createOpenaiVoice(settings, voice);
  }
};

/** Opens a model that recognizes speech. */
export const openRecognition = (
  choice: SpeechChoice,
  { fetch, local = NO_LOCAL_SPEECH }: Pick<Speaking, "fetch" | "local">,
): Recognize => {
  const settings = { ...choice, fetch };
  switch (choice.provider) {
    case LOCAL_SPEECH:
      return createLocalRecognition(local);
    case "deepgram":
      return createDeepgramRecognition(settings);
    case "elevenlabs":
      return createElevenlabsRecognition(settings);
    case "cartesia":
      return createCartesiaRecognition(settings);
    case "azure":
      return createAzureRecognition(settings);
    default:
      return createOpenaiRecognition(settings);
  }
};

/** The sound waits in memory until then. */
const OPEN_WITHIN_MS = 5000;

/** Opens a model that recognizes speech while it is spoken; null: the provider hears only whole sentences. */
export const openRecognitionStreams = (
  choice: SpeechChoice,
  {
    openSocket,
    local = NO_LOCAL_SPEECH,
    openWithinMs = OPEN_WITHIN_MS,
  }: { openSocket: OpenSocket; local?: LocalSpeech; openWithinMs?: number },
): OpenRecognitionStream | null => {
  if (choice.provider === LOCAL_SPEECH) return createLocalStreams(local);
  return choice.provider === "deepgram" ? createDeepgramStreams({ ...choice, openSocket, openWithinMs }) : null;
};
