import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** People and groups that an organization's directory keeps here (SCIM 2.0). */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
  await isolateRows(db, ["scim_tokens", "scim_people", "scim_groups", "scim_group_members"]);
  await sql.raw(FUNCTIONS).execute(db);
};

const TABLES = `
create table scim_tokens (
  organization_id bigint primary key references organizations on delete cascade,
  token_prefix text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create table scim_people (
  organization_id bigint not null references organizations on delete cascade,
  uuid uuid primary key,
  -- null: they have never been active
  user_id bigint references users on delete set null,
  user_name text not null,
  external_id text,
  email text not null,
  display_name text,
  given_name text,
  family_name text,
  active boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index scim_people_user_name on scim_people (organization_id, lower(user_name));
create index scim_people_user on scim_people (user_id);

create table scim_groups (
  organization_id bigint not null references organizations on delete cascade,
  uuid uuid primary key,
  display_name text not null,
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index scim_groups_display_name on scim_groups (organization_id, lower(display_name));

create table scim_group_members (
  organization_id bigint not null references organizations on delete cascade,
  group_uuid uuid references scim_groups on delete cascade,
  person_uuid uuid references scim_people on delete cascade,
  primary key (group_uuid, person_uuid)
);
create index scim_group_members_person on scim_group_members (person_uuid);
`;

const FUNCTIONS = `
create function auth_scim_token(hash bytea)
returns table(organization_id bigint, last_used_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.organization_id, t.last_used_at from scim_tokens t where t.token_hash = hash
$$;

-- An account that reaches other organizations is not one organization's to change.
create function auth_change_person(person bigint, organization bigint, address text, full_name text)
returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with changed as (
    update users set email = address, name = full_name where id = person and (email, name) is distinct from (address, full_name)
      and exists (select from memberships m where m.user_id = person and m.organization_id = organization)
      and not exists (select from memberships m where m.user_id = person and m.organization_id <> organization)
      and not exists (select from users u where lower(u.email) = lower(address) and u.id <> person)
    returning id
  )
  select exists (select from changed)
$$;
`;
