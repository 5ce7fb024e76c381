import { sql } from "kysely";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { OrganizationTransaction } from "../database.ts";
import { sealedColumns } from "../sealed/sealed-columns.ts";
import { listPersonTables, type PersonTable } from "./erase-rows.ts";
import { NOT_EXPORTED, TELLING } from "./exported-data.ts";
import { type FoundPerson, isOfPerson } from "./found-by.ts";
import { PERSONAL_DATA } from "./personal-data.ts";
import type { TableData } from "./table-data.ts";

export type ExportedRow = Record<string, unknown>;

/** Lists the tables whose rows of a person are handed out, in the order of their names. */
export const listExportedTables = (): PersonTable[] =>
  listPersonTables()
    .filter(({ table }) => NOT_EXPORTED[table] === undefined)
    .toSorted((one, other) => (one.table < other.table ? -1 : 1));

const exportedColumns = ({ table, place }: PersonTable): string[] => {
  const { none }: TableData = PERSONAL_DATA[table];
  const own = place.columns.filter((column) => NOT_EXPORTED[`${table}.${column}`] === undefined);
  return [...TELLING.filter((column) => none.includes(column)), ...own];
};

/** Reads a person's rows of a table, opened where they are sealed. */
export const readRowsOf = async (
  tx: OrganizationTransaction,
  secrets: SecretBox,
  { place, person }: { place: PersonTable; person: FoundPerson },
): Promise<ExportedRow[]> => {
  const columns = exportedColumns(place);
  const sealed = sealedColumns.find(({ table }) => table === place.table);
  const all = [...new Set([...columns, ...(sealed?.boundTo ?? [])])];
  const { rows } = await sql<ExportedRow>`
    select ${sql.join(all.map((column) => sql.ref(column)))} from ${sql.table(place.table)}
    where ${isOfPerson(place.place.by, place.place.column, person)} order by ctid`.execute(tx);
  return rows.map((row) => {
    const bound = Object.fromEntries(
      (sealed?.boundTo ?? []).map((column): [string, string] => [column, String(row[column])]),
    );
    return Object.fromEntries(
      columns.map((column) => {
        const value = row[column];
        return Buffer.isBuffer(value) && sealed
          ? [column.replace(/_sealed$/, ""), readOpened(secrets.open(value, sealed.contextOf(bound)))]
          : [column, value];
      }),
    );
  });
};

const readOpened = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const MENTIONS_AT_ONCE = 500;

/** Reads the text in rows of others that names the person, page by page of the table. */
export async function* readMentions(
  inTransaction: <T>(work: (tx: OrganizationTransaction) => Promise<T>) => Promise<T>,
  { table, columns, pattern }: { table: string; columns: readonly string[]; pattern: string },
  person: FoundPerson,
): AsyncGenerator<ExportedRow[]> {
  const own = listPersonTables().find((each) => each.table === table);
  const notOwn = own ? sql`not coalesce(${isOfPerson(own.place.by, own.place.column, person)}, false)` : sql`true`;
  const names = columns.map((column) => sql`${sql.ref(column)}::text ~* ${pattern}`);
  for (let after = "(0,0)"; ; ) {
    const from = after;
    const rows = await inTransaction(async (tx) => {
      const found = await sql<ExportedRow & { row: string }>`
        select ctid::text as "row", ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
        where ctid > ${from}::tid and ${notOwn} and (${sql.join(names, sql` or `)})
        order by ctid limit ${MENTIONS_AT_ONCE}`.execute(tx);
      return found.rows;
    });
    if (rows.length > 0) yield rows.map(({ row: _, ...texts }) => texts);
    after = rows.at(-1)?.row ?? after;
    if (rows.length < MENTIONS_AT_ONCE) return;
  }
}
