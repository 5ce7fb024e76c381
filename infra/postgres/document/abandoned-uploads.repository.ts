import { sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { SweptPage } from "../sweep.ts";
import type { Document } from "./document.entity.ts";

export interface AbandonedUpload {
  organizationId: number;
  documentUuid: string;
}

/** Lists documents of every organization whose upload was requested this long ago and never processed, oldest first. */
export const listAbandonedUploads = async (
  { withoutOrganization }: Database,
  { olderThanSeconds, limit, behind }: SweptPage,
): Promise<AbandonedUpload[]> => {
  const { rows } = await sql<{ organization_id: number; document_uuid: string }>`
    select * from platform_abandoned_uploads(now() - make_interval(secs => ${olderThanSeconds}), ${limit}, ${behind})
  `.execute(withoutOrganization);
  return rows.map((row) => ({ organizationId: row.organization_id, documentUuid: row.document_uuid }));
};

/** Deletes the row of an upload that nobody processed; undefined: it was processed. */
export const deleteUpload = (tx: OrganizationTransaction, documentUuid: string): Promise<Document | undefined> =>
  tx
    .deleteFrom("documents")
    .where("document_uuid", "=", documentUuid)
    .where("state", "=", "uploading")
    .where("deleted_at", "is", null)
    .returningAll()
    .executeTakeFirst();

/** Counts the organization's uploads that are not processed yet. */
export const countWaitingUploads = async (tx: OrganizationTransaction): Promise<number> => {
  const { count } = await tx
    .selectFrom("documents")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("state", "=", "uploading")
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
};
