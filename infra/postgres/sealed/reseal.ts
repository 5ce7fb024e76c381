import { type Kysely, sql } from "kysely";
import { readSealingKeyId, type SecretBox } from "../../secrets/secret-box.ts";
import type { Tables } from "../tables.ts";
import { type SealedColumns, sealedColumns } from "./sealed-columns.ts";

const ROWS_AT_A_TIME = 200;

/** The result for one column's values. */
export interface ResealedColumn {
  /** Named as `credentials.data_sealed`. */
  column: string;
  /** Values that this run sealed again. */
  resealed: number;
  /** Values that no configured key opens, by the id of the key that sealed them. */
  unopened: Record<string, number>;
}

/**
 * Seals again every value that was sealed with an old key. Each row is a transaction of its own, and a value that
 * changed meanwhile is left to its writer, so it can be interrupted and repeated while the platform runs. `db`: a login
 * that sees every organization. `onColumn` is called when a column is done.
 */
export const resealEverything = async (
  db: Kysely<Tables>,
  secrets: SecretBox,
  onColumn: (column: ResealedColumn) => void = () => {},
): Promise<ResealedColumn[]> => {
  const columns: ResealedColumn[] = [];
  for (const table of sealedColumns) {
    for (const column of table.columns) {
      const done = await resealColumn(db, secrets, { table, column });
      onColumn(done);
      columns.push(done);
    }
  }
  return columns;
};

interface Place {
  table: SealedColumns;
  column: string;
}

const resealColumn = async (db: Kysely<Tables>, secrets: SecretBox, place: Place): Promise<ResealedColumn> => {
  const done: ResealedColumn = { column: `${place.table.table}.${place.column}`, resealed: 0, unopened: {} };
  let after = "(0,0)";
  for (;;) {
    const values = await readValues(db, { ...place, after, currentKey: Buffer.from(secrets.keyId, "hex") });
    for (const { row, sealed, bound } of values) {
      const plaintext = openOrNull(secrets, sealed, place.table.contextOf(bound));
      if (plaintext === null) {
        const key = readSealingKeyId(sealed);
        done.unopened[key] = (done.unopened[key] ?? 0) + 1;
      } else done.resealed += await replaceValue(db, secrets, { ...place, row, sealed, bound, plaintext });
      after = row;
    }
    if (values.length < ROWS_AT_A_TIME) return done;
  }
};

interface SealedValue {
  /** The row's `ctid`. */
  row: string;
  sealed: Buffer;
  bound: Record<string, string>;
}

const readValues = async (
  db: Kysely<Tables>,
  { table, column, after, currentKey }: Place & { after: string; currentKey: Buffer },
): Promise<SealedValue[]> => {
  const bound = table.boundTo.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}::text`);
  const { rows } = await sql<SealedValue>`
    select ctid::text as row, ${sql.ref(column)} as sealed, jsonb_build_object(${sql.join(bound)}) as bound
    from ${sql.table(table.table)}
    where ctid > ${after}::tid and ${sql.ref(column)} is not null
      and substring(${sql.ref(column)} from 1 for ${currentKey.length}) <> ${currentKey}
    order by ctid limit ${ROWS_AT_A_TIME}`.execute(db);
  return rows;
};

/** Returns null when no configured key opens the value, or it was sealed for another context. */
const openOrNull = (secrets: SecretBox, sealed: Buffer, context: string): string | null => {
  try {
    return secrets.open(sealed, context);
  } catch {
    return null;
  }
};

interface Replacement extends Place, SealedValue {
  plaintext: string;
}

/** Returns 0 where the value was changed meanwhile, or its row was deleted. */
const replaceValue = async (db: Kysely<Tables>, secrets: SecretBox, change: Replacement): Promise<number> => {
  const { table, column, row, sealed, bound, plaintext } = change;
  const keyId = table.keyIdColumn ? sql`, ${sql.ref(table.keyIdColumn)} = ${secrets.keyId}` : sql``;
  const { numAffectedRows } = await sql`
    update ${sql.table(table.table)}
    set ${sql.ref(column)} = ${secrets.seal(plaintext, table.contextOf(bound))}${keyId}
    where ctid = ${row}::tid and ${sql.ref(column)} = ${sealed}`.execute(db);
  return Number(numAffectedRows ?? 0n);
};

/** Describes the result of one column in a line. */
export const describeReseal = ({ column, resealed, unopened }: ResealedColumn): string => {
  const keys = Object.entries(unopened).map(([key, count]) => `${count} that key ${key} has sealed`);
  return `${column}: ${resealed} sealed again${keys.length > 0 ? `; could not be opened: ${keys.join(", ")}` : ""}`;
};
