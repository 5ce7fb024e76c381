import { sql } from "kysely";
import { NO_EMBEDDING_MODEL } from "../../../domain/model/embedder.ts";
import type { OrganizationTransaction } from "../database.ts";
import { changeUsage, lockUsage } from "./usage.repository.ts";

/**
 * Queues a next version, of the same file, for each document that failed because no model for embeddings was set;
 * returns the UUIDs of those that have room in the plan.
 */
export const takeUpFailed = async (tx: OrganizationTransaction, organizationId: number): Promise<string[]> => {
  const usage = await lockUsage(tx, organizationId);
  const { rows } = await sql<{ document_uuid: string; bytes: number }>`
    with failed as (
      select d.id, d.document_uuid, d.latest_version, v.object_key, v.object_etag, v.file_size_bytes, v.uploaded_by, v.encoding,
        sum(v.file_size_bytes) over (order by d.id) as bytes_so_far
      from documents d join document_versions v on v.document_id = d.id and v.version = d.latest_version
      where d.deleted_at is null and d.state in ('failed','stale') and v.state = 'failed' and v.error = ${NO_EMBEDDING_MODEL}
    ), room as (
      select * from failed where bytes_so_far <= ${Math.max(usage.limit_bytes - usage.used_bytes, 0)}
    ), versions as (
      insert into document_versions
        (organization_id, document_id, version, object_key, object_etag, file_size_bytes, uploaded_by, encoding)
      select ${organizationId}, id, latest_version + 1, object_key, object_etag, file_size_bytes, uploaded_by, encoding from room
    )
    update documents d set state = 'queued', state_detail = null, processing_error = null,
      latest_version = d.latest_version + 1, updated_at = now()
    from room where room.id = d.id
    returning d.document_uuid, room.file_size_bytes as bytes
  `.execute(tx);
  await changeUsage(tx, organizationId, { bytes: rows.reduce((sum, { bytes }) => sum + Number(bytes), 0) });
  return rows.map(({ document_uuid }) => document_uuid);
};
