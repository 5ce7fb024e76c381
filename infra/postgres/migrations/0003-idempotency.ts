import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** The answers of requests with an idempotency key. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES]) await sql.raw(part).execute(db);
  await isolateRows(db, ["idempotency_keys"]);
};

const TABLES = `
create table idempotency_keys (
  organization_id bigint references organizations on delete cascade,
  key text,
  request_hash bytea not null,
  -- null while the first request is under way; sealed, for an answer may hold a secret shown once
  status integer,
  answer_sealed bytea,
  created_at timestamptz not null default now(),
  credential text default '',
  primary key (organization_id, credential, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
`;
