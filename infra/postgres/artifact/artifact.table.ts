import type { GeneratedAlways } from "kysely";
import type { GeneratedTimestamp } from "../columns.ts";

export type ArtifactType = "transcript" | "recording" | "user_recording" | "bot_recording";

export interface CallArtifactsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  run_id: number;
  artifact_type: ArtifactType;
  /** The file's extension; a transcript is kept as `txt` and as `json`. */
  format: string;
  object_key: string;
  content_type: string;
  size_bytes: number;
  created_at: GeneratedTimestamp;
}
