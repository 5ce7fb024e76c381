import { sql } from "kysely";
import type { Database } from "../database.ts";
import type { ContactImport } from "./contact-import.entity.ts";

export type UnfinishedImport = Pick<ContactImport, "organization_id" | "id" | "contact_list_id" | "object_key">;

/**
 * Lists imports of every organization, requested this long ago, that are not over, by id; without those of the file of a
 * campaign that has not ended, which runs them itself.
 */
export const listUnfinishedImports = async (
  { withoutOrganization }: Database,
  { olderThanSeconds, afterId, limit }: { olderThanSeconds: number; afterId: number; limit: number },
): Promise<UnfinishedImport[]> => {
  const { rows } = await sql<UnfinishedImport>`
    select * from platform_unfinished_imports(make_interval(secs => ${olderThanSeconds}), ${afterId}, ${limit})
  `.execute(withoutOrganization);
  return rows;
};
