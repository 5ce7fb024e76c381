import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Organizations, their people, keys, sessions and invitations, and how much room each organization takes. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, POLICIES, FUNCTIONS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["organization_rows", "api_keys", "invitations", "memberships", "sessions"]);
};

const TABLES = `
create table login_attempts (
  subject text primary key,
  failures integer not null,
  locked_until timestamptz,
  updated_at timestamptz not null default now()
);

create table organizations (
  id bigint generated always as identity primary key,
  name text not null,
  country text,
  timezone text,
  test_phone_number text,
  concurrent_call_limit integer not null default 200 check (concurrent_call_limit between 1 and 5000),
  max_attempts_per_number_per_day integer check (max_attempts_per_number_per_day > 0),
  created_at timestamptz not null default now(),
  artifact_link_days integer not null default 7 check (artifact_link_days between 1 and 365),
  -- null: for ever
  retention_days integer check (retention_days between 1 and 3650),
  calling_hours jsonb,
  disclosure_off_reason text,
  budget jsonb,
  is_demo boolean not null default false
);
create unique index organizations_demo on organizations (is_demo) where is_demo;

create table organization_rows (
  organization_id bigint primary key references organizations on delete cascade,
  bytes bigint not null,
  measured_at timestamptz not null
);
create index organization_rows_measured on organization_rows (measured_at);

create table users (
  id bigint generated always as identity primary key,
  email text not null,
  name text,
  password_hash text not null,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table api_keys (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  key_prefix text not null,
  key_hash bytea not null unique,
  environment text not null check (environment in ('production', 'sandbox')),
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  archived_at timestamptz
);
create index api_keys_organization on api_keys (organization_id, id);

create table invitations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'operator', 'viewer')),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create index invitations_organization on invitations (organization_id, created_at);

-- Rows belong to people, not to organizations, and are reached through the functions alone.
create table known_places (
  user_id bigint references users on delete cascade,
  place bytea,
  seen_at timestamptz not null,
  primary key (user_id, place)
);

create table memberships (
  organization_id bigint references organizations on delete cascade,
  user_id bigint references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'operator', 'viewer')),
  created_at timestamptz not null default now(),
  -- before that they get no other mail about requests
  next_request_mail_at timestamptz,
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
`;

const POLICIES = `
alter table organizations enable row level security;
alter table users enable row level security;
alter table known_places enable row level security;
create policy nobody on known_places to ringdown_app using (false);
create policy tenant on organizations to ringdown_app
  using (id = nullif(current_setting('app.organization_id', true), '')::bigint);
-- A person may be in several organizations: one sees the people of the organization it works in.
create policy tenant on users for select to ringdown_app
  using (exists (select from memberships m where m.user_id = users.id));
`;

