import { type Kysely, sql } from "kysely";
import { buildDocumentKey } from "../../../domain/document/document-key.ts";

interface Waiting {
  id: number;
  organization_id: number;
  document_uuid: string;
  filename: string;
}

/** A waiting upload is known by its storage key, so that its file can become a version of any document. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table documents add column upload_key text, add column upload_for uuid`.execute(db);
  await sql`create index documents_upload_key on documents (upload_key) where upload_key is not null`.execute(db);
  const { rows } = await sql<Waiting>`
    select id, organization_id, document_uuid, filename from documents
    where state = 'uploading' and deleted_at is null`.execute(db);
  for (const { id, organization_id: organizationId, document_uuid: documentUuid, filename } of rows) {
    const key = buildDocumentKey({ organizationId: Number(organizationId), documentUuid, filename });
    await sql`update documents set upload_key = ${key} where id = ${id}`.execute(db);
  }
};
