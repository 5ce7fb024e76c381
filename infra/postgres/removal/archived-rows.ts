import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import { PERSONAL_DATA } from "../privacy/personal-data.ts";

/** What an archive has of each run, by the names of its files. */
const FILES = {
  runs: { table: "call_runs", run: "id" },
  carrier_events: { table: "carrier_events", run: "run_id" },
  conversations: { table: "conversations", run: "run_id" },
  turns: { table: "conversation_turns", run: "run_id" },
  tool_calls: { table: "tool_calls", run: "run_id" },
  model_requests: { table: "model_requests", run: "run_id" },
} as const;
type ArchivedFile = keyof typeof FILES;

/** How the platform handed a call over is nobody's business later. */
const LEFT_OUT: readonly string[] = ["organization_id", "claim_token", "pace_slot_at"];

/** Only columns that hold nothing of a person: so an archive names nobody, and an erasure has nothing to do in it. */
const columnsOf = (file: ArchivedFile): string[] =>
  PERSONAL_DATA[FILES[file].table].none.filter((column) => !LEFT_OUT.includes(column));

/** Where the record's entries of a run are, by which their proofs are found. */
const RECORD_ENTRIES = sql`(
  select string_agg(e.index::text, ' ' order by e.index) from record_entries e where e.run_uuid = archived.uuid)`;

export interface ArchivedRows {
  name: ArchivedFile;
  columns: string[];
  rows: Record<string, string | null>[];
}

/** Reads what an archive has of these runs; every value as text, instants as ISO 8601. */
export const readArchivedRows = async (
  tx: OrganizationTransaction,
  runIds: readonly number[],
): Promise<ArchivedRows[]> => {
  const files: ArchivedRows[] = [];
  for (const name of ["runs", "carrier_events", "conversations", "turns", "tool_calls", "model_requests"] as const) {
    const { table, run } = FILES[name];
    const columns = columnsOf(name);
    const values = columns.map(
      (column) => sql`to_json(${sql.ref(`archived.${column}`)}) #>> '{}' as ${sql.ref(column)}`,
    );
    if (name === "runs") {
      columns.push("record_entries");
      values.push(sql`${RECORD_ENTRIES} as record_entries`);
    }
    const { rows } = await sql<Record<string, string | null>>`
      select ${sql.join(values)} from ${sql.table(table)} archived
      where ${sql.ref(`archived.${run}`)} = any(${[...runIds]}::bigint[]) order by ${sql.ref(`archived.${run}`)}`.execute(
      tx,
    );
    files.push({ name, columns, rows });
  }
  return files;
};
