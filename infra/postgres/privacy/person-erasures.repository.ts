import { sql } from "kysely";
import { z } from "zod";
import type { ErasureStep, FoundInRows } from "../../../domain/privacy/erasure.rules.ts";
import { type AskedPerson, listOwnEmails, type Person } from "../../../domain/privacy/person.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { Database, OrganizationTransaction } from "../database.ts";
import { marksOf } from "./mark-keys.ts";
import type { PersonErasure } from "./person-erasure.entity.ts";

/** The context for which the person of an erasure is sealed. */
export const buildErasureSealContext = (uuid: string): string => `person-erasure:${uuid}`;

export const knownPerson = z.object({
  asked: z.array(z.union([z.object({ phoneNumber: z.string() }), z.object({ email: z.string() })])),
  numbers: z.array(z.string()),
  emails: z.array(z.string()),
  names: z.array(z.string()),
  /** What is looked for in everybody's text. */
  own: z.object({ numbers: z.array(z.string()), emails: z.array(z.string()), names: z.array(z.string()) }),
});
/** The person of an erasure; `asked`: by what; `own`: what nobody else is known by. */
export type ErasedPerson = Person & { asked: readonly AskedPerson[]; own: Person };

export interface NewErasure {
  organizationId: number;
  uuid: string;
  reason: string;
  keepDoNotCall: boolean;
  actor: string;
  person: ErasedPerson;
}

/** Writes an erasure; a repeated request finds the one that it has written. */
export const insertErasure = async (
  tx: OrganizationTransaction,
  secrets: SecretBox,
  { organizationId, uuid, reason, keepDoNotCall, actor, person }: NewErasure,
): Promise<{ erasure: PersonErasure; isNew: boolean }> => {
  const created = await tx
    .insertInto("person_erasures")
    .values({
      organization_id: organizationId,
      uuid,
      reason,
      keep_do_not_call: keepDoNotCall,
      actor,
      person_sealed: secrets.seal(JSON.stringify(person), buildErasureSealContext(uuid)),
      marks: marksOf(tx, organizationId, [...person.numbers, ...listOwnEmails(person)]),
    })
    .onConflict((clash) => clash.column("uuid").doNothing())
    .returningAll()
    .executeTakeFirst();
  return { erasure: created ?? (await erasureOf(tx, uuid).executeTakeFirstOrThrow()), isNew: created !== undefined };
};

const erasureOf = (tx: OrganizationTransaction, uuid: string) =>
  tx.selectFrom("person_erasures").selectAll().where("uuid", "=", uuid);

export const findErasure = (tx: OrganizationTransaction, uuid: string): Promise<PersonErasure | undefined> =>
  erasureOf(tx, uuid).executeTakeFirst();

/** Returns those of these erasures that the database knows, whether they are under way or done. */
export const listBegunErasures = async (
  tx: OrganizationTransaction,
  uuids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await tx
    .selectFrom("person_erasures")
    .select("uuid")
    .where(sql<boolean>`uuid = any(${uuids}::uuid[])`)
    .execute();
  return new Set(rows.map(({ uuid }) => uuid));
};

/** Finds another erasure of the same person that is under way. */
export const findErasureUnderWay = (
  tx: OrganizationTransaction,
  { uuid, marks }: Pick<PersonErasure, "uuid" | "marks">,
): Promise<PersonErasure | undefined> =>
  tx
    .selectFrom("person_erasures")
    .selectAll()
    .where("state", "=", "running")
    .where("uuid", "<>", uuid)
    .where(sql<boolean>`marks && ${marks}::text[]`)
    .executeTakeFirst();

