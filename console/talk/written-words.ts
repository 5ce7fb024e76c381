import { randomKey } from "../api/random-key.ts";

/** Words with a name of their own, by which whoever is sent them twice takes them once. */
export interface WrittenWords {
  text: string;
  id: string;
}

interface Page {
  /** Rejects where they could not be sent. */
  send(words: WrittenWords): Promise<void>;
  show(text: string): void;
}

interface Waiting extends WrittenWords {
  isShown: boolean;
  isSent: boolean;
}

const AGAIN_AFTER_MS = 1000;

/**
 * What the person writes, until the agent's side has taken it: it waits while nobody is there, is sent again where that
 * failed or the connection was lost, and who comes after somebody who has left is sent what was not taken.
 */
export const createWrittenWords = ({ send, show }: Page) => {
  let isThere = false;
  let waiting: Waiting[] = [];
  const sendUnsent = () => {
    if (!isThere) return;
    for (const words of waiting.filter(({ isSent }) => !isSent)) {
      words.isSent = true;
      send({ text: words.text, id: words.id }).catch(() => {
        words.isSent = false;
        setTimeout(sendUnsent, AGAIN_AFTER_MS);
      });
    }
  };
  const forgetSending = () => {
    for (const words of waiting) words.isSent = false;
  };
  return {
    write: (text: string): void => {
      waiting.push({ text, id: randomKey(), isShown: !isThere, isSent: false });
      // Words that are taken are shown where they were said among the agent's words.
      if (isThere) sendUnsent();
      else show(text);
    },
    /** The agent's side has sent something, or was there before the page. */
    agentListens: (): void => {
      isThere = true;
      sendUnsent();
    },
    agentLeaves: (): void => {
      isThere = false;
      forgetSending();
    },
    /** Words under way when the connection was lost may not have arrived. */
    connectionIsBack: (): void => {
      forgetSending();
      sendUnsent();
    },
    /** The agent's side has taken words: written ones, or spoken ones, which have no name. */
    taken: ({ text, id }: { text: string; id: string | null }): void => {
      // An agent's side of a former version tells no names.
      const written = waiting.find((words) => (id === null ? words.text === text : words.id === id));
      waiting = waiting.filter((words) => words !== written);
      if (written ? !written.isShown : id === null) show(text);
    },
  };
};
