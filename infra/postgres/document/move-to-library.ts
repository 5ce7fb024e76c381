import { sql } from "kysely";
import { USUAL_SCOPE } from "../../../domain/document/document-scope.rules.ts";
import type { OrganizationTransaction } from "../database.ts";

/** Gives the documents of a channel that is deleted to the library, where nobody reads them unnamed; returns how many. */
export const moveToLibrary = async (tx: OrganizationTransaction, channelId: number): Promise<number> => {
  const moved = await tx
    .updateTable("documents")
    .set({ scope: USUAL_SCOPE, folder_id: null, updated_at: sql<Date>`now()` })
    .where("folder_id", "=", channelId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return Number(moved.numUpdatedRows);
};
