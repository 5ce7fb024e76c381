import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Tools of agents. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, TRIGGERS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["tools"]);
};

const TABLES = `
create table tools (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  tool_uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  description text,
  category text not null check (category in ('http_api', 'end_call', 'transfer_call', 'calculator', 'mcp', 'connector')),
  icon text,
  icon_color text,
  status text not null default 'active' check (status in ('active', 'archived', 'draft')),
  definition jsonb not null,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  requires_confirmation boolean not null default false,
  compensation jsonb,
  environment text not null default 'production' check (environment in ('production', 'sandbox'))
);
create index tools_organization on tools (organization_id, id);

alter table tool_credentials add foreign key (tool_id) references tools on delete cascade;
`;

const TRIGGERS = `
create trigger note_tool_credentials after insert or update of definition on tools for each row execute function note_tool_credentials();
`;
