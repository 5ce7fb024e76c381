import { recognizeAnswerer } from "../../../domain/conversation/heard/answerer.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";

/** Later sentences are the conversation. */
const SENTENCES_WATCHED = 2;

export interface AnswererWatch {
  /** Somebody speaks, and these are their words so far; empty while none is known. */
  forms(text: string): void;
  /** Their sentence is over. */
  ended(): void;
}

/**
 * Watches what is said first on a call out, while it is said: `tell` is called once for a sentence, as soon as its words, or how long
 * it lasts, tell who has answered.
 */
export const watchForAnswerer = (
  { direction }: Pick<CallRun, "direction">,
  tell: (heard: { text: string; spokenMs: number }) => void,
  now: () => number = () => performance.now(),
): AnswererWatch => {
  let sentencesLeft = direction === "outbound" ? SENTENCES_WATCHED : 0;
  let since: number | null = null;
  let isTold = false;
  return {
    forms: (text) => {
      if (sentencesLeft === 0 || isTold) return;
      since ??= now();
      const spokenMs = Math.round(now() - since);
      if (recognizeAnswerer({ words: text, isWhole: false, spokenMs }) === null) return;
      isTold = true;
      tell({ text, spokenMs });
    },
    ended: () => {
      sentencesLeft = Math.max(sentencesLeft - 1, 0);
      since = null;
      isTold = false;
    },
  };
};
