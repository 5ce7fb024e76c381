import { type AgentFrame, isSaid, type PersonFrame } from "./agent-frames.ts";

/** The API takes no more of them. */
const MOST_UNANSWERED = 20;
const MOST_PRESSED = 64;

/**
 * Keeps what the API may not know when a connection is lost, and the person may not have heard: the next connection begins
 * with it.
 */
export const createResendBuffer = () => {
  /** Those told on this connection. */
  let interruptions = 0;
  /** What the person had heard when they interrupted, until the API is known to know it. */
  let interrupted: string | null = null;
  /** Their words, until something answers them. */
  let unanswered: { id: string; text: string }[] = [];
  /** Their keys, until words of a turn come that had not begun: the API waits for more keys before it answers. */
  let pressed: { id: string; digit: string }[] = [];
  /** The turn that the latest words are of. */
  let latest: string | null = null;
  /** The latest turn of which nothing more is awaited: all of its words came, or the person spoke over them. */
  let settled: string | null = null;
  return {
    /** Returns the first frame of a connection. `missed`: what is to be said again. `hasSpoken`: the person, since it was lost. */
    begins: ({ missed, hasSpoken }: { missed: boolean; hasSpoken: boolean }) => {
      interruptions = 0;
      return {
        type: "setup",
        countInterruptions: true,
        ...(interrupted !== null && { interrupted }),
        ...(unanswered.length > 0 && { unanswered }),
        ...(pressed.length > 0 && { pressed }),
        // A person who has spoken since does not want to hear again what they have spoken over.
        ...(missed && !hasSpoken && { missed }),
        ...(settled !== null && !hasSpoken && { settled }),
      };
    },
    interrupts: (heard: string): void => {
      interrupted = heard;
      settled = latest;
    },
    /** Returns the frame as it is sent. */
    sends: (frame: PersonFrame): PersonFrame & { id?: string } => {
      if (frame.type === "interrupt") interruptions += 1;
      const id = crypto.randomUUID();
      if (frame.type === "dtmf") {
        pressed = [...pressed, { id, digit: frame.digit }].slice(-MOST_PRESSED);
        return { ...frame, id };
      }
      if (!isSaid(frame)) return frame;
      unanswered = [...unanswered, { id, text: frame.voicePrompt }].slice(-MOST_UNANSWERED);
      return { ...frame, id };
    },
    /** False: it was on its way when the person interrupted; what may not be interrupted is said all the same. */
    takes: (frame: AgentFrame): boolean => {
      if (frame.type !== "text" && frame.type !== "play") return true;
      const isOfSameTurn = latest !== null && frame.turn === latest;
      latest = frame.turn ?? null;
      // An API of a former version does not tell.
      const known = frame.interruptions ?? interruptions;
      // It answers nothing that the person has said since they interrupted.
      const isSpokenOver = known < interruptions;
      if (isSpokenOver || (frame.type === "text" && frame.last)) settled = latest;
      if (isSpokenOver) return !frame.interruptible;
      unanswered = [];
      interrupted = null;
      if (!isOfSameTurn) pressed = [];
      return true;
    },
  };
};
