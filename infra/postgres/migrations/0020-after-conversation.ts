import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Steps that follow a conversation. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES]) await sql.raw(part).execute(db);
  await isolateRows(db, ["after_call_steps"]);
};

const TABLES = `
create table after_call_steps (
  run_id bigint references call_runs on delete cascade,
  node_id text,
  organization_id bigint not null references organizations on delete cascade,
  uuid uuid not null default gen_random_uuid(),
  state text not null default 'pending' check (state in ('pending', 'done', 'failed', 'skipped')),
  attempts integer not null default 0,
  error text,
  next_attempt_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (run_id, node_id)
);
`;
