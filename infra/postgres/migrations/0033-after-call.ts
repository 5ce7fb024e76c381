import { type Kysely, sql } from "kysely";

/** What nodes of an agent ask for when a conversation is over, and the secret that its webhooks are signed with. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(`
alter table agents add column webhook_secret_sealed bytea;
create table after_call_steps (
  run_id bigint not null references call_runs on delete cascade,
  node_id text not null,
  organization_id bigint not null references organizations on delete cascade,
  uuid uuid not null default gen_random_uuid(),
  state text not null default 'pending' check (state in ('pending','done','failed','skipped')),
  attempts integer not null default 0,
  error text,
  next_attempt_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (run_id, node_id)
);
alter table after_call_steps enable row level security;
create policy tenant on after_call_steps to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
`)
    .execute(db);
};
