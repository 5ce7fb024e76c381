import { ERROR_FILES_KEPT_DAYS, UNUSED_FILE_KEPT_SECONDS } from "../../domain/contact/contact-file-limits.ts";
import { DAY_SECONDS } from "../../domain/time/durations.rules.ts";
import {
  clearErrorFile,
  deleteContactFile,
  listExpiredErrorFiles,
  listUnusedContactFiles,
} from "../../infra/postgres/contact/contact-file.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { removePages } from "./remove-each.ts";

/** Removes contact files that no import waits for. The row is deleted after the file. */
export const removeUnusedContactFiles = (
  { database, objectStore }: Pick<WorkerDependencies, "database" | "objectStore">,
  { olderThanSeconds = UNUSED_FILE_KEPT_SECONDS } = {},
): Promise<number> =>
  removePages(
    (page) => listUnusedContactFiles(database, { olderThanSeconds, ...page }),
    ({ organizationId, objectKey }) =>
      database.inOrganization(organizationId, async (tx) => {
        if (await deleteContactFile(tx, objectKey)) await objectStore.remove(objectKey);
        return 1;
      }),
  );

/** Removes the files of bad rows of imports that ended this long ago. */
export const removeExpiredErrorFiles = (
  { database, objectStore }: Pick<WorkerDependencies, "database" | "objectStore">,
  { olderThanSeconds = ERROR_FILES_KEPT_DAYS * DAY_SECONDS } = {},
): Promise<number> =>
  removePages(
    (page) => listExpiredErrorFiles(database, { olderThanSeconds, ...page }),
    ({ organizationId, importId }) =>
      database.inOrganization(organizationId, async (tx) => {
        const key = await clearErrorFile(tx, importId);
        if (key) await objectStore.remove(key);
        return 1;
      }),
  );
