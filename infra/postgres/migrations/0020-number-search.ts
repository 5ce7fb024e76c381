import { type Kysely, sql } from "kysely";

/**
 * Runs of one number are found without reading all others. Row-level security keeps `like` from using an index (it might
 * tell of rows that are somebody else's), so a function looks for them, in the organization that the transaction names.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(INDEXES).execute(db);
  for (const side of ["caller", "called"]) await sql.raw(searchOf(side)).execute(db);
};

const INDEXES = `
create extension if not exists pg_trgm;
create index call_runs_caller_number_part on call_runs using gin (caller_number gin_trgm_ops);
create index call_runs_called_number_part on call_runs using gin (called_number gin_trgm_ops);
`;

const searchOf = (side: string): string => `
create function runs_with_${side}_number(pattern text) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select id from call_runs
  where organization_id = nullif(current_setting('app.organization_id', true), '')::bigint
    and ${side}_number like pattern
$$;
`;
