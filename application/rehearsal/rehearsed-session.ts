import type { SpokenSentence, TurnEnd, TurnSession } from "../../domain/conversation/turn-session.ts";

/** The slow end of how fast people and carriers speak: 150 words in a minute. */
const SPOKEN_WORD_MS = 400;

/** Estimates how long a sentence is heard. */
export const estimateSpeechMs = (text: string): number => (text.match(/\S+/g) ?? []).length * SPOKEN_WORD_MS;

/** The agent's side of a rehearsed line, on which nobody waits: its time passes at once. */
export interface RehearsedSession extends TurnSession {
  /** Takes the sentences and the end of the turn that was just played. */
  take(): { sentences: SpokenSentence[]; next: TurnEnd | null };
}

/** `passed` hears how long each sentence and pause would have taken. */
export const createRehearsedSession = (passed: (durationMs: number) => void): RehearsedSession => {
  let sentences: SpokenSentence[] = [];
  let next: TurnEnd | null = null;
  return {
    say: (sentence) => {
      sentences.push(sentence);
      passed(sentence.playMs ?? estimateSpeechMs(sentence.text));
    },
    pause: passed,
    playDigits: () => {},
    interrupt: () => {},
    listen: ({ silenceSeconds, interruptible }) => {
      next = { kind: "listen", silenceSeconds, interruptible };
    },
    transfer: (transfer) => {
      next = { kind: "transfer", ...transfer };
    },
    end: ({ reason }) => {
      next = { kind: "end", reason };
    },
    take: () => {
      const taken = { sentences, next };
      sentences = [];
      next = null;
      return taken;
    },
  };
};
