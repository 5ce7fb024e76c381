import { sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";

/** Tells whether a document of another organization waits to be read. */
export const areDocumentsOfOthersWaiting = async (
  { withoutOrganization }: Database,
  organizationId: number,
): Promise<boolean> => {
  const { rows } = await sql<{
    wait: boolean;
  }>`select platform_documents_of_others_wait(${organizationId}) as wait`.execute(withoutOrganization);
  return rows[0]?.wait ?? false;
};

/** Lets a document that was begun wait for a place again; its version keeps what is done. */
export const queueAgain = async (tx: OrganizationTransaction, documentUuid: string): Promise<void> => {
  await tx
    .updateTable("documents")
    .set({ state: "queued", state_detail: "waiting for its turn", updated_at: sql<Date>`now()` })
    .where("document_uuid", "=", documentUuid)
    .where("state", "=", "indexing")
    .execute();
};
