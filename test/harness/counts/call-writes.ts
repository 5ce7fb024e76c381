import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../infra/postgres/tables.ts";

/** The writes of calls' transactions, by the server's write-ahead log: exact, whatever else it does meanwhile. */
export interface CallWrites {
  /** Rows inserted and updated, by table: "call_runs INSERT", "call_runs HOT_UPDATE". */
  rows: Record<string, number>;
  /** New entries, by index. */
  indexEntries: Record<string, number>;
}

export interface WriteLog {
  /** Returns the writes since `from`, a place in the log. */
  writesSince(from: string): Promise<CallWrites>;
  /** The place where the log ends now. */
  end(): Promise<string>;
  close(): Promise<void>;
}

/** `everything` is the superuser's: nobody else may read the log, which the server keeps until it is closed. */
export const openWriteLog = async (everything: Kysely<Tables>): Promise<WriteLog> => {
  const slot = `counts_${crypto.randomUUID().replaceAll("-", "")}`;
  await sql`create extension if not exists pg_walinspect`.execute(everything);
  await sql`select pg_create_physical_replication_slot(${slot}, true)`.execute(everything);
  return {
    writesSince: (from) => readWrites(everything, from),
    end: async () => {
      const { rows } = await sql<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`.execute(everything);
      return rows[0]?.lsn ?? "";
    },
    close: async () => {
      await sql`select pg_drop_replication_slot(${slot})`.execute(everything);
    },
  };
};

const ROW_RECORDS = ["INSERT", "MULTI_INSERT", "UPDATE", "HOT_UPDATE", "DELETE"];
/** One for each entry: a page that is split is written together with the entry that split it. */
const ENTRY_RECORDS = ["INSERT_LEAF", "INSERT_POST", "SPLIT_L", "SPLIT_R", "INSERT", "UPDATE_META_PAGE"];

const readWrites = async (everything: Kysely<Tables>, from: string): Promise<CallWrites> => {
  const { rows } = await sql<{ kind: string; name: string; record: string; count: number }>`
    with written as materialized (
      select b.xid, b.relfilenode, b.start_lsn, b.resource_manager as manager, split_part(b.record_type, '+', 1) as record
      from pg_get_wal_block_info(${from}::pg_lsn, pg_current_wal_flush_lsn(), false) b
      where b.reldatabase = (select oid from pg_database where datname = current_database())
        and b.resource_manager in ('Heap', 'Heap2', 'Btree', 'Gin')
    ), of_calls as (
      select distinct xid from written where manager in ('Heap', 'Heap2') and record <> 'LOCK'
        and relfilenode in (pg_relation_filenode('call_runs'), pg_relation_filenode('carrier_events'))
    )
    select c.relkind::text as kind, c.relname as name, w.record, count(distinct w.start_lsn)::int as count
    from written w join of_calls using (xid) join pg_class c on pg_relation_filenode(c.oid) = w.relfilenode
    where (c.relkind = 'r' and w.record = any(${ROW_RECORDS})) or (c.relkind = 'i' and w.record = any(${ENTRY_RECORDS}))
    group by 1, 2, 3 order by 2, 3`.execute(everything);
  const indexEntries: Record<string, number> = {};
  for (const { kind, name, count } of rows) if (kind === "i") indexEntries[name] = (indexEntries[name] ?? 0) + count;
  const written = rows.filter(({ kind }) => kind === "r");
  return {
    rows: Object.fromEntries(written.map(({ name, record, count }) => [`${name} ${record}`, count])),
    indexEntries,
  };
};
