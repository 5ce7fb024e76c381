import { DAY_SECONDS } from "../time/durations.rules.ts";

/** After this long without a message a thread ends its session; the next message begins another one. */
export const THREAD_IDLE_SECONDS = DAY_SECONDS;

/** The former messages, and for the assistant the former events, that an answer in a thread takes into account. */
export const MOST_FORMER_MESSAGES = 40;

/** Characters of a message. */
export const LONGEST_MESSAGE = 10_000;
