import { type Insertable, sql } from "kysely";
import { STATES_BEFORE_RUNNING } from "../../../domain/campaign/campaign-states.rules.ts";
import { decideImportEnd, OPEN_IMPORT_STATUSES } from "../../../domain/contact/contact-import.ts";
import type { FileWarning } from "../../../domain/file/file-warning.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";
import type { ContactImport } from "./contact-import.entity.ts";
import type { ContactImportError } from "./contact-import-error.entity.ts";

export type ContactImportFault = Pick<ContactImportError, "line" | "value" | "reason">;

/** The requested values of an import; the platform fills the rest of its row. */
export type NewImport = Pick<
  Insertable<Tables["contact_imports"]>,
  "organization_id" | "request_uuid" | "contact_list_id" | "object_key" | "created_by"
> &
  Partial<
    Pick<
      Insertable<Tables["contact_imports"]>,
      "mapping" | "default_country" | "encoding" | "on_duplicate" | "consent_status" | "consent_source"
    >
  >;

/** Inserts the import as `pending`; a repeated `request_uuid` returns the existing row. */
export const createImport = async (tx: OrganizationTransaction, values: NewImport): Promise<ContactImport> => {
  const created = await tx
    .insertInto("contact_imports")
    .values(values)
    .onConflict((clash) => clash.columns(["organization_id", "request_uuid"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  return created ?? (await importOfRequest(tx, values.request_uuid).executeTakeFirstOrThrow());
};

/**
 * Creates, for a campaign whose source is a file, a hidden list and the import that fills it, not yet started (run the
 * workflow `contactImport` with the id). A repeated `requestUuid` returns the same two.
 */
export const createListFromFile = async (
  tx: OrganizationTransaction,
  file: {
    organizationId: number;
    environment: "production" | "sandbox";
    requestUuid: string;
    objectKey: string;
    name: string;
    createdBy: number | null;
  },
): Promise<{ contactListId: number; importId: number }> => {
  const earlier = await findImportOfRequest(tx, file.requestUuid);
  if (earlier) return { contactListId: earlier.contact_list_id, importId: earlier.id };
  const list = await tx
    .insertInto("contact_lists")
    .values({
      organization_id: file.organizationId,
      environment: file.environment,
      name: file.name,
      is_hidden: true,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id } = await createImport(tx, {
    organization_id: file.organizationId,
    request_uuid: file.requestUuid,
    contact_list_id: list.id,
    object_key: file.objectKey,
    created_by: file.createdBy,
  });
  return { contactListId: list.id, importId: id };
};

const importOfRequest = (tx: OrganizationTransaction, requestUuid: string) =>
  tx.selectFrom("contact_imports").selectAll().where("request_uuid", "=", requestUuid);

/** Finds the import that a request with this uuid has made. */
export const findImportOfRequest = (
  tx: OrganizationTransaction,
  requestUuid: string,
): Promise<ContactImport | undefined> => importOfRequest(tx, requestUuid).executeTakeFirst();

export const findImport = (tx: OrganizationTransaction, importId: number): Promise<ContactImport | undefined> =>
  tx.selectFrom("contact_imports").selectAll().where("id", "=", importId).executeTakeFirst();

/** Lists the newest imports of a list, the newest first. */
export const listImports = (
  tx: OrganizationTransaction,
  { listId, limit }: { listId: number; limit: number },
): Promise<ContactImport[]> =>
  tx
    .selectFrom("contact_imports")
    .selectAll()
    .where("contact_list_id", "=", listId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/**
 * Finds an import in progress into the list whose contacts a campaign still has to copy; undefined: there is none. It leaves out a
 * campaign's own file, for which the campaign waits itself, and redials and back-fills, which copy another campaign's contacts.
 */
export const findImportBeforeStart = (
  tx: OrganizationTransaction,
  campaignId: number,
): Promise<ContactImport | undefined> =>
  tx
    .selectFrom("contact_imports")
    .innerJoin("campaigns", "campaigns.contact_list_id", "contact_imports.contact_list_id")
    .selectAll("contact_imports")
    .where("campaigns.id", "=", campaignId)
    .where("campaigns.state", "in", STATES_BEFORE_RUNNING)
    .where("campaigns.snapshot_at", "is", null)
    .where("campaigns.source_type", "=", "contact_list")
    .where("campaigns.parent_campaign_id", "is", null)
    .where("campaigns.back_fills_campaign_id", "is", null)
    .where("contact_imports.status", "in", OPEN_IMPORT_STATUSES)
    .orderBy("contact_imports.id")
    .executeTakeFirst();

/** Marks a pending import as begun; undefined when it was deleted with its list. */
export const beginImport = async (
  tx: OrganizationTransaction,
  importId: number,
): Promise<ContactImport | undefined> => {
  await tx
    .updateTable("contact_imports")
    .set({ status: "processing" })
    .where("id", "=", importId)
    .where("status", "=", "pending")
    .execute();
  return findImport(tx, importId);
};

/**
 * Ends an import that is in progress and deletes its rows of faults, which are now in the file `errorsKey`; returns
 * false when it ended before.
 */
export const endImport = async (
  tx: OrganizationTransaction,
  importId: number,
  end: { error: string | null; errorsKey: string | null; at: Date },
): Promise<boolean> => {
  // The list before its import, in the order of a merged batch and of the list's deletion.
  if (end.error === null) await keepList(tx, importId);
  const ended = await tx
    .updateTable("contact_imports")
    .set({
      status: decideImportEnd(end.error),
      error: end.error,
      errors_key: end.errorsKey,
      completed_at: end.at,
    })
    .where("id", "=", importId)
    .where("status", "in", OPEN_IMPORT_STATUSES)
    .returning("id")
    .executeTakeFirst();
  if (!ended) return false;
  await tx.deleteFrom("contact_import_errors").where("import_id", "=", importId).execute();
  return true;
};

/** A list whose import has completed stays, also where every row was bad. */
const keepList = async (tx: OrganizationTransaction, importId: number): Promise<void> => {
  await tx
    .updateTable("contact_lists")
    .set({ awaits_import: false })
    .where("id", "=", ({ selectFrom }) =>
      selectFrom("contact_imports")
        .select("contact_list_id")
        .where("id", "=", importId)
        .where("status", "in", OPEN_IMPORT_STATUSES),
    )
    .where("awaits_import", "=", true)
    .execute();
};

/**
 * Keeps what is said about the file as a whole, once it was read to its end; a repeated reading says the same. Sentences about
 * rows were added with their batches.
 */
export const keepFileWarnings = async (
  tx: OrganizationTransaction,
  importId: number,
  warnings: readonly FileWarning[],
): Promise<void> => {
  const row = await tx
    .selectFrom("contact_imports")
    .select("warnings")
    .where("id", "=", importId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  const told = new Set(warnings.map(({ code }) => code));
  const kept = [...row.warnings.filter(({ code }) => !told.has(code)), ...warnings];
  await tx
    .updateTable("contact_imports")
    .set({ warnings: sql<FileWarning[]>`${JSON.stringify(kept)}::jsonb` })
    .where("id", "=", importId)
    .execute();
};

/** Lists faults after a line, in the order of lines. */
export const listImportFaults = (
  tx: OrganizationTransaction,
  importId: number,
  { afterLine, limit }: { afterLine: number; limit: number },
): Promise<ContactImportFault[]> =>
  tx
    .selectFrom("contact_import_errors")
    .select(["line", "value", "reason"])
    .where("import_id", "=", importId)
    .where("line", ">", afterLine)
    .orderBy("line")
    .limit(limit)
    .execute();

/** Returns the country in which an organization's national numbers are read; null: it has none. */
export const readOrganizationCountry = async (tx: OrganizationTransaction): Promise<string | null> => {
  const { rows } = await sql<{ country: string | null }>`select country from organizations`.execute(tx);
  return rows[0]?.country ?? null;
};
