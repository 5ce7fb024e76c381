import { type Kysely, sql } from "kysely";

/** The people of a channel who are called when an agent hands a caller to it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `-- E.164; null: nobody is called there
       alter table folder_members add column phone_number text,
         -- they are there now
         add column takes_calls boolean not null default false,
         -- whoever was called the longest time ago is called next
         add column last_called_at timestamptz,
         add constraint folder_members_takes_calls check (not takes_calls or phone_number is not null)`,
    )
    .execute(db);
};
