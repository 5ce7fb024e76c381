import { buildDocumentKey } from "../../domain/document/document-key.ts";
import { deleteUpload, listAbandonedUploads } from "../../infra/postgres/document/abandoned-uploads.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { removeEach } from "./remove-each.ts";
import { UPLOAD_ABANDONED_AFTER_SECONDS } from "../../domain/file/uploaded-file.ts";

/**
 * Removes uploads that nobody processed. The row is deleted after the file, so that no file is left without a row.
 * Returns how many.
 */
export const removeAbandonedUploads = async (
  { database, objectStore }: Pick<WorkerDependencies, "database" | "objectStore">,
  { olderThanSeconds = UPLOAD_ABANDONED_AFTER_SECONDS } = {},
): Promise<number> =>
  removeEach(await listAbandonedUploads(database, olderThanSeconds), ({ organizationId, documentUuid }) =>
    database.inOrganization(organizationId, async (tx) => {
      const row = await deleteUpload(tx, documentUuid);
      if (!row) return 0;
      await objectStore.remove(buildDocumentKey({ organizationId, documentUuid, filename: row.filename }));
      return 1;
    }),
  );
