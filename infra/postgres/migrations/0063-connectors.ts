import { type Kysely, sql } from "kysely";

/** Apps that organizations have signed in to, and what agents do there. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
  await sql.raw(POLICIES).execute(db);
  await sql.raw(TOOLS).execute(db);
};

const TABLES = `
create table connector_clients (
  organization_id bigint not null references organizations on delete cascade,
  slug text not null,
  client_id text not null,
  client_secret_sealed bytea,
  created_by bigint references users,
  updated_at timestamptz not null default now(),
  primary key (organization_id, slug)
);
create table connector_sign_ins (
  uuid uuid primary key,
  organization_id bigint not null references organizations on delete cascade,
  slug text not null,
  verifier_sealed bytea not null,
  -- sha-256 of what only the browser has that began it; null: a program began it
  browser_hash bytea,
  -- user:7, api_key:12
  actor text not null,
  user_id bigint not null references users on delete cascade,
  -- null: it was begun with a key
  session_id bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index connector_sign_ins_expired on connector_sign_ins (organization_id, expires_at);
create table connector_accounts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  uuid uuid not null unique default gen_random_uuid(),
  slug text not null,
  account_label text not null,
  -- whose tokens these are: another client cannot refresh them
  client_id text not null,
  scopes text[] not null,
  status text not null default 'connected' check (status in ('connected','expired','revoked')),
  status_reason text,
  status_changed_at timestamptz not null default now(),
  -- of the timeline, that tells of the status
  event_id bigint,
  tokens_sealed bytea,
  -- null: the token does not end by itself
  token_expires_at timestamptz,
  connected_by bigint references users,
  connected_at timestamptz not null default now(),
  constraint connector_accounts_label unique (organization_id, slug, account_label)
);
`;

const POLICIES = `
do $$ declare t text; begin
  foreach t in array array['connector_clients','connector_sign_ins','connector_accounts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I to ringdown_app
      using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::bigint)
      with check (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::bigint)', t);
  end loop;
end $$;
`;

const TOOLS = `
alter table tools drop constraint tools_category_check;
alter table tools add constraint tools_category_check
  check (category in ('http_api','end_call','transfer_call','calculator','mcp','connector'));
alter table tool_calls
  add column connector_account_id bigint,
  add column connector_action text;
create index tool_calls_connector on tool_calls (organization_id, requested_at desc, uuid desc)
  where connector_account_id is not null;
`;
