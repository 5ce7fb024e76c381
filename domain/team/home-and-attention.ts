/** The days of the home page's figures: unless asked otherwise, and at most. */
export const HOME_DAYS = { usual: 1, most: 90 } as const;

/** What needs attention on the home page: it does not go on before somebody acts. */
export const ATTENTION_KINDS = [
  "question",
  "action_proposed",
  "edit_proposed",
  "secret_requested",
  "document_failed",
  "breaker_tripped",
  "campaign_failed",
  "connector_expired",
  "account_set_aside",
  "time_zone_refused",
  "model_failed",
  "key_expires",
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** What needs attention is told in this order: first the requests of the reader's own channels, and of each the newest first. */
export const ATTENTION_ORDER = ["is_mine", "at"] as const;

/** Compares two things that need attention by that order. */
export const compareAttention = (one: AttentionRank, other: AttentionRank): number =>
  ATTENTION_ORDER.map((key) => Number(other[key]) - Number(one[key])).find((difference) => difference !== 0) ?? 0;

interface AttentionRank {
  is_mine: boolean;
  at: Date;
}
