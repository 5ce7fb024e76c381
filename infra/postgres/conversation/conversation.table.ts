import type { Generated, GeneratedAlways } from "kysely";
import type { GeneratedJson, GeneratedTimestamp, Json, JsonOf, Timestamp } from "../columns.ts";

export interface ConversationsTable {
  run_id: number;
  organization_id: number;
  driver: "text" | "relay" | "turn_webhook";
  state: Generated<"open" | "ended">;
  node_id: string | null;
  revision: Generated<number>;
  active_turn: number | null;
  /** Whoever carries the active turn out; another token means that somebody else does by now. */
  active_token: string | null;
  cursor: Generated<number>;
  gathered: GeneratedJson;
  silences: Generated<number>;
  faults: Generated<number>;
  answered_by: string | null;
  opted_out: Generated<boolean>;
  end_reason: string | null;
  error: string | null;
  concluded_at: Timestamp | null;
  last_activity_at: GeneratedTimestamp;
  started_at: GeneratedTimestamp;
  ended_at: Timestamp | null;
  /** Its entries, turns and tool calls were kept as long as the organization says, and are gone. */
  words_removed_at: Timestamp | null;
}

export interface ConversationTurnsTable {
  id: GeneratedAlways<number>;
  uuid: Generated<string>;
  organization_id: number;
  run_id: number;
  number: number;
  key: string;
  input: Json;
  state: Generated<"running" | "done" | "interrupted" | "failed">;
  outcome: Json | null;
  checkpoint: JsonOf<StoredCheckpoint> | null;
  first_sentence_ms: number | null;
  model_ms: number | null;
  discarded_at: Timestamp | null;
  alive_at: GeneratedTimestamp;
  started_at: GeneratedTimestamp;
  ended_at: Timestamp | null;
}

/** Where a conversation stands: what a rewind restores. */
export interface StoredCheckpoint {
  nodeId: string | null;
  gathered: Record<string, unknown>;
}

export interface ConversationEntriesTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  run_id: number;
  turn: number;
  speaker: "agent" | "person" | "tool" | "step";
  text: string;
  /** Null: heard whole. */
  heard: string | null;
  node_id: string | null;
  tool_call_id: string | null;
  details: Json | null;
  at: GeneratedTimestamp;
  discarded_at: Timestamp | null;
}

export interface ToolCallsTable {
  uuid: string;
  organization_id: number;
  run_id: number;
  turn: number;
  tool_uuid: string;
  name: string;
  request_id: string;
  /** JSON, sealed for `tool-call:<uuid>`. */
  arguments_sealed: Buffer;
  state: Generated<"requested" | "running" | "done" | "failed" | "unknown">;
  /** JSON, sealed alike. */
  result_sealed: Buffer | null;
  status_code: number | null;
  error: string | null;
  attempts: Generated<number>;
  requested_at: GeneratedTimestamp;
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
}
