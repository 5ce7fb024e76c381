import { deleteArtifactOrphan, listArtifactOrphans } from "../../infra/postgres/artifact/artifact-orphan.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { removePages } from "./remove-each.ts";

/** Twice the lifetime of a signed link, so that a person who listens to a replaced file hears it to its end. */
const ORPHANED_FOR_SECONDS = 7_200;

/** Removes files of calls that no artifact names. The row is deleted after the file. Returns how many. */
export const removeArtifactOrphans = (
  { database, objectStore }: Pick<WorkerDependencies, "database" | "objectStore">,
  { olderThanSeconds = ORPHANED_FOR_SECONDS } = {},
): Promise<number> =>
  removePages(
    (page) => listArtifactOrphans(database, { olderThanSeconds, ...page }),
    async ({ organizationId, objectKey }) => {
      await objectStore.remove(objectKey);
      await database.inOrganization(organizationId, (tx) => deleteArtifactOrphan(tx, objectKey));
      return 1;
    },
  );
