import type { CompiledQuery, Insertable, Selectable } from "kysely";
import type { OrganizationTransaction } from "./organization-transaction.ts";
import type { Tables } from "./tables.ts";

/**
 * Inserts a row that its transaction does not change again, and returns it as stored. The statement for these columns of
 * the table is compiled once: to compose it, or an entity for the row, costs as much as the rest of a small change.
 */
export const insertRow = async <Table extends keyof Tables>(
  tx: OrganizationTransaction,
  table: Table,
  values: Insertable<Tables[Table]>,
): Promise<Selectable<Tables[Table]>> => {
  // Kysely leaves undefined columns out, too.
  const columns = Object.entries(values).filter(([, value]) => value !== undefined);
  const name = [table, ...columns.map(([column]) => column)].join(" ");
  const statement = compiled.get(name) ?? tx.insertInto(table).values(values).returningAll().compile();
  compiled.set(name, statement);
  const parameters = columns.map(([, value]) => value);
  const { rows } = await tx.executeQuery<Selectable<Tables[Table]>>({ ...statement, parameters });
  const [row] = rows;
  if (row === undefined) throw new Error(`${table}: the inserted row was not returned`);
  return row;
};

/** By table and columns. */
const compiled = new Map<string, CompiledQuery>();
