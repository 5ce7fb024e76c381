import { type Kysely, sql } from "kysely";
import { createIndexConcurrently, dropIndexConcurrently, fillInSteps } from "./steps.ts";

export const inSteps = true;

/**
 * The end of a call changes its campaign's contact in place, unless it is to be called again: the index of those that wait
 * goes by a column of its own, which changes when a contact is claimed and not when its call is over. The table sets it, so
 * that a platform of before may write meanwhile.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(COLUMN).execute(db);
  await fillInSteps(db, {
    table: "campaign_contacts",
    set: "waits = true",
    where: "state in ('pending','waiting_retry') and not waits",
  });
  await createIndexConcurrently(db, {
    name: "campaign_contacts_waiting",
    on: "campaign_contacts (campaign_id, timezone, next_attempt_at, id) where waits",
  });
  await dropIndexConcurrently(db, "campaign_contacts_due");
};

// A contact is claimed, accepted and settled: what is kept free is the room for these versions of its row.
const COLUMN = `
alter table campaign_contacts add column if not exists waits boolean not null default false;
alter table campaign_contacts set (fillfactor = 70);

create or replace function note_waiting_contact() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.waits := new.state in ('pending','waiting_retry');
  return new;
end
$$;
create or replace trigger note_waiting_contact before insert or update on campaign_contacts for each row
  when (new.waits is distinct from (new.state in ('pending','waiting_retry')))
  execute function note_waiting_contact();
`;
