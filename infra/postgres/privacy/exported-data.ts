/**
 * What an export leaves out of the columns that hold something of a person, and why. Everything else of them is handed out. Named as
 * `table.column`, or as the table for all of it.
 */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  person_keys: "the key of a pseudonym, which opens nothing but the record",
  unsealed_entries: "entries of the record on their way, which it names by pseudonyms",
  documents: "listed by their names: their text may be about others too",
  document_versions: "listed by the names of their documents",
  document_parts: "listed by the names of their documents",
  document_passages: "listed by the names of their documents",
  "call_artifacts.object_key": "the file itself is in the folder `calls`",
  "kept_originals.object_key": "the file itself is in the folder `calls`, opened",
  "call_artifacts.peaks": "calculated from the recording",
  "call_runs.visitor_mark": "a hash that tells nothing",
  "call_runs.contact_id": "an id of ours",
  "call_runs.person_number": "it is `called_number` or `caller_number`",
  "campaign_contacts.contact_id": "an id of ours",
  "conversation_turns.checkpoint": "where the conversation stood in the agent's definition; its words are there",
  "conversation_turns.key": "an id of ours",
  "requests.request_key": "an id of ours",
};

/** What tells of a row when and how it came about; handed out beside the person's own columns where the table has it. */
export const TELLING: readonly string[] = [
  "uuid",
  "run_id",
  "turn",
  "speaker",
  "name",
  "kind",
  "direction",
  "state",
  "outcome",
  "disposition",
  "duration_seconds",
  "artifact_type",
  "format",
  "environment",
  "at",
  "created_at",
  "started_at",
  "ended_at",
];