/** Lists erasures, newest first. */
export const listErasures = (
  tx: OrganizationTransaction,
  { beforeId, limit }: { beforeId?: number | undefined; limit: number },
): Promise<PersonErasure[]> =>
  tx
    .selectFrom("person_erasures")
    .selectAll()
    .$if(beforeId !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(created_at, id) < (select before.created_at, before.id from person_erasures before where before.id = ${beforeId})`,
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** Opens the person of an erasure; null: it is done, and nobody knows any more who it was. */
export const openPerson = (
  { uuid, person_sealed: sealed }: Pick<PersonErasure, "uuid" | "person_sealed">,
  secrets: SecretBox,
): ErasedPerson | null =>
  sealed === null ? null : knownPerson.parse(JSON.parse(secrets.open(sealed, buildErasureSealContext(uuid))));

/** Notes the step that begins. */
export const noteStep = async (tx: OrganizationTransaction, uuid: string, step: ErasureStep): Promise<void> => {
  await tx
    .updateTable("person_erasures")
    .set({ step })
    .where("uuid", "=", uuid)
    .where("state", "=", "running")
    .execute();
};

/** Keeps what was found: what a later look finds besides is added. */
export const keepFound = async (
  tx: OrganizationTransaction,
  uuid: string,
  { person, found }: { person: Buffer; found: Pick<FoundInRows, "runs" | "documents"> },
): Promise<void> => {
  await tx
    .updateTable("person_erasures")
    .set({ person_sealed: person, found: sql`found || ${JSON.stringify(found)}::jsonb` })
    .where("uuid", "=", uuid)
    .where("state", "=", "running")
    .execute();
};

/** Keeps which documents go, until they are gone. */
export const keepDocuments = async (
  tx: OrganizationTransaction,
  uuid: string,
  documents: readonly string[],
): Promise<void> => {
  await tx
    .updateTable("person_erasures")
    .set({ found: sql`found || ${JSON.stringify({ documents })}::jsonb` })
    .where("uuid", "=", uuid)
    .where("state", "=", "running")
    .execute();
};

/** Adds to the receipt, in the transaction of what it counts. */
export const addToReceipt = async (
  tx: OrganizationTransaction,
  uuid: string,
  { place, count }: { place: string; count: number },
): Promise<void> => {
  if (count === 0) return;
  await sql`
    update person_erasures
    set receipt = receipt || jsonb_build_object(${place}::text, coalesce((receipt ->> ${place}::text)::bigint, 0) + ${count}::bigint)
    where uuid = ${uuid}`.execute(tx);
};

/**
 * Adds what stands outside of the database to the receipt, before it is removed there, once: a worker that is killed in between finds it
 * gone. `mark` names it, and nobody.
 */
export const countOnce = async (
  tx: OrganizationTransaction,
  uuid: string,
  { place, mark }: { place: string; mark: string },
): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable("person_erasures")
    .set({
      found: sql`jsonb_set(found, '{counted}', coalesce(found -> 'counted', '[]'::jsonb) || to_jsonb(${mark}::text))`,
    })
    .where("uuid", "=", uuid)
    .where(sql<boolean>`not coalesce(found -> 'counted', '[]'::jsonb) ? ${mark}::text`)
    .executeTakeFirstOrThrow();
  await addToReceipt(tx, uuid, { place, count: Number(numUpdatedRows) });
};

/** Ends an erasure: from here on nobody knows who it was. Returns undefined when it was ended before. */
export const endErasure = (tx: OrganizationTransaction, uuid: string): Promise<PersonErasure | undefined> =>
  tx
    .updateTable("person_erasures")
    .set({ state: "done", step: null, person_sealed: null, found: {}, finished_at: sql<Date>`now()` })
    .where("uuid", "=", uuid)
    .where("state", "=", "running")
    .returningAll()
    .executeTakeFirst();

export const listUnfinishedErasures = async (
  { withoutOrganization }: Pick<Database, "withoutOrganization">,
  { olderThanSeconds }: { olderThanSeconds: number },
): Promise<{ organizationId: number; erasureUuid: string }[]> => {
  const { rows } = await sql<{ organization_id: number; uuid: string }>`
    select * from platform_unfinished_erasures(make_interval(secs => ${olderThanSeconds}))`.execute(
    withoutOrganization,
  );
  return rows.map(({ organization_id: organizationId, uuid: erasureUuid }) => ({ organizationId, erasureUuid }));
};
