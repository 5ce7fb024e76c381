import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import pg, { type Client } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { BackupFolder, SequenceState, TableCopy } from "./backup-folder.ts";

/** Quotes a name, although it comes from PostgreSQL's own catalogue. */
const quoted = (name: string): string => pg.escapeIdentifier(name);
const columnList = (columns: readonly string[]): string => columns.map(quoted).join(", ");

/**
 * Lists every table of Ringdown and its columns, without generated columns. Tables that are not logged hold nothing that outlives a
 * crash, and a standby cannot read them.
 */
const listTables = async (client: Client): Promise<Omit<TableCopy, "rows">[]> => {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname not like 'kysely\\_%'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`);
  return rows;
};

/** Writes every table of the client's snapshot to its own file. */
export const dumpTables = async (client: Client, folder: BackupFolder): Promise<TableCopy[]> => {
  const tables: TableCopy[] = [];
  for (const { name, columns } of await listTables(client)) {
    const copy = client.query(copyTo(`copy ${quoted(name)} (${columnList(columns)}) to stdout`));
    await pipeline(copy, createGzip(), createWriteStream(folder.tableFile(name), { mode: 0o600 }));
    tables.push({ name, columns, rows: copy.rowCount ?? 0 });
  }
  return tables;
};

/** Reads the sequences of the tables. Sequences do not belong to a snapshot: these may be ahead of it, never behind. */
export const readSequences = async (client: Client): Promise<SequenceState[]> => {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> '' and not a.attisdropped
    order by 1, 2`);
  const states: SequenceState[] = [];
  for (const { table, column, sequence } of rows) {
    const state = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${sequence}`,
    );
    const [row] = state.rows;
    if (row) states.push({ table, column, lastValue: row.last_value, isCalled: row.is_called });
  }
  return states;
};

/**
 * Fills tables that the migrations have made, in the client's transaction. Triggers and foreign keys are disabled meanwhile,
 * because the rows were consistent when they were written. Throws when a file holds another number of rows than was written.
 */
export const loadTables = async (
  client: Client,
  folder: BackupFolder,
  { tables, sequences }: { tables: readonly TableCopy[]; sequences: readonly SequenceState[] },
): Promise<void> => {
  await client.query("set local session_replication_role = replica");
  for (const { name, columns, rows } of tables) {
    await client.query(`delete from ${quoted(name)}`);
    const copy = client.query(copyFrom(`copy ${quoted(name)} (${columnList(columns)}) from stdin`));
    await pipeline(createReadStream(folder.tableFile(name)), createGunzip(), copy);
    if (copy.rowCount !== rows)
      throw new Error(`${name} has ${copy.rowCount} rows in the backup and should have ${rows}`);
  }
  for (const { table, column, lastValue, isCalled } of sequences)
    await client.query("select setval(pg_get_serial_sequence(quote_ident($1), $2), $3, $4)", [
      table,
      column,
      lastValue,
      isCalled,
    ]);
  await client.query("set local session_replication_role = origin");
};
