import { type AgentFrame, isSaid, type PersonFrame } from "./words-frames.ts";

/**
 * Keeps what the API may not know when a connection is lost, and the person may not have heard: the next connection begins
 * with it.
 */
export const createUnsettledWords = () => {
  /** Those told on this connection. */
  let interruptions = 0;
  /** What the person had heard when they interrupted, until the API is known to know it. */
  let interrupted: string | null = null;
  /** Their latest words, until something answers them. */
  let unanswered: { id: string; text: string } | null = null;
  return {
    /** Returns the first frame of a connection. `missed`: what is to be said again. */
    begins: ({ missed }: { missed: boolean }) => {
      interruptions = 0;
      return {
        type: "setup",
        countInterruptions: true,
        ...(interrupted !== null && { interrupted }),
        ...(unanswered !== null && { unanswered }),
        ...(missed && { missed }),
      };
    },
    interrupts: (heard: string): void => {
      interrupted = heard;
    },
    /** Returns the frame as it is sent. */
    sends: (frame: PersonFrame): PersonFrame & { id?: string } => {
      if (frame.type === "interrupt") interruptions += 1;
      // It comes after the interruption, or not either.
      else if (frame.type === "dtmf") interrupted = null;
      if (!isSaid(frame)) return frame;
      const id = crypto.randomUUID();
      interrupted = null;
      unanswered = { id, text: frame.voicePrompt };
      return { ...frame, id };
    },
    /** False: it was on its way when the person interrupted; what may not be interrupted is said all the same. */
    takes: (frame: AgentFrame): boolean => {
      if (frame.type !== "text" && frame.type !== "play") return true;
      // An API of a former version does not tell.
      const known = frame.interruptions ?? interruptions;
      if (frame.interruptible && known < interruptions) return false;
      unanswered = null;
      if (frame.interruptions === interruptions) interrupted = null;
      return true;
    },
  };
};
