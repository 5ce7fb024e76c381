import { ModelError } from "../../domain/model/chat-model.ts";
import { findLocalSpeechProblem } from "../../domain/model/local-speech.rules.ts";
import type { OpenRecognitionStream, Recognize, Speak, SpokenVoice } from "./speech.ts";

/** How soon a request's turn comes among those that wait. */
export type SpeechUrgency = "now" | "soon" | "whenIdle";

interface Asked {
  /** One conversation, which has its turns among the others. */
  caller: object;
  urgency: SpeechUrgency;
  signal?: AbortSignal;
}

/** The models that run on this machine. All throw a `ModelError` when too many requests wait, or when the models are not there. */
export interface LocalSpeech {
  hear(samples: Int16Array, asked: Asked): Promise<string>;
  speak(said: { text: string; language: string; speed: number }, asked: Asked): Promise<Int16Array>;
}

/** Where the operator has not switched the models of this machine on. */
export const NO_LOCAL_SPEECH: LocalSpeech = {
  hear: () => Promise.reject(notHere()),
  speak: () => Promise.reject(notHere()),
};

const notHere = () =>
  new ModelError("refused", "The models of this machine are switched off: the operator has to set LOCAL_SPEECH");

const requireLanguage = (part: "stt" | "tts", language: string): void => {
  const problem = findLocalSpeechProblem(part, language);
  if (problem !== null) throw new ModelError("refused", problem);
};

/** Speaks by the voice of this machine: a long sentence in pieces, so that its first sound comes as soon as that of a short one. */
export const createLocalVoice = (
  local: LocalSpeech,
  { speed }: Pick<SpokenVoice, "speed">,
  language: () => string,
): Speak => {
  const caller = {};
  return async function* (text, signal) {
    requireLanguage("tts", language());
    for (const [at, piece] of splitAtPauses(text).entries()) {
      if (signal.aborted) return;
      const said = { text: piece, language: language(), speed };
      yield await local.speak(said, { caller, urgency: at === 0 ? "now" : "soon", signal });
    }
  };
};

/** The first piece is shorter, because it is waited for. */
const FIRST_CHARACTERS = 50;
const PIECE_CHARACTERS = 140;
const PAUSE = /(?<=[,;:.!?])\s+/u;

/** Splits a text where its speaker would draw breath. */
export const splitAtPauses = (text: string): string[] => {
  const pieces: string[] = [];
  for (const clause of text.trim().split(PAUSE)) {
    const last = pieces.at(-1);
    const most = pieces.length === 1 ? FIRST_CHARACTERS : PIECE_CHARACTERS;
    if (last !== undefined && last.length + clause.length < most) pieces[pieces.length - 1] = `${last} ${clause}`;
    else pieces.push(clause);
  }
  return pieces.filter(Boolean);
};

/** Hears whole sentences by the model of this machine. */
export const createLocalRecognition = (local: LocalSpeech): Recognize => {
  const caller = {};
  return ({ samples, language }) => {
    requireLanguage("stt", language);
    return local.hear(samples, { caller, urgency: "now" });
  };
};

/**
 * The sound between two looks at the words of somebody who still speaks: first words tell most, and a look costs more the longer the
 * sound is.
 */
const WORDS_EVERY = { firstMs: 450, share: 0.2, mostMs: 900 };

const isLookDue = (soundMs: number, sinceMs: number): boolean =>
  sinceMs >= Math.min(Math.max(WORDS_EVERY.firstMs, soundMs * WORDS_EVERY.share), WORDS_EVERY.mostMs);

/**
 * Hears while somebody speaks: the words so far whenever the machine is idle, and those of a pause at once, so that they are there
 * when the pause turns out to be the end.
 */
export const createLocalStreams = (local: LocalSpeech): OpenRecognitionStream => {
  const caller = {};
  return async ({ sampleRate, language, onWords, signal }) => {
    requireLanguage("stt", language);
    const over = new AbortController();
    const wanted = AbortSignal.any([over.signal, signal]);
    const parts: Int16Array[] = [];
    let count = 0;
    let lookedAt = 0;
    let isLooking = false;
    let inPause: Promise<string> | null = null;
    const hear = (urgency: SpeechUrgency) => local.hear(joinParts(parts, count), { caller, urgency, signal: wanted });
    const look = () => {
      isLooking = true;
      lookedAt = count;
      hear("whenIdle")
        .then((words) => (wanted.aborted ? undefined : onWords(words)))
        // The words of the whole sentence are asked for anyhow.
        .catch(() => {})
        .finally(() => (isLooking = false));
    };
    return {
      take: (samples) => {
        if (wanted.aborted) return false;
        parts.push(samples);
        count += samples.length;
        const toMs = (samples: number) => (samples * 1000) / sampleRate;
        if (!isLooking && isLookDue(toMs(count), toMs(count - lookedAt))) look();
        return true;
      },
      pause: () => {
        inPause = hear("now");
        inPause.catch(() => {});
        return inPause;
      },
      finish: async (isPaused = false) => {
        const words = await ((isPaused && inPause) || hear("now"));
        over.abort();
        return words;
      },
      drop: () => over.abort(),
    };
  };
};

const joinParts = (parts: readonly Int16Array[], count: number): Int16Array => {
  const joined = new Int16Array(count);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
};
