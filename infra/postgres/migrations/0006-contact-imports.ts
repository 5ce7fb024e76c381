import { type Kysely, sql } from "kysely";

/** Lists that belong to one campaign's file, imports that a repeated request finds again, lists that outlive no campaign. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(CHANGES).execute(db);
};

const CHANGES = `
alter table contact_lists add column is_hidden boolean not null default false;

alter table contact_imports add column request_uuid uuid not null default gen_random_uuid();
alter table contact_imports alter column request_uuid drop default;
alter table contact_imports add constraint contact_imports_request unique (organization_id, request_uuid);
create index contact_imports_list on contact_imports (contact_list_id, id desc);

-- A campaign dials its own snapshot: a list that is deleted after its end leaves it whole.
alter table campaigns drop constraint campaigns_contact_list_id_fkey;
alter table campaigns add constraint campaigns_contact_list_id_fkey
  foreign key (contact_list_id) references contact_lists on delete set null;
create index campaigns_contact_list on campaigns (contact_list_id) where contact_list_id is not null;
`;
