import { sql } from "kysely";
import type { Database } from "../database.ts";
import { SWEPT_AT_MOST } from "../sweep.ts";

export interface UnfinishedDocument {
  organizationId: number;
  documentUuid: string;
  /** The work that is left. */
  work: "deletion" | "translation" | "processing";
}

/**
 * Lists documents of every organization that are to be read, translated or removed and have not changed for this long,
 * longest first.
 */
export const listUnfinishedDocuments = async (
  { withoutOrganization }: Database,
  olderThanSeconds: number,
): Promise<UnfinishedDocument[]> => {
  const { rows } = await sql<{ organization_id: number; document_uuid: string; work: UnfinishedDocument["work"] }>`
    select * from platform_unfinished_documents(now() - make_interval(secs => ${olderThanSeconds}), ${SWEPT_AT_MOST})
  `.execute(withoutOrganization);
  return rows.map((row) => ({
    organizationId: row.organization_id,
    documentUuid: row.document_uuid,
    work: row.work,
  }));
};
