import { orderChangedContacts } from "../../application/campaign/order-contacts.ts";
import { ObjectStoreError } from "../../infra/object-store/store-fault.ts";
import { markFileRemoved } from "../../infra/postgres/contact/contact-file.repository.ts";
import type { ContactImport } from "../../infra/postgres/contact/contact-import.entity.ts";
import { endImport, findImport } from "../../infra/postgres/contact/contact-import.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { appendEntry } from "../../infra/postgres/record/append-entry.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import type {
  ContactImportInput,
  ContactImportResult,
} from "../../workflows/contact-import/contact-import.contract.ts";
import { withHeartbeat } from "../heartbeat.ts";
import type { ImportDependencies } from "./import-dependencies.ts";
import { writeFaultFile } from "./write-fault-file.ts";

/** Ends an import once: writes the file of its bad rows first, then the row that names it. */
export const settleImport = (
  deps: ImportDependencies,
  { organizationId, importId, error }: ContactImportInput & { error: string | null },
): Promise<ContactImportResult> =>
  withHeartbeat(async () => {
    const running = await deps.database.inOrganization(organizationId, (tx) => findImport(tx, importId));
    if (!running) return { status: "failed", figures: NOTHING, error: error ?? "The contact list was deleted." };
    const ended = await endOnce(deps, { running, error });
    // The file of a failed import is kept for another try, until maintenance removes unused files.
    if (ended.status === "completed") await removeFile(deps, ended);
    return resultOf(ended);
  });

const endOnce = async (
  deps: ImportDependencies,
  { running, error }: { running: ContactImport; error: string | null },
): Promise<ContactImport> => {
  if (running.status === "completed" || running.status === "failed") return running;
  const errorsKey = running.invalid > 0 ? await keepFaults(deps, { running, error }) : null;
  return deps.database.inOrganization(running.organization_id, async (tx) => {
    const isEnded = await endImport(tx, running.id, { error, errorsKey, at: deps.clock.now() });
    const ended = (await findImport(tx, running.id)) ?? running;
    if (isEnded) {
      await orderChangedContacts(tx, { listId: running.contact_list_id, contactIds: null });
      await tellTimeline(tx, ended);
    }
    return ended;
  });
};

/** A failed import ends without the file when the store is unreachable or full, because that may be the reason of its failure. */
const keepFaults = async (
  deps: ImportDependencies,
  { running, error }: { running: ContactImport; error: string | null },
): Promise<string | null> => {
  try {
    return await writeFaultFile(deps, running);
  } catch (err) {
    if (error === null || !(err instanceof ObjectStoreError)) throw err;
    deps.logger.warn({ err, import_id: running.id }, "a failed import ends without the file of its bad rows");
    return null;
  }
};

const removeFile = async (
  { database, objectStore, clock }: ImportDependencies,
  { organization_id, object_key: objectKey }: ContactImport,
): Promise<void> => {
  const isUnused = await database.inOrganization(organization_id, (tx) =>
    markFileRemoved(tx, { objectKey, at: clock.now() }),
  );
  if (isUnused) await objectStore.remove(objectKey);
};

const NOTHING = { totalRows: 0, imported: 0, updated: 0, skipped: 0, invalid: 0 };

const resultOf = (row: ContactImport): ContactImportResult => ({
  status: row.status === "completed" ? "completed" : "failed",
  figures: {
    totalRows: row.total_rows,
    imported: row.imported,
    updated: row.updated,
    skipped: row.skipped,
    invalid: row.invalid,
  },
  error: row.error,
});

const tellTimeline = async (tx: OrganizationTransaction, row: ContactImport): Promise<void> => {
  const list = await tx
    .selectFrom("contact_lists")
    .select("name")
    .where("id", "=", row.contact_list_id)
    .executeTakeFirst();
  const name = list?.name ?? `list ${row.contact_list_id}`;
  const figures = `${row.imported} new, ${row.updated} updated, ${row.skipped} skipped, ${row.invalid} invalid`;
  await recordTimeline(tx, {
    organizationId: row.organization_id,
    kind: "system",
    actor: row.created_by === null ? "system" : `user:${row.created_by}`,
    summary:
      row.error === null
        ? `Contacts were imported into ${name}: ${figures}`
        : `The import into ${name} failed: ${row.error}`,
    payload: { import_id: row.id, contact_list_id: row.contact_list_id },
  });
  const { total_rows, imported, updated, skipped, invalid } = row;
  await appendEntry(tx, {
    organizationId: row.organization_id,
    kind: "import.ended",
    actor: row.created_by === null ? "system" : `user:${row.created_by}`,
    facts: {
      import: row.id,
      list: row.contact_list_id,
      status: row.error === null ? "completed" : "failed",
      counts: { total_rows, imported, updated, skipped, invalid },
    },
  });
};
