import { type Kysely, sql } from "kysely";

/** Who is invited into an organization; what a person does across organizations: join, look around, change a password. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [INVITATIONS, JOINING, PEOPLE]) await sql.raw(part).execute(db);
};

const INVITATIONS = `
create table invitations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  email text not null,
  role text not null check (role in ('owner','admin','operator','viewer')),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create index invitations_organization on invitations (organization_id, created_at);
alter table invitations enable row level security;
create policy tenant on invitations to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
`;

// People belong to no organization: rows of theirs are reached through these functions alone.
const JOINING = `
create function auth_person_by_email(address text)
returns table (user_id bigint, email text, name text, password_hash text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.email, u.name, u.password_hash from users u where lower(u.email) = lower(address)
$$;

create function auth_person(person bigint)
returns table (user_id bigint, email text, name text, password_hash text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.email, u.name, u.password_hash from users u where u.id = person
$$;

create function auth_make_person(address text, person text, hash text) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  insert into users (email, name, password_hash) values (address, person, hash) returning id
$$;
`;

const PEOPLE = `
create function auth_organizations(person bigint)
returns table (organization_id bigint, name text, role text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.id, o.name, m.role from memberships m join organizations o on o.id = m.organization_id
  where m.user_id = person order by m.created_at, o.id
$$;

create function auth_sessions(person bigint)
returns table (id bigint, organization_id bigint, created_at timestamptz, expires_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.organization_id, s.created_at, s.expires_at from sessions s
  where s.user_id = person and s.revoked_at is null and s.expires_at > now() order by s.id desc
$$;

-- only: that session alone; null: all of the person's but the one that is kept. Gives how many ended.
create function auth_end_sessions(person bigint, only_session bigint, kept_session bigint) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with ended as (
    update sessions set revoked_at = now()
    where user_id = person and revoked_at is null
      and (only_session is null or id = only_session) and (kept_session is null or id <> kept_session)
    returning id
  )
  select count(*) from ended
$$;

-- Of two who change it at the same time, the one who knew the password that held is told true.
create function auth_set_password(person bigint, former_hash text, hash text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with changed as (
    update users set password_hash = hash where id = person and password_hash = former_hash returning id
  )
  select exists (select from changed)
$$;
`;
