import { type CampaignState, isCampaignOver } from "./campaign-states.rules.ts";

/** Why a redial calls somebody once more; each is a flag of the request (`retry_on_busy`). */
export const REDIAL_REASONS = ["voicemail", "no_answer", "busy", "failed"] as const;
export type RedialReason = (typeof REDIAL_REASONS)[number];

/** A redial calls for all of these reasons and begins at once, unless the request says otherwise. */
export const REDIAL_DEFAULTS = {
  retry_on_voicemail: true,
  retry_on_no_answer: true,
  retry_on_busy: true,
  retry_on_failed: true,
  start: true,
} as const satisfies Record<`retry_on_${RedialReason}` | "start", boolean>;

/** The latest outcomes of a contact for which it is called once more. */
export type RedialOutcome = "voicemail" | "no_answer" | "busy" | "failed" | "unknown" | "canceled";

const OUTCOMES: Readonly<Record<RedialReason, readonly RedialOutcome[]>> = {
  voicemail: ["voicemail"],
  no_answer: ["no_answer"],
  busy: ["busy"],
  // An attempt that failed, whose carrier never told its end, or that was canceled has reached nobody.
  failed: ["failed", "unknown", "canceled"],
};

/** Returns the latest outcomes of the contacts that a redial for these reasons calls. */
export const listRedialOutcomes = (reasons: readonly RedialReason[] = REDIAL_REASONS): RedialOutcome[] =>
  reasons.flatMap((reason) => OUTCOMES[reason]);

/** Contacts that a redial would have, by whether it would call them. */
export interface RedialContacts {
  called: number;
  /** On the do-not-call list, or consent withdrawn. */
  suppressed: number;
}

/** Returns why a redial would call nobody, and what to do instead; null when it would call somebody. */
export const explainEmptyRedial = (
  { called, suppressed }: RedialContacts,
  outcomes: readonly RedialOutcome[],
): string | null => {
  if (called > 0) return null;
  const wanted = outcomes.join(", ");
  if (suppressed === 0)
    return `The redial would call nobody: no contact's latest outcome is one of ${wanted}. Choose other reasons; last_outcomes of the summary counts them`;
  return `The redial would call nobody: all ${suppressed} contacts whose latest outcome is one of ${wanted} are on the do-not-call list or have withdrawn their consent`;
};

/** Returns why a campaign cannot be redialled; null when it is over, which a redial requires. */
export const explainRedialRefusal = (state: CampaignState): string | null =>
  isCampaignOver(state) ? null : `A ${state} campaign cannot be redialled: wait until it is completed, or cancel it`;

/** Returns why a campaign is not redialled once more; null: it was not yet. A redial is made once. */
export const explainSecondRedial = (redialedCampaignId: number | undefined): string | null =>
  redialedCampaignId === undefined ? null : `The campaign was redialled already, as campaign ${redialedCampaignId}`;

/** Returns why a redial waits for calls: they have no outcome yet, and would be left out for good. Null: none is in progress. */
export const explainRedialDuringCalls = (calls: number): string | null => {
  if (calls === 0) return null;
  const which = calls === 1 ? "A call of the campaign is" : `${calls} calls of the campaign are`;
  return `${which} not over: redial it when nobody is on the phone any more, so that it calls those too who were not reached`;
};
