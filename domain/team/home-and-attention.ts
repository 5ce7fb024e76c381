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
