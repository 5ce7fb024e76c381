import { buildExportKey } from "../../domain/privacy/export.rules.ts";
import { addToReceipt } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import {
  cancelExport,
  listExportsOf,
  markExportRemoved,
} from "../../infra/postgres/privacy/person-exports.repository.ts";
import type { Erasure, ErasureDependencies } from "./erasure.ts";

/** Ends the person's exports that are under way, and removes the files of those that are done. */
export const removeExports = async (
  { database, objectStore }: ErasureDependencies,
  erasure: Erasure,
): Promise<void> => {
  const { organizationId, uuid, row } = erasure;
  const exports = await database.inOrganization(organizationId, (tx) => listExportsOf(tx, row.marks));
  for (const each of exports) {
    await objectStore.remove(buildExportKey({ organizationId, uuid: each.uuid }));
    await database.inOrganization(organizationId, async (tx) => {
      // One under way removes its file itself when it finds that it was canceled.
      if (await cancelExport(tx, each.uuid)) return;
      await markExportRemoved(tx, each.uuid);
      await addToReceipt(tx, uuid, { place: "person_exports", count: 1 });
    });
  }
};
