import { type Kysely, sql } from "kysely";

/**
 * What all API processes count together. The tables are not logged, because what they hold is worth nothing after a crash of the
 * database: a statement on them alone writes no log, waits for no disk and for no standby.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
};

const TABLES = `
create unlogged table api_processes (
  uuid uuid primary key,
  told_at timestamptz not null default now()
);

-- The subject is a hash of an address, a key or an organization.
create unlogged table request_windows (
  subject bytea primary key,
  asked integer not null,
  most integer not null,
  length_ms integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);

create unlogged table shared_permits (
  subject text primary key,
  -- by process: how many it has given out
  holders jsonb not null
) with (fillfactor = 50);
`;
