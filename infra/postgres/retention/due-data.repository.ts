import { sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";

/** What is removed when its time is over; each has a function of the same name that says what that is (migrations 0121, 0142). */
export type DueName =
  | "transcripts"
  | "recordings"
  | "conversations"
  | "originals"
  | "original_recordings"
  | "messages"
  | "texts"
  | "exchanges"
  | "contacts"
  | "imports";

interface DueRow {
  id: number;
  organization_id: number;
}

/** Lists what is due in all organizations, at most `limit`. `mostDays`: the operator's ceiling. */
export const listDue = async (
  { withoutOrganization }: Database,
  name: DueName,
  { limit, mostDays }: { limit: number; mostDays: number | undefined },
): Promise<DueRow[]> => {
  const { rows } = await sql<DueRow>`
    select * from ${sql.id(`platform_due_${name}`)}(${limit}, ${mostDays ?? null}::integer)`.execute(
    withoutOrganization,
  );
  return rows;
};

export interface DueCount {
  due: number;
  /** Since when the oldest has been kept; null: there is none. */
  oldest: Date | null;
}

/** Counts what of an organization is older than `before`. */
export const countDue = async (
  tx: OrganizationTransaction,
  name: DueName,
  { organizationId, before }: { organizationId: number; before: Date },
): Promise<DueCount> => {
  const { rows } = await sql<DueCount>`
    select count(*) as due, min(at) as oldest
    from ${sql.id(`expired_${name}`)}(${organizationId}::bigint, ${before}::timestamptz)`.execute(tx);
  return rows[0] ?? { due: 0, oldest: null };
};

/** Reads where files are that are to be removed. */
export const listDueFiles = (tx: OrganizationTransaction, ids: readonly number[]) =>
  tx
    .selectFrom("call_artifacts")
    .select(["id", "run_id", "artifact_type", "object_key"])
    .where("id", "in", ids)
    .execute();

/** Removes contacts from their lists. Campaigns that have called them keep their figures. */
export const removeContacts = async (tx: OrganizationTransaction, ids: readonly number[]): Promise<void> => {
  const removed = await tx.deleteFrom("contacts").where("id", "in", ids).returning("contact_list_id").execute();
  for (const [listId, contacts] of Map.groupBy(removed, (row) => row.contact_list_id))
    await tx
      .updateTable("contact_lists")
      .set((list) => ({ contact_count: list("contact_count", "-", contacts.length) }))
      .where("id", "=", listId)
      .execute();
};

/** Removes what an import says of rows that it could not take; returns where their files are. */
export const removeImportErrors = async (tx: OrganizationTransaction, ids: readonly number[]): Promise<string[]> => {
  await tx.deleteFrom("contact_import_errors").where("import_id", "in", ids).execute();
  const imports = await tx.selectFrom("contact_imports").select("errors_key").where("id", "in", ids).execute();
  await tx.updateTable("contact_imports").set({ errors_key: null }).where("id", "in", ids).execute();
  return imports.flatMap(({ errors_key }) => errors_key ?? []);
};
