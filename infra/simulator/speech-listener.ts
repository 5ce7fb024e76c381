import { setTimeout as wait } from "node:timers/promises";
import type { Note } from "./talk.ts";

/** How long one word takes to be spoken, in phone time. */
export const WORD_MS = 400;
/** How long a recording is played, in phone time. */
export const RECORDING_MS = 2000;
/** How long people wait before they speak, in phone time. */
const PAUSE_MS = 700;
/** The pause lasts at least this long in real time, because agents need real time to answer, however fast the script. */
const LEAST_PAUSE_MS = 30;
/** A person who hears nothing for this long, in real time, hangs up. */
const PATIENCE_MS = 120_000;

/** Follows what the person hears: words as they arrive, and when the agent pauses. */
export interface SpeechListener {
  hear(token: string, isLast: boolean): void;
  /** Plays a recording after what was said so far. */
  hearRecording(address: string): void;
  /** Called when nothing more will come. */
  close(): void;
  isClosed(): boolean;
  /** Resolves once nothing more will come. */
  closed: Promise<void>;
  /**
   * Waits until the agent has spoken since the last `forget` and paused; false when nothing came, or nothing more will.
   */
  untilPause(pattern?: string): Promise<boolean>;
  /** Waits until this many words were heard; false when the agent paused or fell silent before. */
  untilWords(count: number): Promise<boolean>;
  /** Returns what was heard since the last `forget`; with a number, only that many words. */
  heard(words?: number): Note[];
  forget(): void;
}

interface Sound {
  finished: Note[];
  speaking: string;
  startedAtMs: number | null;
  playedUntilMs: number;
}

const silence = (): Sound => ({ finished: [], speaking: "", startedAtMs: null, playedUntilMs: 0 });

export const createSpeechListener = (speed: number): SpeechListener => {
  let sound = silence();
  const patience = createPatience();
  const wordMs = WORD_MS / speed;
  const pauseMs = Math.max(LEAST_PAUSE_MS, PAUSE_MS / speed);

  const pauseDueMs = (pattern?: string) => {
    const isMatch = pattern === undefined || new RegExp(pattern).test(textOf(sound));
    if (sound.finished.length === 0 || sound.speaking !== "" || !isMatch) return null;
    return sound.playedUntilMs + pauseMs - Date.now();
  };
  const wordsDueMs = (count: number) =>
    countWords(textOf(sound)) < count || sound.startedAtMs === null
      ? null
      : sound.startedAtMs + count * wordMs - Date.now();
  const isTooShort = (count: number) =>
    sound.finished.length > 0 && sound.speaking === "" && countWords(textOf(sound)) < count;

  return {
    hear: (token, isLast) => {
      sound.startedAtMs ??= Date.now();
      sound.playedUntilMs = Math.max(sound.playedUntilMs, Date.now()) + countWords(token) * wordMs;
      sound.speaking += token;
      if (isLast) sound = { ...sound, finished: utterancesOf(sound), speaking: "" };
      patience.wake();
    },
    hearRecording: (address) => {
      sound.startedAtMs ??= Date.now();
      sound.playedUntilMs = Math.max(sound.playedUntilMs, Date.now()) + RECORDING_MS / speed;
      const played: Note = { who: "agent", what: "played", text: address };
      sound = { ...sound, finished: [...utterancesOf(sound), played], speaking: "" };
      patience.wake();
    },
    close: patience.end,
    isClosed: patience.isEnded,
    closed: patience.ended,
    untilPause: (pattern) => patience.until(() => pauseDueMs(pattern)),
    untilWords: (count) =>
      patience.until(
        () => wordsDueMs(count),
        () => isTooShort(count),
      ),
    heard: (words) =>
      words === undefined
        ? utterancesOf(sound)
        : [{ who: "agent", what: "cut_off", text: firstWords(textOf(sound), words) }],
    forget: () => {
      sound = silence();
    },
  };
};

/** Waits for a condition, until it can no longer hold. */
const createPatience = () => {
  let isEnded = false;
  let changed = Promise.withResolvers<void>();
  const { promise: ended, resolve: noteEnd } = Promise.withResolvers<void>();
  const wake = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  return {
    wake,
    isEnded: () => isEnded,
    ended,
    end: () => {
      isEnded = true;
      noteEnd();
      wake();
    },
    /** `dueInMs`: milliseconds until the condition holds; null while only new input can make it hold. */
    until: async (dueInMs: () => number | null, isInVain: () => boolean = () => false): Promise<boolean> => {
      const patientUntilMs = Date.now() + PATIENCE_MS;
      for (;;) {
        const dueMs = dueInMs();
        if (dueMs !== null && dueMs <= 0) return true;
        const leftMs = patientUntilMs - Date.now();
        if (isEnded || isInVain() || leftMs <= 0) return false;
        await Promise.race([changed.promise, wait(Math.min(dueMs ?? leftMs, leftMs), undefined, { ref: false })]);
      }
    },
  };
};

const utterancesOf = ({ finished, speaking }: Sound): Note[] =>
  speaking.trim() === "" ? finished : [...finished, { who: "agent", what: "said", text: speaking.trim() }];
const textOf = (sound: Sound): string =>
  utterancesOf(sound)
    .filter(({ what }) => what === "said")
    .map(({ text }) => text)
    .join(" ");
const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;
const firstWords = (text: string, count: number): string => text.split(/\s+/).slice(0, count).join(" ");
