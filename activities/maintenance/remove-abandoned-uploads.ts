import { documentKey } from "../../domain/document/document-key.ts";
import { dropUpload, listAbandonedUploads } from "../../infra/postgres/document/abandoned-uploads.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** Twice as long as a signed form may be sent: what came at the last moment can still be processed. */
const ABANDONED_AFTER_SECONDS = 3600;

/** Removes uploads that nobody processed. The row goes only when the file is gone: nothing is left that no row names. Gives how many. */
export const removeAbandonedUploads = async (
  { database, objectStore }: Pick<WorkerDependencies, "database" | "objectStore">,
  { olderThanSeconds = ABANDONED_AFTER_SECONDS } = {},
): Promise<number> => {
  let removed = 0;
  for (const { organizationId, documentUuid } of await listAbandonedUploads(database, olderThanSeconds)) {
    removed += await database.inOrganization(organizationId, async (tx) => {
      const row = await dropUpload(tx, documentUuid);
      if (!row) return 0;
      await objectStore.remove(documentKey({ organizationId, documentUuid, filename: row.filename }));
      return 1;
    });
  }
  return removed;
};
