import { sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { SweptPage } from "../sweep.ts";
import { releaseErrorFiles } from "./contact-file.repository.ts";

/** Lists the lists of every organization whose only imports failed this long ago, and which nobody is in. */
export const listUnfilledLists = async (
  { withoutOrganization }: Database,
  { olderThanSeconds, limit, behind }: SweptPage,
) => {
  const { rows } = await sql<{ organization_id: number; id: number }>`
    select * from platform_unfilled_lists(now() - make_interval(secs => ${olderThanSeconds}), ${limit}, ${behind})
  `.execute(withoutOrganization);
  return rows.map((row) => ({ organizationId: row.organization_id, contactListId: row.id }));
};

/**
 * Deletes such a list with its imports, whose files of bad rows are left to maintenance, and returns its name. Undefined:
 * somebody has begun to use it meanwhile.
 */
export const deleteUnfilledList = async (
  tx: OrganizationTransaction,
  contactListId: number,
): Promise<string | undefined> => {
  // A transaction that begins to use the list locks its row, so that the statement after it sees that use.
  await tx.selectFrom("contact_lists").select("id").where("id", "=", contactListId).forUpdate().execute();
  const unfilled = await tx
    .selectFrom("contact_lists as l")
    .select("name")
    .where("id", "=", contactListId)
    .where("awaits_import", "=", true)
    .where("contact_count", "=", 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("contact_imports as i")
            .select("i.id")
            .whereRef("i.contact_list_id", "=", "l.id")
            .where("i.status", "<>", "failed"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("campaigns as c").select("c.id").whereRef("c.contact_list_id", "=", "l.id"))),
    )
    .executeTakeFirst();
  if (!unfilled) return undefined;
  await releaseErrorFiles(tx, contactListId);
  await tx.deleteFrom("contact_lists").where("id", "=", contactListId).execute();
  return unfilled.name;
};
