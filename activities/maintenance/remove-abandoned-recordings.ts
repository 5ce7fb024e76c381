import { UPLOAD_ABANDONED_AFTER_SECONDS } from "../../domain/file/uploaded-file.ts";
import { listAbandonedRecordings } from "../../infra/postgres/recording/recording.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { removePages } from "./remove-each.ts";

/** Removes unfinished uploads. The row is deleted after the file. Returns how many. */
export const removeAbandonedRecordings = (
  { database, objectStore }: Pick<WorkerDependencies, "database" | "objectStore">,
  { olderThanSeconds = UPLOAD_ABANDONED_AFTER_SECONDS } = {},
): Promise<number> =>
  removePages(
    (page) => listAbandonedRecordings(database, { olderThanSeconds, ...page }),
    ({ organizationId, recordingId }) =>
      database.inOrganization(organizationId, async (tx) => {
        const row = await tx
          .deleteFrom("workflow_recordings")
          .where("recording_id", "=", recordingId)
          .where("state", "=", "uploading")
          .returning("object_key")
          .executeTakeFirst();
        if (!row) return 0;
        await objectStore.remove(row.object_key);
        return 1;
      }),
  );
