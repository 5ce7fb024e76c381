import { sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { ModelConfiguration } from "./model-configuration.entity.ts";

/** A stored configuration for embeddings, with the `Embedder.name` of its embedder. */
export interface NamedAccount {
  name: string;
  row: Omit<ModelConfiguration, "part" | "updated_by" | "updated_at">;
}

/**
 * Stores the former model after a change as long as anything has vectors of it, so that questions can still be compared
 * with them; the configured model is never a former one.
 */
export const replaceEmbeddingModel = async (
  tx: OrganizationTransaction,
  { before, configured }: { before: NamedAccount | null; configured: string },
): Promise<void> => {
  if (before) await keepModel(tx, before);
  await tx.deleteFrom("former_embedding_models").where("name", "=", configured).execute();
  await deleteUnusedModels(tx);
};

const keepModel = async (tx: OrganizationTransaction, { name, row }: NamedAccount): Promise<void> => {
  const { organization_id, provider, model, base_url, settings, api_key_sealed } = row;
  const kept = { provider, model, base_url, settings, api_key_sealed };
  await tx
    .insertInto("former_embedding_models")
    .values({ organization_id, name, ...kept })
    .onConflict((clash) =>
      clash.columns(["organization_id", "name"]).doUpdateSet({ ...kept, replaced_at: sql<Date>`now()` }),
    )
    .execute();
};

/**
 * Deletes former models, with their keys, that no document has vectors of: neither a readable one nor one in progress,
 * which is embedded from its first passage on. Returns how many.
 */
export const deleteUnusedModels = async (tx: OrganizationTransaction): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from former_embedding_models f where not exists (
      select from documents d join document_versions v on v.document_id = d.id
      where d.deleted_at is null and (
        (v.version = d.current_version and v.embedding_model = f.name)
        or (v.state = 'indexing' and exists (
          select from document_passages p
          where p.version_id = v.id and p.chunk_index = 0 and p.embedding_model = f.name))))
  `.execute(tx);
  return Number(numAffectedRows ?? 0n);
};

/** Deletes all former models with their keys: without a model for embeddings only words are compared. */
export const deleteAllFormerModels = async (tx: OrganizationTransaction): Promise<void> => {
  await tx.deleteFrom("former_embedding_models").execute();
};

export const listOrganizationsWithFormerModels = async ({ withoutOrganization }: Database): Promise<number[]> => {
  const { rows } = await sql<{ organization_id: number }>`
    select organization_id from platform_organizations_with_former_models()
  `.execute(withoutOrganization);
  return rows.map(({ organization_id }) => organization_id);
};
