import { sql } from "kysely";
import type { Database } from "../database.ts";

const AT_MOST = 1000;

/** Documents of every organization that are to be read or removed, unchanged for so long, longest first. */
export const listUnfinishedDocuments = async (
  { withoutOrganization }: Database,
  olderThanSeconds: number,
): Promise<{ organizationId: number; documentUuid: string; isDeleted: boolean }[]> => {
  const { rows } = await sql<{ organization_id: number; document_uuid: string; is_deleted: boolean }>`
    select * from platform_unfinished_documents(now() - make_interval(secs => ${olderThanSeconds}), ${AT_MOST})
  `.execute(withoutOrganization);
  return rows.map((row) => ({
    organizationId: row.organization_id,
    documentUuid: row.document_uuid,
    isDeleted: row.is_deleted,
  }));
};
