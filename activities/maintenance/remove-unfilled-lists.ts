import { UNUSED_FILE_KEPT_SECONDS } from "../../domain/contact/contact-file-limits.ts";
import { deleteUnfilledList, listUnfilledLists } from "../../infra/postgres/contact/unfilled-lists.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { removePages } from "./remove-each.ts";

/**
 * Removes lists that were made with an import which failed and put nobody into them, when its file is removed too: until
 * then its reason can be read, and the file imported again. Returns how many.
 */
export const removeUnfilledLists = (
  { database }: Pick<WorkerDependencies, "database">,
  { olderThanSeconds = UNUSED_FILE_KEPT_SECONDS } = {},
): Promise<number> =>
  removePages(
    (page) => listUnfilledLists(database, { olderThanSeconds, ...page }),
    ({ organizationId, contactListId }) =>
      database.inOrganization(organizationId, async (tx) => {
        const name = await deleteUnfilledList(tx, contactListId);
        if (name === undefined) return 0;
        await recordTimeline(tx, {
          organizationId,
          kind: "system",
          actor: "system",
          summary: `Contact list ${name} was removed: the import that it was made with failed, and nobody is in it`,
          payload: { contact_list_id: contactListId },
        });
        return 1;
      }),
  );
