import { Kysely, PostgresDialect, sql } from "kysely";
import { Pool } from "pg";
import type { RunningStack } from "../../infra/local/stack.ts";
import { columnTypes } from "../../infra/postgres/database.ts";
import type { Tables } from "../../infra/postgres/tables.ts";

/** The work of a PostgreSQL server since its start, for all clients. */
export interface ServerCounts {
  statements: number;
  /** Statements of functions and triggers. */
  nested: number;
  plans: number;
  transactions: number;
  /** Bytes of its write-ahead log. */
  logBytes: number;
}

/** Opens the counts as the superuser of a stack's database, with the extension that counts its statements. */
export const openServerCounts = (stack: RunningStack) => {
  const connectionString = stack.environment["DATABASE_MIGRATIONS_URL"];
  const everything = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString, max: 1, types: columnTypes }) }),
  });
  return { everything, read: () => readCounts(everything), close: () => everything.destroy() };
};

const readCounts = async (everything: Kysely<Tables>): Promise<ServerCounts> => {
  await sql`create extension if not exists pg_stat_statements`.execute(everything);
  const { rows } = await sql<ServerCounts>`
    select coalesce(sum(calls) filter (where toplevel), 0)::bigint as statements,
      coalesce(sum(calls) filter (where not toplevel), 0)::bigint as nested,
      coalesce(sum(plans), 0)::bigint as plans,
      (select sum(xact_commit + xact_rollback) from pg_stat_database)::bigint as transactions,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as "logBytes"
    from pg_stat_statements`.execute(everything);
  const [counts] = rows;
  if (!counts) throw new Error("the server counted nothing");
  return counts;
};
