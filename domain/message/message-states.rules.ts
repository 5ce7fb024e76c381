import { MINUTE_MS } from "../time/durations.rules.ts";

/**
 * The states of a text. `queued`: its carrier is about to be asked; `unknown`: it was asked and nobody knows what came of it, so that
 * it is never asked again; `sent`: the carrier has it; `received`: a person has written it.
 */
export const MESSAGE_STATES = ["queued", "unknown", "sent", "delivered", "failed", "received"] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** A request to a carrier that was begun so long ago cannot reach it any more. */
export const REQUEST_LOST_AFTER_MS = MINUTE_MS;

/** Carriers may show a text a little after they have taken it: one that its carrier does not know is given up so long after its request. */
export const TEXT_GIVEN_UP_AFTER_MS = 10 * MINUTE_MS;

/** What a carrier reports of a text that it has. */
export type ReportedState = "sent" | "delivered" | "failed";

const ORDER: readonly MessageState[] = ["queued", "unknown", "sent", "delivered"];

/**
 * Returns the state after a report; null: the report changes nothing. A text moves forward alone: reports come twice, late and out of
 * order, and what has failed or was delivered stays so.
 */
export const moveState = (state: MessageState, reported: ReportedState): MessageState | null => {
  if (state === "received" || state === "failed" || state === "delivered") return null;
  if (reported === "failed") return "failed";
  return ORDER.indexOf(reported) > ORDER.indexOf(state) ? reported : null;
};

/** Why a text was written. `opt_out_answer`: the one answer to a word such as STOP. */
export const MESSAGE_REASONS = ["api", "journey", "reply", "opt_out_answer", "received"] as const;
export type MessageReason = (typeof MESSAGE_REASONS)[number];
/** Why the platform sends one. */
export type SendReason = Exclude<MessageReason, "received">;
