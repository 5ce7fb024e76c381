import { sql } from "kysely";
import { MOST_INTAKE_FAULTS, TAKEN_BY_INTAKE } from "../../../domain/contact/intake.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { ContactIntake, ContactIntakeFault } from "./contact-intake.entity.ts";

/** Finds the intake of an address. */
export const findIntakeOfAddress = (tx: OrganizationTransaction, uuid: string): Promise<ContactIntake | undefined> =>
  tx.selectFrom("contact_intakes").selectAll().where("uuid", "=", uuid).executeTakeFirst();

export const listIntakes = (tx: OrganizationTransaction, listId: number): Promise<ContactIntake[]> =>
  tx.selectFrom("contact_intakes").selectAll().where("contact_list_id", "=", listId).orderBy("id").execute();

/** Counts what an intake took within the time that `TAKEN_BY_INTAKE` limits. */
export const countTakenLately = async (tx: OrganizationTransaction, intakeId: number): Promise<number> => {
  const { count } = await tx
    .selectFrom("contact_intake_keys")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("intake_id", "=", intakeId)
    .where("at", ">", sql<Date>`now() - make_interval(secs => ${TAKEN_BY_INTAKE.withinSeconds})`)
    .executeTakeFirstOrThrow();
  return count;
};

/**
 * Reserves a key: of two requests with the same one the second waits for the first. Returns null where it was taken before, with the
 * contact that it was taken for.
 */
export const reserveKey = async (
  tx: OrganizationTransaction,
  intake: Pick<ContactIntake, "id" | "organization_id">,
  keyMark: Buffer,
): Promise<{ isNew: true; id: number } | { isNew: false; contactId: number | null }> => {
  const made = await tx
    .insertInto("contact_intake_keys")
    .values({ organization_id: intake.organization_id, intake_id: intake.id, key_mark: keyMark })
    .onConflict((clash) => clash.columns(["intake_id", "key_mark"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (made) return { isNew: true, id: made.id };
  const known = await tx
    .selectFrom("contact_intake_keys")
    .select("contact_id")
    .where("intake_id", "=", intake.id)
    .where("key_mark", "=", keyMark)
    .executeTakeFirst();
  return { isNew: false, contactId: known?.contact_id ?? null };
};

/** Notes for whom a key was taken, and that its intake has taken one more. */
export const noteTaken = async (
  tx: OrganizationTransaction,
  { intakeId, keyId, contactId }: { intakeId: number; keyId: number; contactId: number },
): Promise<void> => {
  await tx.updateTable("contact_intake_keys").set({ contact_id: contactId }).where("id", "=", keyId).execute();
  await tx
    .updateTable("contact_intakes")
    .set((row) => ({ taken: row("taken", "+", 1), last_taken_at: sql<Date>`now()` }))
    .where("id", "=", intakeId)
    .execute();
};

/** Keeps a payload that could not be taken, and removes the oldest ones beyond the newest hundred. */
export const keepFault = async (
  tx: OrganizationTransaction,
  intake: Pick<ContactIntake, "id" | "organization_id">,
  { reason, payload }: Pick<ContactIntakeFault, "reason" | "payload">,
): Promise<void> => {
  await tx
    .insertInto("contact_intake_faults")
    .values({ organization_id: intake.organization_id, intake_id: intake.id, reason, payload })
    .execute();
  await sql`
    delete from contact_intake_faults where intake_id = ${intake.id} and id <= (
      select id from contact_intake_faults where intake_id = ${intake.id} order by id desc offset ${MOST_INTAKE_FAULTS} limit 1
    )`.execute(tx);
};

/** Lists the newest faults of an intake. */
export const listFaults = (
  tx: OrganizationTransaction,
  intakeId: number,
  limit: number,
): Promise<ContactIntakeFault[]> =>
  tx
    .selectFrom("contact_intake_faults")
    .selectAll()
    .where("intake_id", "=", intakeId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
