import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** How people of an organization sign in by its own identity provider (OIDC). */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
  await isolateRows(db, ["identity_providers", "organization_domains", "provider_identities", "provider_sign_ins"]);
  await sql.raw(FUNCTIONS).execute(db);
};

const TABLES = `
create table identity_providers (
  organization_id bigint primary key references organizations on delete cascade,
  name text not null,
  issuer text not null,
  client_id text not null,
  -- sealed for "identity-provider:<organization_id>"
  client_secret_sealed bytea not null,
  groups_claim text not null default 'groups',
  -- [{group, role}]
  group_roles jsonb not null default '[]',
  -- of who is in none of the groups; null: they do not get in
  default_role text check (default_role in ('viewer', 'operator', 'admin')),
  -- members but owners sign in there alone
  is_required boolean not null default false,
  updated_at timestamptz not null default now()
);

create table organization_domains (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  domain text not null,
  -- what the domain's DNS has to say
  token text not null,
  created_at timestamptz not null default now(),
  -- null: nobody has proved yet that it is the organization's
  proved_at timestamptz,
  unique (organization_id, domain)
);
create index organization_domains_proved on organization_domains (domain) where proved_at is not null;

-- Whom the provider knows a member as.
create table provider_identities (
  organization_id bigint references organizations on delete cascade,
  user_id bigint references users on delete cascade,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null default now(),
  last_sign_in_at timestamptz not null default now(),
  primary key (organization_id, user_id),
  unique (organization_id, issuer, subject)
);

create table provider_sign_ins (
  uuid uuid primary key,
  organization_id bigint not null references organizations on delete cascade,
  issuer text not null,
  client_id text not null,
  -- sealed for "provider-sign-in:<uuid>"
  verifier_sealed bytea not null,
  nonce text not null,
  browser_hash bytea not null,
  destination text,
  expires_at timestamptz not null
);
create index provider_sign_ins_organization on provider_sign_ins (organization_id, expires_at);

alter table sessions
  add column method text not null default 'password' check (method in ('password', 'provider')),
  -- the provider's own name of its session
  add column provider_session text;
`;

const FUNCTIONS = `
-- only_in: in that organization alone. Beside the one that is there, which the running version calls.
create function auth_end_sessions(person bigint, only_session bigint, kept_session bigint, only_in bigint)
returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with ended as (
    update sessions set revoked_at = now()
    where user_id = person and revoked_at is null
      and (only_session is null or id = only_session) and (kept_session is null or id <> kept_session)
      and (only_in is null or organization_id = only_in)
    returning id
  )
  select count(*) from ended
$$;

-- Where people with an address of this domain may sign in.
create function auth_providers_of_domain(name_of_domain text)
returns table(organization_id bigint, name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.organization_id, p.name
  from organization_domains d join identity_providers p on p.organization_id = d.organization_id
  where d.domain = name_of_domain and d.proved_at is not null order by p.organization_id limit 20
$$;

drop function auth_session(bytea);
create function auth_session(hash bytea)
returns table(session_id bigint, organization_id bigint, user_id bigint, email text, name text, role text, expires_at timestamptz,
  second_factor_from timestamptz, method text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.organization_id, u.id, u.email, u.name, m.role, s.expires_at,
    case when o.second_factor_from is not null and s.method = 'password' and not auth_has_second_factor(u.id)
      then o.second_factor_from end,
    s.method
  from sessions s
  join users u on u.id = s.user_id
  join memberships m on m.user_id = s.user_id and m.organization_id = s.organization_id
  join organizations o on o.id = s.organization_id
  where s.token_hash = hash and s.revoked_at is null and s.expires_at > now()
    and (s.method = 'provider' or m.role = 'owner' or not exists (
      select from identity_providers p where p.organization_id = s.organization_id and p.is_required))
$$;

-- The organization that was joined first, of those that the password opens; by_provider: it opens none.
drop function auth_user_by_email(text);
create function auth_user_by_email(address text)
returns table(user_id bigint, email text, name text, password_hash text, organization_id bigint, role text, by_provider boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.email, u.name, u.password_hash, m.organization_id, m.role, m.role <> 'owner' and coalesce(p.is_required, false)
  from users u
  join memberships m on m.user_id = u.id
  left join identity_providers p on p.organization_id = m.organization_id
  where lower(u.email) = lower(address)
  order by m.role <> 'owner' and coalesce(p.is_required, false), m.created_at, m.organization_id
  limit 1
$$;
`;
