import { KILOBYTE } from "../../domain/file/bytes.ts";

/** The size limit of an answer for which a conversation or a form waits. */
export const SHORT_ANSWER_BYTES = 64 * KILOBYTE;

/** The limits of a request to a server that answers at once unless it is broken: for a token, or for an action of an app. */
export const SHORT_EXCHANGE = { timeoutMs: 10_000, maxResponseBytes: SHORT_ANSWER_BYTES };
