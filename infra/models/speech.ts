import { toFile } from "openai";
import { type OpenaiSettings, openClient } from "./openai.client.ts";
import { createPartLimit } from "./part-limit.ts";
import type { VoiceSettings } from "./speech-request.ts";
import { buildWav, readSamples } from "./speech-samples.ts";

/** 16-bit samples of one channel have this rate. */
export const SPOKEN_SAMPLE_RATE = 24_000;

/**
 * Turns text into speech: samples as they arrive, at SPOKEN_SAMPLE_RATE. Throws when the provider refuses or is not
 * reachable.
 */
export type Speak = (text: string, signal: AbortSignal) => AsyncIterable<Int16Array>;

/** Turns speech into text; empty where nobody has spoken. Throws when the provider refuses or is not reachable. */
export type Recognize = (sound: { samples: Int16Array; sampleRate: number; language: string }) => Promise<string>;

/** Speech on its way to a recognition. */
export interface RecognitionStream {
  /** Takes samples; returns false when the stream has ended and these were not sent. */
  take(samples: Int16Array): boolean;
  /** The person pauses, and may have finished with this. Resolves with the words so far, where they are asked for then. */
  pause?(): Promise<string> | undefined;
  /**
   * Ends the speech and resolves with its words. Rejects when they were not recognized. `isPaused`: the person has said nothing since
   * the latest pause.
   */
  finish(isPaused?: boolean): Promise<string>;
  /** Drops the stream, because nobody wants the words any more. */
  drop(): void;
}

interface StreamedSpeech {
  sampleRate: number;
  language: string;
  /** Called with all words so far, some of which may still change. */
  onWords(text: string): void;
  /** Aborts when nobody wants the stream any more, also while it is being opened. */
  signal: AbortSignal;
}

/** Opens a recognition of speech that is still being spoken. Rejects when the provider refuses or is not reachable. */
export type OpenRecognitionStream = (speech: StreamedSpeech) => Promise<RecognitionStream>;

export interface SpokenVoice {
  voiceId: string;
  /** 1: the voice's normal pace. */
  speed: number;
}

const SPEAK_WITHIN_MS = 15_000;
const RECOGNIZE_WITHIN_MS = 15_000;

/** Speaks with a voice of OpenAI or a compatible provider (`/audio/speech`). */
export const createOpenaiVoice = (settings: VoiceSettings, { voiceId, speed }: SpokenVoice): Speak =>
  async function* (text, signal) {
    const client = await openClient(settings);
    const limit = createPartLimit(signal, settings.partWithinMs);
    const response = await client.audio.speech.create(
      { model: settings.model, voice: voiceId, input: text, response_format: "pcm", speed },
      { signal: limit.signal, timeout: SPEAK_WITHIN_MS },
    );
    if (response.body) yield* readSamples(limit.read(response.body));
  };

/** Recognizes speech with OpenAI or a compatible provider (`/audio/transcriptions`). */
export const createOpenaiRecognition =
  (settings: OpenaiSettings): Recognize =>
  async ({ samples, sampleRate, language }) => {
    const client = await openClient(settings);
    const file = await toFile(buildWav(samples, sampleRate), "speech.wav", { type: "audio/wav" });
    const { text } = await client.audio.transcriptions.create(
      { model: settings.model, file, language: language.slice(0, 2).toLowerCase() },
      { timeout: RECOGNIZE_WITHIN_MS },
    );
    return text.trim();
  };
