import { sql } from "kysely";
import type { CalledPerson, EndedRun } from "../../../domain/contact/ended-call.ts";
import type { CallRun } from "../call/call-run.entity.ts";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { ContactIntake, ContactIntakeCall } from "./contact-intake.entity.ts";

/** Lists the organizations with ended calls whose people are to be taken into lists. */
export const listOrganizationsWithCallsToTake = async ({ withoutOrganization }: Database): Promise<number[]> => {
  const { rows } = await sql<{ organization_id: number }>`
    select organization_id from platform_calls_to_take()`.execute(withoutOrganization);
  return rows.map(({ organization_id: id }) => id);
};

/** An ended call that an intake is to take the person of. */
export interface CallToTake {
  row: ContactIntakeCall;
  intake: ContactIntake;
  run: EndedRun & Pick<CallRun, "id" | "opted_out" | "environment">;
  person: CalledPerson | undefined;
}

/** Claims the call that waits for the longest, until the transaction ends; `id`: this one, if it waits still. Skips those of others. */
export const claimCallToTake = async (
  tx: OrganizationTransaction,
  id: number | null = null,
): Promise<CallToTake | undefined> => {
  const row = await tx
    .selectFrom("contact_intake_calls")
    .selectAll()
    .where("result", "is", null)
    .where(id === null ? sql<boolean>`due_at <= clock_timestamp()` : sql<boolean>`id = ${id}::bigint`)
    .orderBy("due_at")
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return undefined;
  const intake = await tx
    .selectFrom("contact_intakes")
    .selectAll()
    .where("id", "=", row.intake_id)
    .executeTakeFirstOrThrow();
  const run = await tx.selectFrom("call_runs").selectAll().where("id", "=", row.run_id).executeTakeFirstOrThrow();
  return { row, intake, run, person: await findCalledPerson(tx, run) };
};

/** As the campaign has them; else as the list has them. */
const findCalledPerson = (
  tx: OrganizationTransaction,
  { campaign_contact_id, contact_id }: { campaign_contact_id: number | null; contact_id: number | null },
): Promise<CalledPerson | undefined> => {
  const person = ["name", "timezone", "attributes"] as const;
  if (campaign_contact_id !== null)
    return tx.selectFrom("campaign_contacts").select(person).where("id", "=", campaign_contact_id).executeTakeFirst();
  if (contact_id === null) return Promise.resolve(undefined);
  return tx.selectFrom("contacts").select(person).where("id", "=", contact_id).executeTakeFirst();
};

/** Nobody is taken of a call that is none of those which the intake asks for. */
export const passOverCall = async (tx: OrganizationTransaction, { id }: ContactIntakeCall): Promise<void> => {
  await tx.deleteFrom("contact_intake_calls").where("id", "=", id).execute();
};

export const settleCallToTake = async (
  tx: OrganizationTransaction,
  { id }: ContactIntakeCall,
  result: "taken" | "refused",
): Promise<void> => {
  await tx.updateTable("contact_intake_calls").set({ result }).where("id", "=", id).execute();
};

/** Has a call taken again after some seconds, so that one which fails does not keep back the others. */
export const postponeCallToTake = async (tx: OrganizationTransaction, id: number, inSeconds: number): Promise<void> => {
  await tx
    .updateTable("contact_intake_calls")
    .set({ due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${inSeconds})` })
    .where("id", "=", id)
    .where("result", "is", null)
    .execute();
};
