/** Each asking costs some ten events: a carrier that says "not yet" so often says nothing any more. */
const ASKED_AT_MOST = 60;
const LONGEST_WAIT_SECONDS = 3600;

/** When to ask again, from what the answer suggests and how often was asked; null: never. */
export const nextAskSeconds = (suggestedSeconds: number, asked: number): number | null =>
  asked >= ASKED_AT_MOST ? null : Math.ceil(Math.min(Math.max(suggestedSeconds, 1), LONGEST_WAIT_SECONDS));
