/** Tables whose rows the application adds and nobody changes, their own organization included. */
export const ADDED_ONLY: readonly string[] = ["acts", "record_checkpoints", "record_entries", "record_policies"];

/** Tables whose rows are added and changed, and never removed. */
export const NEVER_REMOVED: readonly string[] = ["record_trees"];

/** Tables of whose rows nothing can be changed but these columns, in which an erasure empties what names somebody. */
export const CHANGED_IN: Readonly<Record<string, readonly string[]>> = {
  campaign_logs: ["details", "message"],
  campaign_steps: [],
  carrier_events: ["call", "recording"],
  consent_changes: ["source", "wording"],
  unsealed_entries: [],
};
