import { type Kysely, sql } from "kysely";

/** Who belongs to a channel: they see its requests first, and are told of them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(`
create table folder_members (
  organization_id bigint not null references organizations on delete cascade,
  folder_id bigint not null references folders on delete cascade,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (folder_id, user_id)
);
create index folder_members_user on folder_members (organization_id, user_id);
alter table folder_members enable row level security;
create policy tenant on folder_members to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
`)
    .execute(db);
};
