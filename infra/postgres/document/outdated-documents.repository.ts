import { sql } from "kysely";
import { stateOfReadable } from "../../../domain/document/processing-status-by-state.ts";
import type { Database, OrganizationTransaction } from "../database.ts";
import { deleteUnusedModels } from "../model/former-models.repository.ts";
import type { Document } from "./document.entity.ts";

export const OUTDATED = "its vectors are of another model; readers find it until new ones are made";

const UNINDEXED = "its passages are indexed again; until then readers do not find it";

const STALE = sql.lit(stateOfReadable({ isOutdated: true }));
const READY = sql.lit(stateOfReadable({ isOutdated: false }));

/** True for a document that is readable in its newest version, of which only the vectors may be old. */
const isNewest = sql`(d.latest_version = d.current_version and d.state in (${READY},${STALE}))`;

/**
 * Compares the readable version of each document with the configured model; returns true when some need new vectors.
 * Documents that failed before are tried again.
 */
export const markOutdated = async (tx: OrganizationTransaction, model: string): Promise<boolean> => {
  const differs = sql`v.embedding_model is distinct from ${model}`;
  const { rows } = await sql<{ needs_reingest: boolean }>`
    update documents d set needs_reingest = ${differs}, reingest_error = null,
      state = case when not ${isNewest} then d.state when ${differs} then ${STALE} else ${READY} end,
      state_detail = case when not ${isNewest} then d.state_detail when ${differs} then ${OUTDATED} end
    from document_versions v
    where v.document_id = d.id and v.version = d.current_version and d.deleted_at is null
      and (d.needs_reingest or ${differs})
    returning d.needs_reingest
  `.execute(tx);
  return rows.some(({ needs_reingest }) => needs_reingest);
};

/**
 * Marks every readable document whose passages the index may have lost; maintenance puts them there again, with the
 * vectors that the rows hold. Returns how many.
 */
export const markUnindexed = async (tx: OrganizationTransaction): Promise<number> => {
  const { numAffectedRows } = await sql`
    update documents d set needs_reingest = true, reingest_error = null, updated_at = now(),
      state = case when ${isNewest} then ${STALE} else d.state end,
      state_detail = case when ${isNewest} then ${UNINDEXED} else d.state_detail end
    where d.current_version is not null and d.deleted_at is null`.execute(tx);
  return Number(numAffectedRows ?? 0);
};

export interface OutdatedDocument {
  documentUuid: string;
  /** The version that readers get. */
  version: number;
  /** Another version is in progress, with vectors of its own. */
  isWaiting: boolean;
}

/** Lists documents that need new vectors and can get them; those without another version in progress come first. */
export const listOutdated = async (tx: OrganizationTransaction, limit: number): Promise<OutdatedDocument[]> => {
  const { rows } = await sql<{ document_uuid: string; version: number; is_waiting: boolean }>`
    select d.document_uuid, d.current_version as version, exists (
      select from document_versions v where v.document_id = d.id and v.state not in ('ready','failed','superseded')) as is_waiting
    from documents d
    where d.needs_reingest and d.reingest_error is null and d.deleted_at is null and d.current_version is not null
    order by is_waiting, d.id limit ${limit}
  `.execute(tx);
  return rows.map((row) => ({ documentUuid: row.document_uuid, version: row.version, isWaiting: row.is_waiting }));
};

/** Marks the readable version as having vectors of another model. */
export const endReindexing = async (
  tx: OrganizationTransaction,
  { id, current_version }: Document,
  model: string,
): Promise<void> => {
  await tx
    .updateTable("document_versions")
    .set({ embedding_model: model })
    .where("document_id", "=", id)
    .where("version", "=", current_version)
    .execute();
  await sql`
    update documents d set needs_reingest = false, reingest_error = null, updated_at = now(),
      state = case when ${isNewest} then ${READY} else d.state end,
      state_detail = case when ${isNewest} then null else d.state_detail end
    where d.id = ${id}
  `.execute(tx);
  await deleteUnusedModels(tx);
};

/** Stores the reason for people; the old vectors stay. */
export const failReindexing = async (
  tx: OrganizationTransaction,
  { documentUuid, version, error }: { documentUuid: string; version: number; error: string },
): Promise<void> => {
  await sql`
    update documents d set reingest_error = ${error}, updated_at = now(),
      state_detail = case when ${isNewest} then ${`no new vectors could be made: ${error}`} else d.state_detail end
    where d.document_uuid = ${documentUuid} and d.current_version = ${version} and d.needs_reingest
  `.execute(tx);
};

/** Lists organizations with documents that need new vectors. */
export const listOutdatedOrganizations = async ({ withoutOrganization }: Database): Promise<number[]> => {
  const { rows } = await sql<{ organization_id: number }>`
    select organization_id from platform_outdated_organizations()
  `.execute(withoutOrganization);
  return rows.map(({ organization_id }) => organization_id);
};
