import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import { PERSONAL_DATA } from "./personal-data.ts";

/** Columns of text and JSON in which anybody may be named, by table. Acts and what is sealed have ways of their own. */
const OTHERWISE: ReadonlySet<string> = new Set(["acts", "idempotency_keys", "kept_originals"]);

export const listMentionTables = (): { table: string; columns: readonly string[] }[] =>
  Object.entries(PERSONAL_DATA).flatMap(([table, { mentions }]) =>
    mentions && !OTHERWISE.has(table) ? [{ table, columns: mentions }] : [],
  );

/** The pages of a table that one statement reads: 32 MB. */
const PAGES_AT_ONCE = 4096;

/** Tells how many parts a table is looked through in. */
export const countParts = async (tx: OrganizationTransaction, table: string): Promise<number> => {
  const { rows } = await sql<{ pages: number }>`
    select pg_relation_size(${table}::regclass) / current_setting('block_size')::integer as pages`.execute(tx);
  return Math.floor((rows[0]?.pages ?? 0) / PAGES_AT_ONCE) + 1;
};

const spanOf = (part: number) =>
  sql`ctid >= ${`(${part * PAGES_AT_ONCE},0)`}::tid and ctid < ${`(${(part + 1) * PAGES_AT_ONCE},0)`}::tid`;

const names = (columns: readonly string[], pattern: string) =>
  sql.join(
    columns.map((column) => sql`${sql.ref(column)}::text ~* ${pattern}`),
    sql` or `,
  );

/** Counts the rows of a table that name somebody. */
export const countMentions = async (
  tx: OrganizationTransaction,
  { table, columns }: { table: string; columns: readonly string[] },
  pattern: string,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${names(columns, pattern)}`.execute(tx);
  return rows[0]?.count ?? 0;
};

/** Blots out what the pattern finds in a part of a table; returns how many rows it changed. */
export const blotMentions = async (
  tx: OrganizationTransaction,
  { table, columns, part }: { table: string; columns: readonly string[]; part: number },
  pattern: string,
): Promise<number> => {
  const json = await listJsonColumns(tx, table);
  const changes = columns.map((column) => {
    const blot = json.has(column) ? sql`blot_json` : sql`blot_text`;
    return sql`${sql.ref(column)} = ${blot}(${sql.ref(column)}, ${pattern})`;
  });
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.join(changes)} where ${spanOf(part)} and (${names(columns, pattern)})`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
};

const listJsonColumns = async (tx: OrganizationTransaction, table: string): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and atttypid = 'jsonb'::regtype`.execute(
    tx,
  );
  return new Set(rows.map(({ name }) => name));
};

/** Blots a person out of the paths that acts name; returns how many acts it changed. */
export const blotActs = async (tx: OrganizationTransaction, pattern: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select erase_from_acts(${pattern}) as count`.execute(tx);
  return rows[0]?.count ?? 0;
};
