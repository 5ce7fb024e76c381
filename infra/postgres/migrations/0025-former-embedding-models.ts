import { type Kysely, sql } from "kysely";

/** Models that documents still have vectors of after a change of the model: questions are compared by them too. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(`
create table former_embedding_models (
  organization_id bigint not null references organizations on delete cascade,
  -- as vectors are marked with it
  name text not null,
  provider text not null,
  model text not null,
  base_url text,
  settings jsonb not null default '{}',
  -- sealed for "model:org-<organization>:embeddings", as it was while the model was configured
  api_key_sealed bytea,
  replaced_at timestamptz not null default now(),
  primary key (organization_id, name)
);
alter table former_embedding_models enable row level security;
create policy tenant on former_embedding_models to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);

create function platform_organizations_with_former_models() returns table (organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct f.organization_id from former_embedding_models f
$$;
`)
    .execute(db);
};
