import { type RawBuilder, sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";
import { type FoundPerson, isOfPerson } from "./found-by.ts";
import { markOf } from "./mark-keys.ts";
import { PERSONAL_DATA } from "./personal-data.ts";
import { type FoundBy, MARK, type TableData } from "./table-data.ts";

/** What hangs on other rows goes before them. */
const ORDER: readonly FoundBy[] = ["delivery", "scenario", "run", "number"];

type PersonRows = NonNullable<TableData["person"]>;

export interface PersonTable {
  table: keyof Tables;
  place: PersonRows;
}

const isTable = (name: string): name is keyof Tables => Object.hasOwn(PERSONAL_DATA, name);

/** Lists the tables that have rows of a person, in the order in which they are erased. */
export const listPersonTables = (): PersonTable[] =>
  Object.keys(PERSONAL_DATA)
    .filter(isTable)
    .flatMap((table) => {
      const { person } = PERSONAL_DATA[table];
      return person ? [{ table, place: person }] : [];
    })
    .toSorted((one, other) => ORDER.indexOf(one.place.by) - ORDER.indexOf(other.place.by));

/** Counts a person's rows in a table. */
export const countRowsOf = async (
  tx: OrganizationTransaction,
  { table, place }: PersonTable,
  person: FoundPerson,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${isOfPerson(place.by, place.column, person)}`.execute(tx);
  return rows[0]?.count ?? 0;
};

/** Removes or empties a person's rows in a table; returns how many. Rows that another step deals with are left. */
export const eraseRowsOf = async (
  tx: OrganizationTransaction,
  { table, place }: PersonTable,
  person: FoundPerson,
): Promise<number> => {
  const rows = isOfPerson(place.by, place.column, person);
  if (place.erased === "removed") return table === "contacts" ? removeContacts(tx, rows) : remove(tx, table, rows);
  if ("elsewhere" in place.erased) return 0;
  return empty(tx, { table, rows, changes: place.erased });
};

const affected = ({ numAffectedRows }: { numAffectedRows?: bigint }): number => Number(numAffectedRows ?? 0n);

const remove = async (tx: OrganizationTransaction, table: string, rows: RawBuilder<boolean>): Promise<number> =>
  affected(await sql`delete from ${sql.table(table)} where ${rows}`.execute(tx));

/** Lists count their contacts; they are locked first, as by whoever else changes them. */
const removeContacts = async (tx: OrganizationTransaction, rows: RawBuilder<boolean>): Promise<number> => {
  await sql`
    select id from contact_lists where id in (select contact_list_id from contacts where ${rows}) order by id for update`.execute(
    tx,
  );
  return affected(
    await sql`
      with gone as (delete from contacts where ${rows} returning contact_list_id), counted as (
        update contact_lists l set contact_count = l.contact_count - g.contacts
        from (select contact_list_id, count(*) as contacts from gone group by 1) g where l.id = g.contact_list_id
      ) select from gone`
      .execute(tx)
      .then(({ rows: gone }) => ({ numAffectedRows: BigInt(gone.length) })),
  );
};

interface Emptying {
  table: string;
  rows: RawBuilder<boolean>;
  changes: { emptied: Readonly<Record<string, string>>; also?: Readonly<Record<string, string>> };
}

/** A row that is empty already is not counted again. */
const empty = async (tx: OrganizationTransaction, { table, rows, changes }: Emptying): Promise<number> => {
  const valueOf = (column: string, left: string) =>
    left === MARK ? markOf(tx, { organizationId: sql`organization_id`, known: sql.ref(column) }) : sql.raw(left);
  const assign = ([column, left]: [string, string]) => sql`${sql.ref(column)} = ${valueOf(column, left)}`;
  const differs = ([column, left]: [string, string]) =>
    sql`${sql.ref(column)} is distinct from ${valueOf(column, left)}`;
  const emptied = Object.entries(changes.emptied);
  const all = [...emptied, ...Object.entries(changes.also ?? {})];
  return affected(
    await sql`
      update ${sql.table(table)} set ${sql.join(all.map(assign))}
      where ${rows} and (${sql.join([...emptied, ...Object.entries(changes.also ?? {})].map(differs), sql` or `)})`.execute(
      tx,
    ),
  );
};
