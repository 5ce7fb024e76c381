import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Folders of agents and who may see them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES]) await sql.raw(part).execute(db);
  await isolateRows(db, ["folders", "folder_members"]);
};

const TABLES = `
create table folders (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  unique (organization_id, name)
);

create table folder_members (
  organization_id bigint not null references organizations on delete cascade,
  folder_id bigint references folders on delete cascade,
  user_id bigint references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (folder_id, user_id)
);
create index folder_members_user on folder_members (organization_id, user_id);
`;
