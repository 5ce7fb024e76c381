import { type Kysely, sql } from "kysely";

/** An Idempotency-Key belongs to who sent it. Rows of before belong to nobody and go with their 24 hours. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(`
alter table idempotency_keys
  -- api_key:12, user:7
  add column credential text not null default '',
  drop constraint idempotency_keys_pkey,
  add primary key (organization_id, credential, key);
`)
    .execute(db);
};
