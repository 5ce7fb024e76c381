import { sql } from "kysely";
import type { Receipt } from "../../../domain/privacy/erasure.rules.ts";
import { listOwnEmails } from "../../../domain/privacy/person.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { Database, OrganizationTransaction } from "../database.ts";
import { marksOf } from "./mark-keys.ts";
import { type ErasedPerson, knownPerson } from "./person-erasures.repository.ts";
import type { PersonExport } from "./person-export.entity.ts";

/** The context for which the person of an export is sealed. */
export const buildExportSealContext = (uuid: string): string => `person-export:${uuid}`;

export interface NewExport {
  organizationId: number;
  uuid: string;
  reason: string;
  actor: string;
  person: ErasedPerson;
}

const exportOf = (tx: OrganizationTransaction, uuid: string) =>
  tx.selectFrom("person_exports").selectAll().where("uuid", "=", uuid);

/** Writes an export; a repeated request finds the one that it has written. */
export const insertExport = async (
  tx: OrganizationTransaction,
  secrets: SecretBox,
  { organizationId, uuid, reason, actor, person }: NewExport,
): Promise<{ row: PersonExport; isNew: boolean }> => {
  const created = await tx
    .insertInto("person_exports")
    .values({
      organization_id: organizationId,
      uuid,
      reason,
      actor,
      person_sealed: secrets.seal(JSON.stringify(person), buildExportSealContext(uuid)),
      marks: marksOf(tx, organizationId, [...person.numbers, ...listOwnEmails(person)]),
    })
    .onConflict((clash) => clash.column("uuid").doNothing())
    .returningAll()
    .executeTakeFirst();
  return { row: created ?? (await exportOf(tx, uuid).executeTakeFirstOrThrow()), isNew: created !== undefined };
};

export const findExport = (tx: OrganizationTransaction, uuid: string): Promise<PersonExport | undefined> =>
  exportOf(tx, uuid).executeTakeFirst();

/** Opens the person of an export; null: there is no file any more. */
export const openExported = (
  { uuid, person_sealed: sealed }: Pick<PersonExport, "uuid" | "person_sealed">,
  secrets: SecretBox,
): ErasedPerson | null =>
  sealed === null ? null : knownPerson.parse(JSON.parse(secrets.open(sealed, buildExportSealContext(uuid))));

/** Lists exports, newest first. */
export const listExports = (
  tx: OrganizationTransaction,
  { beforeId, limit }: { beforeId?: number | undefined; limit: number },
): Promise<PersonExport[]> =>
  tx
    .selectFrom("person_exports")
    .selectAll()
    .$if(beforeId !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(created_at, id) < (select before.created_at, before.id from person_exports before where before.id = ${beforeId})`,
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

const running = (tx: OrganizationTransaction, uuid: string) =>
  tx.updateTable("person_exports").where("uuid", "=", uuid).where("state", "=", "running");

/** Notes the place that is written now; returns false when the export was canceled meanwhile. */
export const noteExportStep = async (tx: OrganizationTransaction, uuid: string, step: string): Promise<boolean> =>
  (await running(tx, uuid).set({ step }).executeTakeFirst()).numUpdatedRows > 0n;

interface EndedExport {
  held: Receipt;
  sizeBytes: number;
  keptHours: number;
}

/** Ends an export whose file is there. Returns undefined when it was canceled or ended before. */
export const endExport = (
  tx: OrganizationTransaction,
  uuid: string,
  { held, sizeBytes, keptHours }: EndedExport,
): Promise<PersonExport | undefined> =>
  running(tx, uuid)
    .set({
      state: "done",
      step: null,
      held,
      size_bytes: sizeBytes,
      finished_at: sql<Date>`now()`,
      expires_at: sql<Date>`now() + make_interval(hours => ${keptHours})`,
    })
    .returningAll()
    .executeTakeFirst();

/** Cancels an export that is under way. Returns undefined when it is not. */
export const cancelExport = (tx: OrganizationTransaction, uuid: string): Promise<PersonExport | undefined> =>
  running(tx, uuid)
    .set({ state: "canceled", step: null, person_sealed: null, finished_at: sql<Date>`now()` })
    .returningAll()
    .executeTakeFirst();

/** Notes that the file of an export goes. */
export const markExportRemoved = async (tx: OrganizationTransaction, uuid: string): Promise<void> => {
  await tx
    .updateTable("person_exports")
    .set({ state: "removed", person_sealed: null })
    .where("uuid", "=", uuid)
    .where("state", "=", "done")
    .execute();
};

/** Lists the exports of a person that are under way or have a file. */
export const listExportsOf = async (tx: OrganizationTransaction, marks: readonly string[]): Promise<PersonExport[]> =>
  tx
    .selectFrom("person_exports")
    .selectAll()
    .where("person_sealed", "is not", null)
    .where(sql<boolean>`marks && ${marks}::text[]`)
    .orderBy("id")
    .execute();

interface ExportId {
  organizationId: number;
  uuid: string;
}

const toIds = (rows: readonly { organization_id: number; uuid: string }[]): ExportId[] =>
  rows.map(({ organization_id: organizationId, uuid }) => ({ organizationId, uuid }));

export const listUnfinishedExports = async (
  { withoutOrganization }: Pick<Database, "withoutOrganization">,
  { olderThanSeconds }: { olderThanSeconds: number },
): Promise<ExportId[]> => {
  const { rows } = await sql<{ organization_id: number; uuid: string }>`
    select * from platform_unfinished_exports(make_interval(secs => ${olderThanSeconds}))`.execute(withoutOrganization);
  return toIds(rows);
};

export const listExpiredExports = async (
  { withoutOrganization }: Pick<Database, "withoutOrganization">,
  { limit }: { limit: number },
): Promise<ExportId[]> => {
  const { rows } = await sql<{ organization_id: number; uuid: string }>`
    select * from platform_expired_exports(${limit})`.execute(withoutOrganization);
  return toIds(rows);
};
