import type { Conversation } from "../../../domain/conversation/conversation.ts";
import type { OutgoingFrame } from "./relay-frames.ts";

/**
 * Tells the other end, where it wants to know, how many of its interruptions were known when words were sent: those with
 * fewer were on their way when the person interrupted, and are not said.
 */
export const countInterruptions = (send: (frame: OutgoingFrame) => void) => {
  let known: number | null = null;
  return {
    send: (frame: OutgoingFrame): void => {
      const isSpeech = frame.type === "text" || frame.type === "play";
      send(isSpeech && known !== null ? { ...frame, interruptions: known } : frame);
    },
    /** From now on they are told. */
    begin: (): void => {
      known = 0;
    },
    /** Breaks the reply off, of which nothing more is sent, also where what was heard of it cannot be stored. */
    tell: async (conversation: Conversation | null, heard: string): Promise<void> => {
      const cut = conversation?.interrupted({ heard });
      if (known !== null) known += 1;
      await cut;
    },
  };
};
