import type { RelayChannel } from "../relay/relay-channel.ts";

/** Shows the words of a person who still speaks, and removes them when nothing was said. */
export const createFormedWords = (show: (line: { speaker: "person"; forms: string }) => void) => {
  let isShown = false;
  return {
    show: (text: string): void => {
      isShown = true;
      show({ speaker: "person", forms: text });
    },
    end: ({ isNothing }: { isNothing: boolean }): void => {
      if (isShown && isNothing) show({ speaker: "person", forms: "" });
      isShown = false;
    },
  };
};

/** Later sentences are the conversation. */
const FIRST_SENTENCES = 2;
/** A model that streams reports each word, of which nobody needs to know so fast. */
const FIRST_WORDS_EVERY_MS = 200;

/** Sends the words of somebody who still speaks, while they have only just answered. */
export const createFirstWords = ({
  words,
  tellsFirstWords = false,
}: {
  words: RelayChannel;
  tellsFirstWords?: boolean;
}) => {
  let sentencesLeft = tellsFirstWords ? FIRST_SENTENCES : 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  return {
    form: (voicePrompt: string): void => {
      const now = performance.now();
      if (sentencesLeft === 0 || now - toldAt < FIRST_WORDS_EVERY_MS) return;
      toldAt = now;
      words.send({ type: "prompt", voicePrompt, last: false });
    },
    end: (): void => {
      sentencesLeft = Math.max(sentencesLeft - 1, 0);
    },
  };
};
