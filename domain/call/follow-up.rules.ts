/**
 * Carriers have a recording ready within seconds, seldom within an hour: how long to wait before asking again; null: what is
 * not there by then does not come.
 */
export const recordingDelaySeconds = (secondsSinceEnd: number): number | null => {
  if (secondsSinceEnd < 300) return 20;
  if (secondsSinceEnd < 1800) return 120;
  return secondsSinceEnd < 7200 ? 600 : null;
};

/** Carriers price a call some seconds or some hours after its end: how long to wait before asking again; null: no more. */
export const priceDelaySeconds = (secondsSinceEnd: number): number | null => {
  if (secondsSinceEnd < 600) return 60;
  if (secondsSinceEnd < 3600) return 600;
  return secondsSinceEnd < 86_400 ? 3600 : null;
};

/** Each asking costs some ten events: a carrier that says "not yet" so often says nothing any more. */
const ASKED_AT_MOST = 60;
const LONGEST_WAIT_SECONDS = 3600;

/** When to ask again, from what the answer suggests and how often was asked; null: never. */
export const nextAskSeconds = (suggestedSeconds: number, asked: number): number | null =>
  asked >= ASKED_AT_MOST ? null : Math.ceil(Math.min(Math.max(suggestedSeconds, 1), LONGEST_WAIT_SECONDS));
