import { type Kysely, sql } from "kysely";

/** What models counted for a run: a row per request as it ends; their sum and its price are in the run, once. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(`
-- {requests, prompt_tokens, completion_tokens, estimated, cost_minor, currency}; null until the run is settled.
alter table call_runs add column model_usage jsonb;

create table model_requests (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  run_id bigint not null references call_runs on delete cascade,
  model text not null,
  prompt_tokens integer not null,
  completion_tokens integer not null,
  -- The model's server did not count.
  estimated boolean not null,
  created_at timestamptz not null default now()
);
create index model_requests_run on model_requests (run_id);

alter table model_requests enable row level security;
create policy tenant on model_requests to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
`)
    .execute(db);
};
