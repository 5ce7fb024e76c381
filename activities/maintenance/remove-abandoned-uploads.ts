import { buildDocumentKey } from "../../domain/document/document-key.ts";
import { UPLOAD_ABANDONED_AFTER_SECONDS } from "../../domain/file/uploaded-file.ts";
import { deleteUpload, listAbandonedUploads } from "../../infra/postgres/document/abandoned-uploads.repository.ts";
import { SWEPT_AT_MOST } from "../../infra/postgres/sweep.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { removePages } from "./remove-each.ts";

/**
 * Removes uploads that nobody processed. The row is deleted after the file, so that no file is left without a row.
 * Returns how many.
 */
export const removeAbandonedUploads = (
  { database, objectStore }: Pick<WorkerDependencies, "database" | "objectStore">,
  { olderThanSeconds = UPLOAD_ABANDONED_AFTER_SECONDS, pageSize = SWEPT_AT_MOST } = {},
): Promise<number> =>
  removePages(
    (page) => listAbandonedUploads(database, { olderThanSeconds, ...page }),
    ({ organizationId, documentUuid }) =>
      database.inOrganization(organizationId, async (tx) => {
        const row = await deleteUpload(tx, documentUuid);
        if (!row) return 0;
        await objectStore.remove(
          row.upload_key ?? buildDocumentKey({ organizationId, documentUuid, filename: row.filename }),
        );
        return 1;
      }),
    pageSize,
  );
