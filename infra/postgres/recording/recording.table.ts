import type { Generated, GeneratedAlways } from "kysely";
import type { GeneratedJson, GeneratedTimestamp } from "../columns.ts";

export interface WorkflowRecordingsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  /** What definitions and tools name. */
  recording_id: string;
  state: Generated<"uploading" | "ready">;
  agent_id: number | null;
  filename: string;
  content_type: string;
  object_key: string;
  /** Known once the file has been looked at. */
  size_bytes: number | null;
  transcript: Generated<string>;
  tts_provider: string | null;
  tts_model: string | null;
  tts_voice_id: string | null;
  metadata: GeneratedJson;
  created_by: number | null;
  created_at: GeneratedTimestamp;
}
