import { setTimeout as wait } from "node:timers/promises";
import type { Note } from "./simulator.talk.ts";

/** How long one word takes to be spoken, and how long people wait before they speak, in phone time. */
const WORD_MS = 400;
const PAUSE_MS = 700;
/** Agents need real time to think, however fast the script makes the phone: a pause is no shorter than this. */
const LEAST_PAUSE_MS = 30;
/** Real time, too: somebody who hears nothing for so long hangs up. */
const PATIENCE_MS = 30_000;

/** What the person hears: words as they come, and when the agent pauses. */
export interface Ear {
  hear(token: string, isLast: boolean): void;
  /** Nothing more will come. */
  close(): void;
  /** The agent has spoken since the last `forget`, and paused; false when nothing came, or nothing more will. */
  untilPause(pattern?: string): Promise<boolean>;
  /** This many words were heard; false when the agent paused or fell silent before. */
  untilWords(count: number): Promise<boolean>;
  /** What was heard since the last `forget`; with a number, only so many words, the rest being cut off. */
  heard(words?: number): Note[];
  forget(): void;
}

export const createEar = (speed: number): Ear => {
  let finished: string[] = [];
  let speaking = "";
  let playedUntilMs = 0;
  let startedAtMs: number | null = null;
  let isClosed = false;
  let changed = Promise.withResolvers<void>();
  const wake = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const pauseMs = Math.max(LEAST_PAUSE_MS, PAUSE_MS / speed);
  const text = () => [...finished, speaking].join(" ").trim();
  /** Milliseconds until the condition holds; null: only something new can make it hold. */
  const until = async (dueInMs: () => number | null, gone: () => boolean = () => false): Promise<boolean> => {
    const patientUntilMs = Date.now() + PATIENCE_MS;
    for (;;) {
      const dueMs = dueInMs();
      if (dueMs !== null && dueMs <= 0) return true;
      const patienceMs = patientUntilMs - Date.now();
      if (isClosed || gone() || patienceMs <= 0) return false;
      await Promise.race([changed.promise, wait(Math.min(dueMs ?? patienceMs, patienceMs), undefined, { ref: false })]);
    }
  };
  const pauseDueMs = (pattern?: string) => {
    if (finished.length === 0 || speaking !== "") return null;
    if (pattern !== undefined && !new RegExp(pattern).test(text())) return null;
    return playedUntilMs + pauseMs - Date.now();
  };

  return {
    hear: (token, isLast) => {
      startedAtMs ??= Date.now();
      playedUntilMs = Math.max(playedUntilMs, Date.now()) + (countWords(token) * WORD_MS) / speed;
      speaking += token;
      if (isLast) {
        if (speaking.trim() !== "") finished.push(speaking.trim());
        speaking = "";
      }
      wake();
    },
    close: () => {
      isClosed = true;
      wake();
    },
    untilPause: (pattern) => until(() => pauseDueMs(pattern)),
    untilWords: (count) =>
      until(
        () =>
          countWords(text()) < count || startedAtMs === null
            ? null
            : startedAtMs + (count * WORD_MS) / speed - Date.now(),
        () => finished.length > 0 && speaking === "" && countWords(text()) < count,
      ),
    heard: (words) => {
      if (words !== undefined) return [{ who: "agent", what: "cut_off", text: firstWords(text(), words) }];
      const said = [...finished, ...(speaking.trim() === "" ? [] : [speaking.trim()])];
      return said.map((each): Note => ({ who: "agent", what: "said", text: each }));
    },
    forget: () => {
      finished = [];
      speaking = "";
      startedAtMs = null;
      playedUntilMs = 0;
    },
  };
};

const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;
const firstWords = (text: string, count: number): string => text.split(/\s+/).slice(0, count).join(" ");