const FUNCTIONS = `
create function auth_api_key(hash bytea)
returns table(api_key_id bigint, organization_id bigint, user_id bigint, role text, environment text, last_used_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.organization_id, k.created_by, m.role, k.environment, k.last_used_at
  from api_keys k
  join memberships m on m.user_id = k.created_by and m.organization_id = k.organization_id
  where k.key_hash = hash and k.archived_at is null
$$;

-- only: that session alone; null: all of the person's but the one that is kept. Gives how many ended.
create function auth_end_sessions(person bigint, only_session bigint, kept_session bigint)
returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with ended as (
    update sessions set revoked_at = now()
    where user_id = person and revoked_at is null
      and (only_session is null or id = only_session) and (kept_session is null or id <> kept_session)
    returning id
  )
  select count(*) from ended
$$;

create function auth_has_users()
returns boolean
language sql stable security definer set search_path = public, pg_temp as $$ select exists (select 1 from users) $$;

create function auth_knows_place(person bigint, places bytea[], since timestamptz)
returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from known_places k where k.user_id = person and k.place = any(places) and k.seen_at > since)
$$;

create function auth_make_person(address text, person text, hash text)
returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare new_user bigint;
begin
  insert into users (email, name, password_hash) values (address, person, hash)
  on conflict do nothing returning id into new_user;
  if new_user is not null then return new_user; end if;
  raise unique_violation using message = 'the address has an account', constraint = 'users_email';
end
$$;

create function auth_membership_mark(person bigint)
returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select encode(sha256(convert_to(coalesce(
    string_agg(m.organization_id || ' ' || m.role || ' ' || extract(epoch from m.created_at), E'\\n' order by m.organization_id), ''
  ), 'UTF8')), 'hex')
  from memberships m where m.user_id = person
$$;

create function auth_organizations(person bigint)
returns table(organization_id bigint, name text, role text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.id, o.name, m.role from memberships m join organizations o on o.id = m.organization_id
  where m.user_id = person order by m.created_at, o.id
$$;

create function auth_person(person bigint)
returns table(user_id bigint, email text, name text, password_hash text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.email, u.name, u.password_hash from users u where u.id = person
$$;

-- People belong to no organization: rows of theirs are reached through these functions alone.
create function auth_person_by_email(address text)
returns table(user_id bigint, email text, name text, password_hash text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.email, u.name, u.password_hash from users u where lower(u.email) = lower(address)
$$;

-- Keeps the newest fifty places of a person.
create function auth_remember_place(person bigint, new_place bytea, at timestamptz)
returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into known_places (user_id, place, seen_at) values (person, new_place, at)
  on conflict (user_id, place) do update set seen_at = excluded.seen_at;
  delete from known_places where user_id = person and place in (
    select k.place from known_places k where k.user_id = person order by k.seen_at desc offset 50
  );
$$;

-- A session or key is looked up before its tenant is known. These functions run as their owner and give back one row
-- each: the application's role can read nothing across tenants by itself.
create function auth_session(hash bytea)
returns table(session_id bigint, organization_id bigint, user_id bigint, email text, name text, role text, expires_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.organization_id, u.id, u.email, u.name, m.role, s.expires_at
  from sessions s
  join users u on u.id = s.user_id
  join memberships m on m.user_id = s.user_id and m.organization_id = s.organization_id
  where s.token_hash = hash and s.revoked_at is null and s.expires_at > now()
$$;

create function auth_sessions(person bigint)
returns table(id bigint, organization_id bigint, created_at timestamptz, expires_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.organization_id, s.created_at, s.expires_at from sessions s
  where s.user_id = person and s.revoked_at is null and s.expires_at > now() order by s.id desc
$$;

-- Of two who change it at the same time, the one who knew the password that held is told true.
create function auth_set_password(person bigint, former_hash text, hash text)
returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with changed as (
    update users set password_hash = hash where id = person and password_hash = former_hash returning id
  )
  select exists (select from changed)
$$;

create function auth_signup(address text, person text, hash text, organization text)
returns table(user_id bigint, organization_id bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare new_user bigint; new_organization bigint;
begin
  new_user := auth_make_person(address, person, hash);
  insert into organizations (name) values (organization) returning id into new_organization;
  insert into memberships (organization_id, user_id, role) values (new_organization, new_user, 'owner');
  return query select new_user, new_organization;
end
$$;

create function auth_user_by_email(address text)
returns table(user_id bigint, email text, name text, password_hash text, organization_id bigint, role text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.email, u.name, u.password_hash, m.organization_id, m.role
  from users u
  join memberships m on m.user_id = u.id
  where lower(u.email) = lower(address)
  order by m.created_at, m.organization_id
  limit 1
$$;

create function name_inbound_call()
returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.inbound_call_id := new.carrier_call_id;
  return new;
end
$$;

-- A carrier's clock says when a call ended, and may be behind ours: by \`over_at\` no call was over before it was asked
-- for.
create function note_end_of_call()
returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.over_at := greatest(new.ended_at, new.carrier_requested_at);
  new.caller_number_at_end := new.caller_number;
  return new;
end
$$;

create function note_waiting_contact()
returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.waits := new.state in ('pending','waiting_retry');
  return new;
end
$$;

create function platform_demo_organization(organization text)
returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare known bigint;
begin
  insert into organizations (name, is_demo) values (organization, true) on conflict (is_demo) where is_demo do nothing;
  select id into known from organizations where is_demo;
  return known;
end
$$;

-- Measures all tables that have organizations: the columns of their rows as stored, with 28 bytes for each row itself,
-- without indexes. Of a table with more pages than \`sampled_pages\`, so many are read, and count for all. Does nothing
-- while another measurement runs, or where the last one is younger than \`every\`. Returns how many organizations were
-- measured.
create function platform_measure_rows(every interval, sampled_pages integer)
returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  samples text;
  measured integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('platform_measure_rows')) then return 0; end if;
  if exists (select from organization_rows where measured_at > now() - every) then return 0; end if;
  select string_agg(format(
    'select organization_id, sum(28 + %s) * %s as bytes from %I tablesample system (%s) group by organization_id',
    of_row, 100 / percent, name, percent
  ), ' union all ') into samples
  from (
    select c.relname as name,
      (select string_agg(
          case when a.attlen > 0 then a.attlen::text else format('coalesce(pg_column_size(%I), 0)', a.attname) end, ' + '
        ) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as of_row,
      least(100, 100.0 * sampled_pages
        / greatest(pg_relation_size(c.oid) / current_setting('block_size')::integer, 1)) as percent
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and exists (
      select from pg_attribute a
      where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    )
  ) as tables;
  execute 'insert into organization_rows (organization_id, bytes, measured_at)
    select o.id, coalesce(sum(s.bytes), 0)::bigint, now()
    from organizations o left join (' || samples || ') s on s.organization_id = o.id
    group by o.id
    on conflict (organization_id) do update set bytes = excluded.bytes, measured_at = excluded.measured_at';
  get diagnostics measured = row_count;
  return measured;
end $$;
`;
