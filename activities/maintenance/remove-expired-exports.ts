import { buildExportKey } from "../../domain/privacy/export.rules.ts";
import { listExpiredExports, markExportRemoved } from "../../infra/postgres/privacy/person-exports.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { removePages } from "./remove-each.ts";

/** Removes the files of exports of people's data whose time has passed. */
export const removeExpiredExports = ({
  database,
  objectStore,
}: Pick<WorkerDependencies, "database" | "objectStore">): Promise<number> =>
  removePages(
    // One that cannot be removed is listed first again, and hides none: as many more are read.
    async ({ limit, behind }) => (await listExpiredExports(database, { limit: limit + behind })).slice(behind),
    async ({ organizationId, uuid }) => {
      await objectStore.remove(buildExportKey({ organizationId, uuid }));
      await database.inOrganization(organizationId, (tx) => markExportRemoved(tx, uuid));
      return 1;
    },
  );
