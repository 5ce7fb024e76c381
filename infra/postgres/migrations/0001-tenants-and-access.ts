import { type Kysely, sql } from "kysely";

/** Tenants, people, sessions and keys; the role that everything runs under; look-ups that precede a tenant. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
  await sql.raw(LOOKUPS).execute(db);
};

const TABLES = `
create table organizations (
  id bigint generated always as identity primary key,
  name text not null,
  country text,
  timezone text,
  test_phone_number text,
  concurrent_call_limit integer not null default 200 check (concurrent_call_limit between 1 and 5000),
  max_attempts_per_number_per_day integer check (max_attempts_per_number_per_day > 0),
  created_at timestamptz not null default now()
);

create table users (
  id bigint generated always as identity primary key,
  email text not null,
  name text,
  password_hash text not null,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table memberships (
  organization_id bigint not null references organizations on delete cascade,
  user_id bigint not null references users on delete cascade,
  role text not null check (role in ('owner','admin','operator','viewer')),
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create index memberships_user on memberships (user_id);

create table sessions (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);

create table api_keys (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  key_prefix text not null,
  key_hash bytea not null unique,
  environment text not null check (environment in ('production','sandbox')),
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  archived_at timestamptz
);
create index api_keys_organization on api_keys (organization_id, id);

create table idempotency_keys (
  organization_id bigint not null references organizations on delete cascade,
  key text not null,
  request_hash bytea not null,
  -- null while the first request is under way; sealed, for an answer may hold a secret shown once
  status integer,
  answer_sealed bytea,
  created_at timestamptz not null default now(),
  primary key (organization_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table login_attempts (
  subject text primary key,
  failures integer not null,
  locked_until timestamptz,
  updated_at timestamptz not null default now()
);
`;

// A session or key is looked up before its tenant is known. These functions run as their owner and give back
// one row each: the application's role can read nothing across tenants by itself.
const LOOKUPS = `
create function auth_session(hash bytea)
returns table (session_id bigint, organization_id bigint, user_id bigint, email text, name text, role text, expires_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.organization_id, u.id, u.email, u.name, m.role, s.expires_at
  from sessions s
  join users u on u.id = s.user_id
  join memberships m on m.user_id = s.user_id and m.organization_id = s.organization_id
  where s.token_hash = hash and s.revoked_at is null and s.expires_at > now()
$$;

create function auth_api_key(hash bytea)
returns table (api_key_id bigint, organization_id bigint, user_id bigint, role text, environment text, last_used_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.organization_id, k.created_by, m.role, k.environment, k.last_used_at
  from api_keys k
  join memberships m on m.user_id = k.created_by and m.organization_id = k.organization_id
  where k.key_hash = hash and k.archived_at is null
$$;

create function auth_user_by_email(address text)
returns table (user_id bigint, email text, name text, password_hash text, organization_id bigint, role text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.email, u.name, u.password_hash, m.organization_id, m.role
  from users u
  join memberships m on m.user_id = u.id
  where lower(u.email) = lower(address)
  order by m.created_at, m.organization_id
  limit 1
$$;

create function auth_signup(address text, person text, hash text, organization text)
returns table (user_id bigint, organization_id bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare new_user bigint; new_organization bigint;
begin
  insert into users (email, name, password_hash) values (address, person, hash) returning id into new_user;
  insert into organizations (name) values (organization) returning id into new_organization;
  insert into memberships (organization_id, user_id, role) values (new_organization, new_user, 'owner');
  return query select new_user, new_organization;
end
$$;

create function auth_has_users() returns boolean
language sql stable security definer set search_path = public, pg_temp as $$ select exists (select 1 from users) $$;
`;
