import { type Kysely, sql } from "kysely";
import { createIndexConcurrently, dropIndexConcurrently, fillInSteps } from "./steps.ts";

export const inSteps = true;

/** Of whom a call is, by a number that an index has; and what else is found by a person's number. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table call_runs add column if not exists person_number text`.execute(db);
  await sql`
create or replace function set_person_of_call() returns trigger language plpgsql as $$
begin
  new.person_number := case when new.direction = 'inbound' then new.caller_number
    else coalesce(new.called_number, new.initial_context ->> 'phone_number') end;
  return new;
end $$`.execute(db);
  await sql`
create or replace trigger call_runs_person before insert on call_runs for each row execute function set_person_of_call()`.execute(
    db,
  );
  await fillInSteps(db, {
    table: "call_runs",
    set: `person_number = case when direction = 'inbound' then caller_number
      else coalesce(called_number, initial_context ->> 'phone_number') end`,
    where: `person_number is null and case when direction = 'inbound' then caller_number
      else coalesce(called_number, initial_context ->> 'phone_number') end is not null`,
  });
  await createIndexConcurrently(db, {
    name: "call_runs_person",
    on: "call_runs (organization_id, person_number, id desc) where person_number is not null",
  });
  await createIndexConcurrently(db, {
    name: "missed_calls_caller",
    on: "missed_calls (organization_id, caller_number, id desc) where caller_number is not null and run_id is null",
  });
  await createIndexConcurrently(db, {
    name: "campaign_contacts_of_contact",
    on: "campaign_contacts (contact_id, id) where contact_id is not null",
  });
  await dropIndexConcurrently(db, "campaign_contacts_contact");
  await createIndexConcurrently(db, { name: "person_exports_marks", on: "person_exports using gin (marks)" });
  await createIndexConcurrently(db, { name: "person_erasures_marks", on: "person_erasures using gin (marks)" });
};
