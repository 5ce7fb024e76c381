import { type Kysely, sql } from "kysely";

export const inSteps = true;

const ROWS_OF_A_STEP = 1_000;
/** As a definition names a credential, in small letters: `"qa_credential_uuid": "…"`. */
const NAMED = `'credential_uuid": "([0-9a-f-]{36})"'`;

/**
 * Which credentials tools and versions of agents name, so that nobody has to read every definition to tell. The tables
 * of definitions note it themselves, so that a platform of before may write meanwhile.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
  for (const notes of [OF_TOOLS, OF_VERSIONS]) {
    await sql.raw(triggerOf(notes)).execute(db);
    await noteWhatIsThere(db, notes);
  }
};

interface Notes {
  table: string;
  notes: string;
  key: string;
  columns: readonly string[];
}

const OF_TOOLS: Notes = { table: "tools", notes: "tool_credentials", key: "tool_id", columns: ["definition"] };
const OF_VERSIONS: Notes = {
  table: "agent_versions",
  notes: "agent_version_credentials",
  key: "agent_version_id",
  columns: ["definition", "configurations"],
};

const tableOf = ({ table, notes, key }: Notes) => `
create table if not exists ${notes} (
  organization_id bigint not null references organizations on delete cascade,
  ${key} bigint not null references ${table} on delete cascade,
  credential_uuid uuid not null,
  primary key (${key}, credential_uuid)
);
create index if not exists ${notes}_credential on ${notes} (organization_id, credential_uuid);
alter table ${notes} enable row level security;
drop policy if exists tenant on ${notes};
create policy tenant on ${notes} to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
`;
const TABLES = tableOf(OF_TOOLS) + tableOf(OF_VERSIONS);

/** Selects the organization, the row and each credential that it names, of rows called `row`. */
const namedIn = (row: string, columns: readonly string[]) => `
  select distinct ${row}.organization_id, ${row}.id, named[1]::uuid
  from regexp_matches(lower(${columns.map((column) => `${row}.${column}::text`).join(" || ")}), ${NAMED}, 'g') named`;

const triggerOf = ({ table, notes, key, columns }: Notes) => `
create or replace function note_${notes}() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  delete from ${notes} where ${key} = new.id;
  insert into ${notes} (organization_id, ${key}, credential_uuid)${namedIn("new", columns)};
  return null;
end
$$;
create or replace trigger note_${notes} after insert or update of ${columns.join(", ")} on ${table}
  for each row execute function note_${notes}();
`;

/** Locks the rows of a step, so that a change made meanwhile is noted last. */
const noteWhatIsThere = async (db: Kysely<unknown>, { table, notes, key, columns }: Notes): Promise<void> => {
  for (let after: string | null = "0"; after !== null; ) {
    const { rows }: { rows: { last: string | null }[] } = await sql<{ last: string | null }>`
      with chosen as (
        select * from ${sql.id(table)} where id > ${after}::bigint order by id limit ${ROWS_OF_A_STEP} for share
      ), noted as (
        insert into ${sql.id(notes)} (organization_id, ${sql.id(key)}, credential_uuid)
        select found.* from chosen cross join lateral (${sql.raw(namedIn("chosen", columns))}) found
        on conflict do nothing
      )
      select max(id)::text as last from chosen`.execute(db);
    after = rows[0]?.last ?? null;
  }
};
