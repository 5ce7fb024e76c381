import { silentSession } from "../../domain/conversation/silent-session.ts";
import type { TurnSession } from "../../domain/conversation/turn-session.ts";

/** Words appear as they arrive, with fewer writes than words. */
const WRITE_EVERY_MS = 100;

interface DraftSession {
  session: TurnSession;
  /** Waits for the present write; nothing is written afterwards. */
  close(): Promise<void>;
}

/**
 * Creates a session that shows a reply while it forms: `write` gets the whole text so far, and is never called twice at
 * once.
 */
export const createDraftSession = (write: (text: string) => Promise<void>): DraftSession => {
  const said: string[] = [];
  let forming = "";
  let written = "";
  let writing: Promise<void> | null = null;
  let isClosed = false;
  const text = () => [...said, forming].filter((part) => part !== "").join(" ");
  const writeAll = async () => {
    while (!isClosed && text() !== written) {
      written = text();
      await write(written);
      await new Promise((resolve) => setTimeout(resolve, WRITE_EVERY_MS));
    }
    writing = null;
  };
  const changed = () => {
    writing ??= writeAll();
  };
  return {
    session: {
      ...silentSession,
      say: (sentence) => {
        said.push(sentence.text);
        forming = "";
        changed();
      },
      form: (sentence) => {
        forming = sentence;
        changed();
      },
    },
    close: async () => {
      isClosed = true;
      await writing;
    },
  };
};
