/** Tables whose rows the application adds and nobody changes, their own organization included. */
export const ADDED_ONLY: readonly string[] = ["acts", "record_checkpoints", "record_entries", "record_policies"];

/** Tables that belong to no organization, which the application only reads. */
export const READ_ONLY: readonly string[] = ["installation_facts"];

/** Tables whose rows are added and changed, and never removed. */
export const NEVER_REMOVED: readonly string[] = ["record_keys", "record_trees"];

/** Tables of whose rows nothing can be changed but these columns: an erasure empties what names somebody, and a key that signs gets its end. */
export const CHANGED_IN: Readonly<Record<string, readonly string[]>> = {
  campaign_logs: ["details", "message"],
  campaign_steps: [],
  carrier_events: ["call", "recording"],
  consent_changes: ["source", "wording"],
  person_keys: [],
  record_keys: ["signs_until"],
  unsealed_entries: [],
};
