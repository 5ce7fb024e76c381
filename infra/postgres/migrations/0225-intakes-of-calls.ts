import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/**
 * Intakes that take the people of ended calls. A call's outcome and its rows for them are written by one statement, and any API process
 * takes them afterwards.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, FUNCTIONS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["contact_intake_calls"]);
};

const TABLES = `
alter table contact_intakes
  -- which ended calls it takes people of; null: it is an address
  add column calls jsonb,
  alter column secret_sealed drop not null,
  add constraint contact_intakes_secret check ((calls is null) = (secret_sealed is not null));
create index contact_intakes_calls on contact_intakes (organization_id) where calls is not null and is_active;

create table contact_intake_calls (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  intake_id bigint not null references contact_intakes on delete cascade,
  run_id bigint not null references call_runs on delete cascade,
  -- null: it is not taken yet
  result text check (result in ('taken', 'refused')),
  due_at timestamptz not null default now(),
  at timestamptz not null default now(),
  constraint contact_intake_calls_run unique (run_id, intake_id)
);
create index contact_intake_calls_waiting on contact_intake_calls (due_at, id) where result is null;
create index contact_intake_calls_of_organization on contact_intake_calls (organization_id, due_at, id) where result is null;
create index contact_intake_calls_organization on contact_intake_calls (organization_id);
create index contact_intake_calls_intake on contact_intake_calls (intake_id);
`;

const FUNCTIONS = `
-- Asked every second: the organizations with ended calls whose people are to be taken into lists.
create function platform_calls_to_take()
returns table(organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct w.organization_id from (
    select c.organization_id from contact_intake_calls c where c.result is null and c.due_at <= now() order by c.due_at limit 1000
  ) w
$$;
`;
