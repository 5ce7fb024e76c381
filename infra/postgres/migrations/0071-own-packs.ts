import { type Kysely, sql } from "kysely";

/** Packs that an organization makes of its agents, in versions. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [PACKS, VERSIONS, POLICIES]) await sql.raw(part).execute(db);
};

const PACKS = `
create table own_packs (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  slug text not null,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  constraint own_packs_organization_id_slug_key unique (organization_id, slug)
);
`;

const VERSIONS = `
create table own_pack_versions (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  pack_id bigint not null references own_packs on delete cascade,
  version_number integer not null,
  state text not null check (state in ('draft','published','archived')),
  name text not null,
  summary text not null,
  job text not null,
  -- also the agents, as they were when the version was made
  content jsonb not null,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  published_at timestamptz,
  constraint own_pack_versions_pack_id_version_number_key unique (pack_id, version_number)
);
create index own_pack_versions_organization on own_pack_versions (organization_id);
`;

const POLICIES = ["own_packs", "own_pack_versions"]
  .map(
    (table) => `
alter table ${table} enable row level security;
create policy tenant on ${table} to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
`,
  )
  .join("");
