import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Addresses that forms and programs send contacts to, what they have taken, and what they could not take. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
  await isolateRows(db, ["contact_intakes", "contact_intake_keys", "contact_intake_faults"]);
};

const TABLES = `
create table contact_intakes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  contact_list_id bigint not null references contact_lists on delete cascade,
  uuid uuid not null unique,
  name text not null,
  mapping jsonb not null,
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  is_active boolean not null default true,
  taken bigint not null default 0,
  last_taken_at timestamptz,
  created_by bigint references users,
  created_at timestamptz not null default now()
);
create index contact_intakes_list on contact_intakes (contact_list_id, id);
create index contact_intakes_organization on contact_intakes (organization_id);

create table contact_intake_keys (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  intake_id bigint not null references contact_intakes on delete cascade,
  key_mark bytea not null,
  contact_id bigint references contacts on delete set null,
  at timestamptz not null default now(),
  constraint contact_intake_keys_mark unique (intake_id, key_mark)
);
create index contact_intake_keys_at on contact_intake_keys (intake_id, at);
create index contact_intake_keys_organization on contact_intake_keys (organization_id);
create index contact_intake_keys_contact on contact_intake_keys (contact_id) where contact_id is not null;

create table contact_intake_faults (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  intake_id bigint not null references contact_intakes on delete cascade,
  at timestamptz not null default now(),
  reason text not null,
  payload text not null
);
create index contact_intake_faults_intake on contact_intake_faults (intake_id, id);
create index contact_intake_faults_organization on contact_intake_faults (organization_id);
`;
