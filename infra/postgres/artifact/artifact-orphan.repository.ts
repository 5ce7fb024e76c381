import { sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { SweptPage } from "../sweep.ts";

/** A file whose writing takes longer is given up, long before orphans are removed. */
const ADOPTED_WITHIN_SECONDS = 3_600;

/** Records files that no artifact names: before they are written, or in the transaction in which others replace them. */
export const addArtifactOrphans = async (
  tx: OrganizationTransaction,
  organizationId: number,
  objectKeys: readonly string[],
): Promise<void> => {
  if (objectKeys.length === 0) return;
  await tx
    .insertInto("artifact_orphans")
    .values(objectKeys.map((object_key) => ({ organization_id: organizationId, object_key })))
    .execute();
};

/**
 * Removes the record of files that artifacts name from this transaction on. Throws when one of them may have been removed already.
 */
export const adoptArtifactOrphans = async (
  tx: OrganizationTransaction,
  objectKeys: readonly string[],
): Promise<void> => {
  const adopted = await tx
    .deleteFrom("artifact_orphans")
    .where("object_key", "in", objectKeys)
    .where("created_at", ">", sql<Date>`now() - make_interval(secs => ${ADOPTED_WITHIN_SECONDS})`)
    .returning("object_key")
    .execute();
  if (adopted.length < objectKeys.length)
    throw new Error("files of a call took an hour to be written and are not used: look at the object store's speed");
};

/** Lists orphans of every organization that are this old, oldest first. */
export const listArtifactOrphans = async (
  { withoutOrganization }: Database,
  { olderThanSeconds, limit, behind }: SweptPage,
) => {
  const { rows } = await sql<{ organization_id: number; object_key: string }>`
    select * from platform_artifact_orphans(now() - make_interval(secs => ${olderThanSeconds}), ${limit}, ${behind})
  `.execute(withoutOrganization);
  return rows.map((row) => ({ organizationId: row.organization_id, objectKey: row.object_key }));
};

export const deleteArtifactOrphan = async (tx: OrganizationTransaction, objectKey: string): Promise<void> => {
  await tx.deleteFrom("artifact_orphans").where("object_key", "=", objectKey).execute();
};
