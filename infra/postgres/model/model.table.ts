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

/** Models for embeddings that documents still have vectors of, though another one is configured. */
export interface FormerEmbeddingModelsTable {
  organization_id: number;
  /** `Embedder.name`. */
  name: string;
  provider: string;
  model: string;
  base_url: string | null;
  settings: GeneratedJson;
  /** Sealed for `model:org-<organization>:embeddings`. */
  api_key_sealed: Buffer | null;
  replaced_at: GeneratedTimestamp;
}
