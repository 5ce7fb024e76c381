import { type Kysely, sql } from "kysely";

/** MCP servers that people sign in to. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [SERVERS, POLICY, SIGN_INS]) await sql.raw(part).execute(db);
};

const SERVERS = `
create table mcp_servers (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  resource text not null,
  issuer text not null,
  authorization_url text not null,
  token_url text not null,
  revocation_url text,
  scopes text[] not null,
  client_authentication text not null check (client_authentication in ('body','basic')),
  -- null: people have given the client
  registered_redirect_uri text,
  client_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint mcp_servers_resource_issuer unique (organization_id, resource, issuer)
);
`;

const POLICY = `
alter table mcp_servers enable row level security;
create policy tenant on mcp_servers to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
`;

const SIGN_INS = `
-- the tool that acts by the account afterwards; null: an app was signed in to
alter table connector_sign_ins add column tool_uuid uuid;
`;
