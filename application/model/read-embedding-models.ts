import { sql } from "kysely";
import type { ModelChoice } from "../../infra/models/open-model.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { type EmbeddingsReader, openModelChoice } from "./model-choice.ts";

export interface EmbeddingModels {
  /** The default where nothing is configured; null: there is none. */
  configured: ModelChoice | null;
  /** Models that readable documents still have vectors of; those documents will get new ones. */
  former: FormerModel[];
}

export interface FormerModel {
  /** `Embedder.name`. */
  name: string;
  /** Null: the configuration was not kept, or its key can no longer be opened. */
  choice: ModelChoice | null;
}

/** Reads the models that questions are compared with; one statement where all documents have vectors of one model. */
export const readEmbeddingModels = async (
  tx: OrganizationTransaction,
  opening: EmbeddingsReader,
): Promise<EmbeddingModels> => {
  const isMixed = sql<boolean>`exists (
    select from documents where needs_reingest and deleted_at is null and current_version is not null)`;
  const row = await tx
    .selectFrom("model_configurations")
    .selectAll()
    .select(isMixed.as("is_mixed"))
    .where("part", "=", "embeddings")
    .executeTakeFirst();
  const configured = row ? openModelChoice(row, { ...opening, part: "embeddings" }) : opening.defaultEmbeddings;
  const mayBeMixed = row ? row.is_mixed : configured !== null;
  return { configured, former: mayBeMixed ? await readFormerModels(tx, opening) : [] };
};

const readFormerModels = async (tx: OrganizationTransaction, opening: EmbeddingsReader): Promise<FormerModel[]> => {
  const rows = await tx
    .selectFrom("documents as d")
    .innerJoin("document_versions as v", (join) =>
      join.onRef("v.document_id", "=", "d.id").onRef("v.version", "=", "d.current_version"),
    )
    .leftJoin("former_embedding_models as f", "f.name", "v.embedding_model")
    .select(["v.embedding_model as name", "f.provider", "f.model", "f.base_url", "f.settings", "f.api_key_sealed"])
    .distinctOn("v.embedding_model")
    .where("d.needs_reingest", "=", true)
    .where("d.deleted_at", "is", null)
    .execute();
  return rows.flatMap(({ name, provider, model, settings, ...row }) => {
    if (name === null) return [];
    if (provider === null || model === null || settings === null) return [{ name, choice: null }];
    return [{ name, choice: openedChoice({ provider, model, settings, ...row }, opening) }];
  });
};

/** A key that cannot be opened makes only its own model unavailable. */
const openedChoice = (row: Parameters<typeof openModelChoice>[0], opening: EmbeddingsReader): ModelChoice | null => {
  try {
    return openModelChoice(row, { ...opening, part: "embeddings" });
  } catch {
    return null;
  }
};
