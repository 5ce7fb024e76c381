import { sql } from "kysely";
import type { Database } from "../database.ts";

export interface UnfinishedDocument {
  id: number;
  organizationId: number;
  documentUuid: string;
  /** The work that is left. */
  work: "deletion" | "translation" | "processing";
}

/**
 * Lists documents of every organization that are to be read, translated or removed and have not changed for this long.
 * Returns one page after the document `afterId`, in the order of ids.
 */
export const listUnfinishedDocuments = async (
  { withoutOrganization }: Database,
  { olderThanSeconds, afterId, limit }: { olderThanSeconds: number; afterId: number; limit: number },
): Promise<UnfinishedDocument[]> => {
  const { rows } = await sql<{
    id: number;
    organization_id: number;
    document_uuid: string;
    work: UnfinishedDocument["work"];
  }>`
    select * from platform_unfinished_documents(now() - make_interval(secs => ${olderThanSeconds}), ${limit}, ${afterId})
  `.execute(withoutOrganization);
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    documentUuid: row.document_uuid,
    work: row.work,
  }));
};
