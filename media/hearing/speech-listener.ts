import { decideTurnEnd, TURN_END } from "../../domain/conversation/heard/turn-end.ts";
import type { Recognize } from "../../infra/models/speech.ts";
import { measureQuietMs } from "./last-sound.ts";
import { createSentenceRecognition, type SentenceRecognition, type Streaming } from "./sentence-recognition.ts";
import { createSpeechDetector, type EndedSpeech, type SpeechDetector } from "./speech-detector.ts";
import { FRAME_MS, type VoiceActivity } from "./voice-activity.ts";

export interface SpeechListenerEvents {
  /** The person may be beginning to speak: `started` or `wasNoise` follows within an eighth of a second. */
  mayStart(): void;
  wasNoise(): void;
  /** The person has begun to speak. */
  started(): void;
  /** The words so far of a person who still speaks, where the model recognizes them meanwhile. */
  forms(text: string): void;
  /** The person stopped speaking this long ago, and their words are being recognized. */
  stopped(agoMs: number): void;
  /** The recognized words; empty where nothing was understood. */
  heard(text: string): void;
  failed(error: unknown): void;
}

interface Parts {
  voiceActivity: VoiceActivity;
  recognize: Recognize;
  /** Absent: each sentence is recognized by a request of its own. */
  streaming?: Streaming | null;
  /** A sentence may be recognized in its pauses too; see `createSentenceRecognition`. */
  mayRecognizeInPauses: boolean;
  /** Returns how likely the person has finished, by the sound so far; null: no model is here. Absent: words alone tell. */
  hearTurnEnd?: HearTurnEnd | undefined;
  /** BCP 47, the present language. */
  language(): string;
  events: SpeechListenerEvents;
}

/** Rejects where the model does not answer. */
export type HearTurnEnd = (samples: Int16Array) => Promise<number | null>;

/** Turns the microphone's sound into text, in the order of speaking. */
export const createSpeechListener = ({
  voiceActivity,
  recognize,
  streaming = null,
  mayRecognizeInPauses,
  hearTurnEnd,
  language,
  events,
}: Parts) => {
  const detector = createSpeechDetector({ frameMs: FRAME_MS });
  const sentences = createSentenceRecognition({
    recognize,
    streaming,
    mayRecognizeInPauses,
    language,
    onWords: events.forms,
  });
  let sentence: SentenceRecognition | null = null;
  const judgePause = createPauseJudge({ detector, hearTurnEnd, language }, () => sentence);
  let understood = Promise.resolve();
  const understand = async (recognized: Promise<string>, { formed }: SentenceRecognition): Promise<void> => {
    try {
      // Words that had formed have interrupted the agent: without them it would wait for the person, and they for it.
      events.heard((await recognized) || formed());
    } catch (error) {
      events.failed(error);
      events.heard(formed());
    }
  };
  const end = ({ samples, quietMs, isPaused }: EndedSpeech): void => {
    if (sentence === null) return;
    const ended = sentence;
    sentence = null;
    events.stopped(measureQuietMs(samples, quietMs));
    const recognized = ended.recognize(samples, isPaused);
    // The failure is thrown in the order of the sentences.
    recognized.catch(() => {});
    understood = understood.then(() => understand(recognized, ended));
  };
  return {
    take: async (frame: Int16Array): Promise<void> => {
      const event = detector.take(frame, await voiceActivity(frame));
      if (event?.kind === "maybe") events.mayStart();
      if (event?.kind === "noise") events.wasNoise();
      if (event?.kind === "started") {
        events.started();
        sentence = sentences.begin(event.samples);
        return;
      }
      sentence?.take(frame);
      if (event?.kind === "paused" && sentence) void judgePause(sentence, event.samples);
      if (event?.kind === "ended") end(event);
    },
    /** Some sound is missing before the next frame. */
    skip: detector.skip,
    /** The sound has ended, maybe within a sentence, which is recognized as far as it came. */
    finish: (): void => {
      const event = detector.finish();
      if (event?.kind === "noise") events.wasNoise();
      if (event?.kind === "ended") end(event);
    },
  };
};

/**
 * Creates what decides in a pause whether it is the end: what was said and how it sounded tell a little later, if the person has not
 * gone on.
 */
const createPauseJudge = (
  { detector, hearTurnEnd, language }: Pick<Parts, "hearTurnEnd" | "language"> & { detector: SpeechDetector },
  present: () => SentenceRecognition | null,
) => {
  let pauses = 0;
  return async (sentence: SentenceRecognition, samples: Int16Array): Promise<void> => {
    const mine = (pauses += 1);
    // Nobody waits for longer than that to be told.
    detector.endAfter(TURN_END.unsureMs);
    // The sound is heard before the words: it takes less time.
    const heard = hearTurnEnd?.(samples).catch(() => null) ?? null;
    const [likelihood, words] = await Promise.all([heard, sentence.pause(samples)]);
    if (mine !== pauses || present() !== sentence) return;
    const pause = { words, likelihood, language: language() };
    detector.endAfter(decideTurnEnd(pause));
  };
};
