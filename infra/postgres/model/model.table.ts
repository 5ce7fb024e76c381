import type { GeneratedJson, GeneratedTimestamp } from "../columns.ts";

export interface ModelConfigurationsTable {
  organization_id: number;
  part: "embeddings" | "llm" | "tts" | "stt";
  provider: string;
  model: string;
  base_url: string | null;
  settings: GeneratedJson;
  /** Sealed for `model:org-<organization>:<part>`. */
  api_key_sealed: Buffer | null;
  updated_by: number | null;
  updated_at: GeneratedTimestamp;
}
