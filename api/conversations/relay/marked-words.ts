import type { Conversation } from "../../../domain/conversation/conversation.ts";
import type { OutgoingFrame } from "./relay-frames.ts";

/**
 * Marks words, where the other end asks for it, with how many of its interruptions were known when they were sent, and the turn that
 * they are of: words with a lower count were on their way when the person interrupted, and are not spoken; by the turn the other end
 * tells when it is back what it has.
 */
export const createWordMarker = (send: (frame: OutgoingFrame) => void) => {
  let known: number | null = null;
  let turn: string | undefined;
  return {
    send: (frame: OutgoingFrame): void => {
      const isSpeech = frame.type === "text" || frame.type === "play";
      send(
        isSpeech && known !== null ? { ...frame, interruptions: known, ...(turn !== undefined && { turn }) } : frame,
      );
    },
    speaks: ({ key }: { key: string }): void => {
      turn = key;
    },
    /** From here on words are marked. */
    begin: (): void => {
      known = 0;
    },
    /** Breaks off the reply, of which nothing more is sent, even when what was heard of it cannot be stored. */
    tell: async (conversation: Conversation | null, heard: string): Promise<void> => {
      const cut = conversation?.interrupted({ heard });
      if (known !== null) known += 1;
      await cut;
    },
  };
};
