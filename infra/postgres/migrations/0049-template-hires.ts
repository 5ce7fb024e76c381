import { type Kysely, sql } from "kysely";

/** Agents that are hired: what was asked for, and what came of it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLE).execute(db);
  await sql.raw(UNFINISHED).execute(db);
};

const TABLE = `
create table template_hires (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  -- of the request that asked for it: the agent, its tools and its documents take their ids from it
  uuid uuid not null unique,
  template_id text not null,
  template_version text not null,
  language text not null,
  agent_name text not null,
  variables jsonb not null,
  -- null: the template's own
  greeting text,
  voice jsonb,
  -- where it was asked for, in the words of whoever asked
  source text,
  state text not null default 'running' check (state in ('running','hired','failed')),
  agent_id bigint references agents on delete set null,
  error text,
  actor text not null,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index template_hires_organization on template_hires (organization_id, id desc);
create index template_hires_unfinished on template_hires (created_at) where state = 'running';
alter table template_hires enable row level security;
create policy tenant on template_hires to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
`;

const UNFINISHED = `
create function platform_unfinished_hires(older_than interval)
returns table (organization_id bigint, uuid uuid, template_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select h.organization_id, h.uuid, h.template_id from template_hires h
  where h.state = 'running' and h.created_at < now() - older_than order by h.id
$$;
`;
