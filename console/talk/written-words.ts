interface Page {
  send(text: string): void;
  show(text: string): void;
}

/**
 * What the person writes, until the agent's side has taken it: it waits while nobody is there, and who comes after somebody
 * who has left is sent what was not taken.
 */
export const createWrittenWords = ({ send, show }: Page) => {
  let isThere = false;
  const waiting: { text: string; isShown: boolean }[] = [];
  return {
    write: (text: string): void => {
      waiting.push({ text, isShown: !isThere });
      // What is taken is shown where it was said among the agent's words.
      if (isThere) send(text);
      else show(text);
    },
    /** The agent's side has told something, or was there before the page. */
    agentListens: (): void => {
      if (isThere) return;
      isThere = true;
      for (const { text } of waiting) send(text);
    },
    agentLeaves: (): void => {
      isThere = false;
    },
    /** The agent's side has taken words, which were written or spoken. */
    taken: (text: string): void => {
      const at = waiting.findIndex((written) => written.text === text);
      const [written] = at < 0 ? [] : waiting.splice(at, 1);
      if (!written?.isShown) show(text);
    },
  };
};
