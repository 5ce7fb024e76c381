import { type Kysely, sql } from "kysely";

/** The organization of the agents by which people try the platform's packs. It has no members. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [COLUMN, FUNCTION]) await sql.raw(part).execute(db);
};

const COLUMN = `
alter table organizations add column is_demo boolean not null default false;
create unique index organizations_demo on organizations (is_demo) where is_demo;
`;

const FUNCTION = `
create function platform_demo_organization(organization text) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare known bigint;
begin
  insert into organizations (name, is_demo) values (organization, true) on conflict (is_demo) where is_demo do nothing;
  select id into known from organizations where is_demo;
  return known;
end
$$;
`;
