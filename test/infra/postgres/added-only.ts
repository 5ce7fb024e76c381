/** Tables whose rows the application adds and nobody changes, their own organization included. */
export const ADDED_ONLY: readonly string[] = ["acts", "record_checkpoints", "record_entries", "record_policies"];
