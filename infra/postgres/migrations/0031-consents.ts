import { type Kysely, sql } from "kysely";

/** Consent belongs to a number in an organization, not to a contact of a list; every change of it is kept. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, POLICIES, FORMER_CONSENTS, CONTACTS]) await sql.raw(part).execute(db);
};

const TABLES = `
create table consents (
  organization_id bigint not null references organizations on delete cascade,
  phone_number text not null,
  status text not null check (status in ('granted','unknown','withdrawn')),
  source text not null,
  wording text,
  changed_at timestamptz not null,
  primary key (organization_id, phone_number)
);
create table consent_changes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  phone_number text not null,
  status text not null check (status in ('granted','unknown','withdrawn')),
  source text not null,
  -- what the person was asked, or said
  wording text,
  actor text not null,
  changed_at timestamptz not null
);
create index consent_changes_number on consent_changes (organization_id, phone_number, id desc);
`;

const POLICIES = `
do $$ declare t text; begin
  foreach t in array array['consents','consent_changes'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I to ringdown_app
      using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::bigint)
      with check (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::bigint)', t);
  end loop;
end $$;
`;

// A withdrawal in any list counts, whatever another list says; else the newest grant.
const FORMER_CONSENTS = `
insert into consent_changes (organization_id, phone_number, status, source, actor, changed_at)
select organization_id, phone_number, consent_status, coalesce(consent_source, 'contact list'), 'system',
  coalesce(consent_at, created_at)
from contacts where consent_status <> 'unknown'
order by consent_status = 'withdrawn', coalesce(consent_at, created_at);

insert into consents (organization_id, phone_number, status, source, changed_at)
select distinct on (organization_id, phone_number) organization_id, phone_number, status, source, changed_at
from consent_changes order by organization_id, phone_number, id desc;
`;

const CONTACTS = `
alter table contacts drop column consent_status, drop column consent_at, drop column consent_source;
`;
