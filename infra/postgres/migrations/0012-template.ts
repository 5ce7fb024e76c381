import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Packs of organizations, and hires from the marketplace. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, FUNCTIONS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["own_packs", "own_pack_versions", "template_hires"]);
};

const TABLES = `
create table own_packs (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  slug text not null,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  unique (organization_id, slug)
);

create table own_pack_versions (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  pack_id bigint not null references own_packs on delete cascade,
  version_number integer not null,
  state text not null check (state in ('draft', 'published', 'archived')),
  name text not null,
  summary text not null,
  job text not null,
  -- also the agents, as they were when the version was made
  content jsonb not null,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  published_at timestamptz,
  unique (pack_id, version_number)
);
create index own_pack_versions_organization on own_pack_versions (organization_id);

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
  state text not null default 'running' check (state in ('running', 'hired', 'failed')),
  agent_id bigint references agents on delete set null,
  error text,
  actor text not null,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- what the template said when the agent followed it last; null: the agent's first version
  base jsonb,
  -- an upgrade that is proposed: the request, the version, and what becomes the base when it is published
  upgrade jsonb,
  -- documents of an upgrade that is published, until each of them is there; null: none is due
  documents_due jsonb
);
create index template_hires_organization on template_hires (organization_id, id desc);
create index template_hires_unfinished on template_hires (created_at) where state = 'running';
`;

const FUNCTIONS = `
create function platform_unfinished_hires(older_than interval)
returns table(organization_id bigint, uuid uuid, template_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select h.organization_id, h.uuid, h.template_id from template_hires h
  where h.state = 'running' and h.created_at < now() - older_than order by h.id
$$;
`;
