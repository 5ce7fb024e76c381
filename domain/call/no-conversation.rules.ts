/**
 * The end reason of a call that somebody took and in which the agent was never heard. Its outcome is `failed`: it is tried again as
 * such, and counts for the circuit breaker.
 */
export const NO_CONVERSATION = "no_conversation";

/** A person who hangs up this soon has heard no agent: carriers count whole seconds, and take one to connect. */
const HUNG_UP_AT_ONCE_SECONDS = 2;

/** What is known, at its end, of a call that its carrier counts as answered. */
export interface AnsweredCall {
  /** Its agent had something to say: a greeting that only the platform has, or a conversation. */
  isToSpeak: boolean;
  /** Words were handed over and not all of them cut off, the person spoke over them, or the call was transferred. */
  wasHeard: boolean;
  /** A machine took it, to which the agent may say nothing. */
  isMachine: boolean;
  /** Null: the carrier did not say. */
  talkSeconds: number | null;
  /** The time for which the agent waits before its first word. */
  pauseSeconds: number;
}

/** Tells whether nobody heard the agent, although there was time to hear it. */
export const isWithoutConversation = (call: AnsweredCall): boolean =>
  call.isToSpeak &&
  !call.wasHeard &&
  !call.isMachine &&
  (call.talkSeconds === null || call.talkSeconds > HUNG_UP_AT_ONCE_SECONDS + call.pauseSeconds);

/** The sentence for a call whose carrier never got any words; `began`: the platform had the call, and no word left it. */
export const explainNoConversation = ({ began }: { began: boolean }): string =>
  began
    ? "The call was answered, and the agent said nothing that could be heard"
    : "The call was answered, and nobody heard the agent: the carrier got no words from here. Check that PUBLIC_BASE_URL " +
      "is reachable for it, over HTTP and over WebSocket";
