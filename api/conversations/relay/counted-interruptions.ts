import type { Conversation } from "../../../domain/conversation/conversation.ts";
import type { OutgoingFrame } from "./relay-frames.ts";

/**
 * Counts interruptions, and tells the other end, on request, how many were known when words were sent: words with a lower count
 * were on their way when the person interrupted, and are not spoken.
 */
export const createInterruptionCounter = (send: (frame: OutgoingFrame) => void) => {
  let known: number | null = null;
  return {
    send: (frame: OutgoingFrame): void => {
      const isSpeech = frame.type === "text" || frame.type === "play";
      send(isSpeech && known !== null ? { ...frame, interruptions: known } : frame);
    },
    /** From here on the other end is told the counts. */
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
