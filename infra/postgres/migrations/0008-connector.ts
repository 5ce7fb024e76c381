import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Accounts of connected apps, their sign-ins, and MCP servers. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES]) await sql.raw(part).execute(db);
  await isolateRows(db, ["connector_accounts", "connector_clients", "connector_sign_ins", "mcp_servers"]);
};

const TABLES = `
create table connector_accounts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  uuid uuid not null default gen_random_uuid() unique,
  slug text not null,
  account_label text not null,
  -- whose tokens these are: another client cannot refresh them
  client_id text not null,
  scopes text[] not null,
  status text not null default 'connected' check (status in ('connected', 'expired', 'revoked')),
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

create table connector_clients (
  organization_id bigint references organizations on delete cascade,
  slug text,
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
  used_at timestamptz,
  -- the tool that acts by the account afterwards; null: an app was signed in to
  tool_uuid uuid
);
create index connector_sign_ins_expired on connector_sign_ins (organization_id, expires_at);

create table mcp_servers (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  resource text not null,
  issuer text not null,
  authorization_url text not null,
  token_url text not null,
  revocation_url text,
  scopes text[] not null,
  client_authentication text not null check (client_authentication in ('body', 'basic')),
  -- null: people have given the client
  registered_redirect_uri text,
  client_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint mcp_servers_resource_issuer unique (organization_id, resource, issuer)
);
`;
