import { type Kysely, sql } from "kysely";
import { type SecretBox, sealingKeyOf } from "../../secrets/secret-box.ts";
import type { Tables } from "../tables.ts";
import { type SealedColumns, sealedColumns } from "./sealed-columns.ts";

const ROWS_AT_A_TIME = 200;

/** What became of one column's values. */
export interface ResealedColumn {
  /** `credentials.data_sealed` */
  column: string;
  /** Sealed anew by this run. */
  resealed: number;
  /** Values that no configured key opens, by the id of the key that sealed them. */
  unopened: Record<string, number>;
}

/**
 * Seals every value anew that another key than the current one has sealed. Each row is a transaction of its own, and a
 * value that changed meanwhile is left to its writer: it may be broken off and run again, while everything works.
 * `db`: a login that sees every organization. `onColumn` is told of each column when it is done.
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
        const key = sealingKeyOf(sealed);
        done.unopened[key] = (done.unopened[key] ?? 0) + 1;
      } else done.resealed += await replaceValue(db, secrets, { ...place, row, sealed, bound, plaintext });
      after = row;
    }
    if (values.length < ROWS_AT_A_TIME) return done;
  }
};

interface SealedValue {
  /** Where PostgreSQL keeps the row. */
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

/** Null: no configured key has sealed it, or it was sealed for another place. */
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

/** 0 where the value was changed meanwhile, or its row is gone. */
const replaceValue = async (db: Kysely<Tables>, secrets: SecretBox, change: Replacement): Promise<number> => {
  const { table, column, row, sealed, bound, plaintext } = change;
  const keyId = table.keyIdColumn ? sql`, ${sql.ref(table.keyIdColumn)} = ${secrets.keyId}` : sql``;
  const { numAffectedRows } = await sql`
    update ${sql.table(table.table)}
    set ${sql.ref(column)} = ${secrets.seal(plaintext, table.contextOf(bound))}${keyId}
    where ctid = ${row}::tid and ${sql.ref(column)} = ${sealed}`.execute(db);
  return Number(numAffectedRows ?? 0n);
};

/** A line of what became of one column. */
export const resealSentence = ({ column, resealed, unopened }: ResealedColumn): string => {
  const keys = Object.entries(unopened).map(([key, count]) => `${count} that key ${key} has sealed`);
  return `${column}: ${resealed} sealed anew${keys.length > 0 ? `; could not be opened: ${keys.join(", ")}` : ""}`;
};
