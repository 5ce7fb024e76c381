import { type Kysely, sql } from "kysely";

/** Second factors of people with passwords, an organization's wish for them, and where sessions were opened. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, POLICIES, DROPPED, FUNCTIONS]) await sql.raw(part).execute(db);
};

const TABLES = `
create table authenticators (
  user_id bigint primary key references users on delete cascade,
  -- sealed for "authenticator:<user_id>"
  secret_sealed bytea not null,
  created_at timestamptz not null default now(),
  -- null: no code of it was given yet
  confirmed_at timestamptz,
  -- the newest step of 30 seconds whose code was given: neither it nor an older one is taken again
  last_step bigint not null
);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, id);

create table recovery_codes (
  user_id bigint references users on delete cascade,
  code_hash bytea,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- What somebody has to answer with a passkey or a code; it goes when it is answered.
create table second_factor_challenges (
  uuid uuid primary key,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('log_in', 'passkey')),
  challenge text not null,
  expires_at timestamptz not null
);
create index second_factor_challenges_user on second_factor_challenges (user_id, expires_at);

alter table sessions add column address text, add column user_agent text;
-- null: members need none
alter table organizations add column second_factor_from timestamptz;
alter table acts drop constraint acts_kind_check;
alter table acts add constraint acts_kind_check check (kind in ('logged_in', 'log_in_failed', 'logged_out', 'password_changed',
  'second_factor_changed', 'key_made', 'key_used_from_new_network', 'looked_at_person', 'downloaded', 'exported', 'secret_read',
  'changed')) not valid;
`;

/** Rows belong to people: a transaction reaches those of the person whom it names. */
const POLICIES = ["authenticators", "passkeys", "recovery_codes", "second_factor_challenges"]
  .map(
    (table) => `
alter table ${table} enable row level security;
create policy person on ${table} to ringdown_app
  using (user_id = nullif(current_setting('app.person_id', true), '')::bigint)
  with check (user_id = nullif(current_setting('app.person_id', true), '')::bigint);`,
  )
  .join("\n");

const DROPPED = "drop function auth_session(bytea); drop function auth_sessions(bigint);";

const FUNCTIONS = `
create function auth_has_second_factor(person bigint)
returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from authenticators a where a.user_id = person and a.confirmed_at is not null)
    or exists (select from passkeys k where k.user_id = person)
$$;

create function auth_remove_second_factor(person bigint)
returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with apps as (delete from authenticators where user_id = person returning confirmed_at),
    keys as (delete from passkeys where user_id = person returning id),
    codes as (delete from recovery_codes where user_id = person),
    challenges as (delete from second_factor_challenges where user_id = person)
  select exists (select from apps where confirmed_at is not null) or exists (select from keys)
$$;

create function auth_session(hash bytea)
returns table(session_id bigint, organization_id bigint, user_id bigint, email text, name text, role text, expires_at timestamptz,
  second_factor_from timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.organization_id, u.id, u.email, u.name, m.role, s.expires_at,
    case when o.second_factor_from is not null and not auth_has_second_factor(u.id) then o.second_factor_from end
  from sessions s
  join users u on u.id = s.user_id
  join memberships m on m.user_id = s.user_id and m.organization_id = s.organization_id
  join organizations o on o.id = s.organization_id
  where s.token_hash = hash and s.revoked_at is null and s.expires_at > now()
$$;

create function auth_sessions(person bigint)
returns table(id bigint, organization_id bigint, created_at timestamptz, expires_at timestamptz, address text, user_agent text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.organization_id, s.created_at, s.expires_at, s.address, s.user_agent from sessions s
  where s.user_id = person and s.revoked_at is null and s.expires_at > now() order by s.id desc
$$;
`;
