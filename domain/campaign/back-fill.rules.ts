import { type CampaignState, isCampaignOver } from "./campaign-states.rules.ts";

/** The span of an outage, half-open; epoch milliseconds. */
export interface OutageSpan {
  fromMs: number;
  toMs: number;
}

/** Outcomes of an attempt that an outage may have caused; others are the called person's, or a rule's. */
export const OUTAGE_OUTCOMES = ["failed", "unknown", "canceled"] as const;

/** A contact's latest attempt, as its row and its carrier's reports have it. */
export interface LatestAttempt {
  /** When its carrier was asked; null: it was not. */
  requestedAtMs: number | null;
  /** Null: it is not over. */
  endedAtMs: number | null;
  outcome: string | null;
  /** Its carrier refused the account; other canceled attempts went back into the queue. */
  wasAccountRefused: boolean;
  /** The carrier has told anything of it: an id, an answer or a report. */
  isKnownToCarrier: boolean;
  /** A person has answered, as far as the carrier or the conversation says. */
  hasReached: boolean;
}

/** Why a back-fill calls a contact. */
export type OutageHit = "not_dialled" | "end_unknown";

/**
 * Tells how an outage hit a contact whose latest attempt this is; null: it did not. A request that its carrier never got was kept
 * from being dialled. An attempt whose end nobody knows may have rung: it counts where nobody was reached, if any part of it lay in
 * the span.
 */
export const findOutageHit = (attempt: LatestAttempt, { fromMs, toMs }: OutageSpan): OutageHit | null => {
  const { requestedAtMs, endedAtMs, outcome, wasAccountRefused, isKnownToCarrier, hasReached } = attempt;
  if (requestedAtMs === null || endedAtMs === null || requestedAtMs >= toMs) return null;
  if (outcome === "unknown") return endedAtMs >= fromMs && !hasReached ? "end_unknown" : null;
  const isLost = outcome === "failed" || (outcome === "canceled" && wasAccountRefused);
  return isLost && requestedAtMs >= fromMs && !isKnownToCarrier ? "not_dialled" : null;
};

/** Returns why a campaign cannot be back-filled; null when it has begun, which a back-fill requires. */
export const explainBackFillRefusal = (state: CampaignState): string | null =>
  state === "draft" || state === "scheduled"
    ? `A ${state} campaign has called nobody${state === "draft" ? ": start it" : " yet"}`
    : null;

/** Returns what is wrong with a span; null: it is one, and is over. */
export const explainWrongSpan = ({ fromMs, toMs }: OutageSpan, nowMs: number): string | null => {
  if (toMs <= fromMs) return "The end of the outage must be after its beginning";
  return toMs > nowMs ? "The outage must be over: a back-fill calls those whom it has kept from being called" : null;
};

/** Contacts that an outage hit, by what happens to them. */
export interface OutageContacts {
  notDialled: number;
  endUnknown: number;
  /** Calls of the span that are not over: nobody knows yet how they end. */
  underWay: number;
  /** Called once more already, by an earlier back-fill or by the redial. */
  calledAgain: number;
}

/** Returns why a back-fill cannot be made now; null when it would call somebody. */
export const explainEmptyBackFill = ({ underWay, calledAgain, ...hit }: OutageContacts): string | null => {
  if (underWay > 0)
    return `${underWay === 1 ? "A call" : `${underWay} calls`} of that span ${underWay === 1 ? "is" : "are"} not over: back-fill the campaign when their ends are known`;
  if (hit.notDialled + hit.endUnknown > 0) return null;
  const already =
    calledAgain === 0
      ? ""
      : `: ${calledAgain === 1 ? "the contact" : `all ${calledAgain} contacts`} that it hit were called again already`;
  return `The back-fill would call nobody${already || ": no contact's latest call failed to reach the carrier in that span, or ended unknown with nobody reached. Those that still wait are called by the campaign itself"}`;
};

/** Tells whether a contact is left to a back-fill: those that still wait are called by a campaign that goes on. */
export const isLeftToBackFill = (contact: { state: string; answered: boolean }, campaign: CampaignState): boolean => {
  if (contact.answered) return false;
  if (contact.state === "finished") return true;
  return isCampaignOver(campaign) && (contact.state === "pending" || contact.state === "waiting_retry");
};
