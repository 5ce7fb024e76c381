import { KILOBYTE } from "../../domain/file/bytes.ts";

/** What an answer may hold that a conversation or a form is waiting for. */
export const SHORT_ANSWER_BYTES = 64 * KILOBYTE;

/** The limits of a request to a server that answers at once or is broken: one for a token, or an action of an app. */
export const SHORT_EXCHANGE = { timeoutMs: 10_000, maxResponseBytes: SHORT_ANSWER_BYTES };
