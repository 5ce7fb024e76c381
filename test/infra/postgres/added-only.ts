/** Tables whose rows the application adds and nobody changes, their own organization included. */
export const ADDED_ONLY: readonly string[] = ["acts", "record_checkpoints", "record_entries", "record_policies"];

/** Tables whose rows are added and changed, and never removed. */
export const NEVER_REMOVED: readonly string[] = ["record_trees"];
