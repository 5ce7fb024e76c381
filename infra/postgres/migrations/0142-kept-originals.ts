import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** What redaction has left out, sealed, where an organization keeps the original. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
  await isolateRows(db, ["kept_originals"]);
  await sql.raw(FUNCTIONS).execute(db);
  await sql`
    alter table acts drop constraint acts_kind_check,
      add constraint acts_kind_check check (kind in ('logged_in', 'log_in_failed', 'logged_out', 'password_changed',
        'second_factor_changed', 'key_made', 'key_used_from_new_network', 'looked_at_person', 'looked_at_original', 'downloaded',
        'exported', 'secret_read', 'called_over_mcp', 'changed')) not valid`.execute(db);
};

const TABLES = `
create table kept_originals (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  run_id bigint not null references call_runs on delete cascade,
  kind text not null check (kind in ('words', 'variable', 'evidence', 'recording')),
  -- the entry's id, the variable's name, or a name of the recording
  name text not null,
  -- JSON, sealed for "original:org-<id>:run-<id>:<kind>"; of a recording: what opens its file
  original_sealed bytea not null,
  -- of a recording: its file, which is encrypted
  object_key text unique,
  created_at timestamptz not null default now(),
  unique (run_id, kind, name)
);
create index kept_originals_organization on kept_originals (organization_id, created_at, id);
`;

const RULES: Readonly<Record<string, { rows: string; kind: string }>> = {
  originals: { rows: "o.kind <> 'recording'", kind: "words" },
  original_recordings: { rows: "o.kind = 'recording'", kind: "recordings" },
};

/** They go by the days of what they are the original of, and with it. */
const FUNCTIONS = Object.entries(RULES)
  .map(([name, { rows, kind }]) => {
    const days = `least(coalesce((o.retention->>'${kind}')::integer, o.retention_days), most_days)`;
    return `
create function expired_${name}(organization bigint, before timestamptz)
returns table(id bigint, at timestamptz)
language sql stable as $$
  select o.id, o.created_at as at from kept_originals o
  where o.organization_id = organization and o.created_at < before and ${rows}
$$;

create function platform_due_${name}(at_most integer, most_days integer)
returns table(id bigint, organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select due.id, o.id as organization_id
  from organizations o
  cross join lateral (
    select e.id from expired_${name}(o.id, now() - make_interval(days => ${days})) e
    order by e.at, e.id limit at_most
  ) due
  where ${days} is not null
  limit at_most
$$;
`;
  })
  .join("\n");
