import { Client } from "pg";
import { waitUntil } from "../../harness/wait-until.ts";

/** Makes a worker that writes to a table wait until it is killed. */
export interface StopPoint {
  table: string;
  event: "insert" | "update" | "delete";
  /** A condition on the row, in SQL: `new.ordinal = 2`. */
  when?: string;
  /** `statement`: the transaction is rolled back; `commit`: it is committed, and the worker never gets the answer. */
  at: "statement" | "commit";
}

export interface StopPoints {
  stopAt(point: StopPoint): Promise<void>;
  /** Stops a process that reads a version's passages page by page, at the second page. */
  stopAtSecondPage(): Promise<void>;
  /** Waits until somebody waits there. */
  reached(): Promise<void>;
  /** Tells whether somebody waits there. */
  isReached(): Promise<boolean>;
  /** Takes the point away; what waited there, of a worker that is no more, ends. */
  letGo(): Promise<void>;
  /** Stops every reader and writer of a table, until `unlock`. */
  lock(table: string): Promise<void>;
  lockReached(table: string): Promise<void>;
  unlock(): Promise<void>;
  /** Rows that were written or tried to be written since the test began, also in transactions that were broken off. */
  tried(): Promise<Record<(typeof COUNTED)[number]["name"], number>>;
  query<T extends object>(text: string): Promise<T[]>;
  close(): Promise<void>;
}

const KEY = 4711;

const COUNTED = [
  { name: "files", table: "document_versions", event: "update of document_type" },
  { name: "parts", table: "document_parts", event: "insert" },
  { name: "passages", table: "document_passages", event: "insert" },
  { name: "vectors", table: "document_passages", event: "update of embedding" },
] as const;

/** Sequences count on when a transaction is undone. */
const SETUP = `
  create function hold_here() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${KEY}); return coalesce(new, old); end $$;
  create function count_here() returns trigger language plpgsql security definer as $$
    begin perform nextval(tg_argv[0]::regclass); return new; end $$;
  ${COUNTED.map(
    ({ name, table, event }) => `
      create sequence tried_${name};
      create trigger count_${name} before ${event} on ${table} for each row execute function count_here('tried_${name}');`,
  ).join("")}`;

/** Asked once for each statement. Passages are read page by page by nothing else than this statement. */
const SECOND_PAGE = `
  create sequence pages_read;
  create function hold_second_page() returns boolean language plpgsql security definer as $$ begin
    if current_query() like 'select * from "document_passages"%order by "chunk_index" limit%' and nextval('pages_read') = 2
    then perform pg_advisory_xact_lock(${KEY}); end if;
    return true;
  end $$;
  create policy hold on document_passages as restrictive for select using ((select hold_second_page()))`;

/** Places in a test's database where a process is stopped while it writes, to be killed right there. */
export const openStopPoints = async (url: string): Promise<StopPoints> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(SETUP);
  const query = async <T extends object>(text: string): Promise<T[]> => (await client.query<T>(text)).rows;
  const somebodyWaits = async (condition: string) =>
    (
      await query(
        `select 1 from pg_locks where not granted and ${condition}
         and database = (select oid from pg_database where datname = current_database())`,
      )
    ).length > 0;
  let table: string | null = null;
  let takeAway = "";
  return {
    query,
    stopAt: async (point) => {
      await query(`select pg_advisory_lock(${KEY})`);
      const when = point.when ? `when (${point.when})` : "";
      const kind =
        point.at === "commit"
          ? `create constraint trigger hold after ${point.event} on ${point.table} deferrable initially deferred`
          : `create trigger hold before ${point.event} on ${point.table}`;
      await query(`${kind} for each row ${when} execute function hold_here()`);
      table = point.table;
      takeAway = `drop trigger hold on ${table}`;
    },
    stopAtSecondPage: async () => {
      await query(`select pg_advisory_lock(${KEY})`);
      await query(SECOND_PAGE);
      table = "document_passages";
      takeAway = "drop policy hold on document_passages; drop function hold_second_page; drop sequence pages_read";
    },
    reached: async () => {
      await waitUntil(`somebody stops at ${table}`, () => somebodyWaits("locktype = 'advisory'"));
    },
    isReached: () => somebodyWaits("locktype = 'advisory'"),
    letGo: async () => {
      await query(`select pg_advisory_unlock(${KEY})`);
      await query(takeAway);
    },
    lock: async (name) => {
      await query("begin");
      await query(`lock table ${name} in access exclusive mode`);
    },
    lockReached: async (name) => {
      await waitUntil(`somebody waits for ${name}`, () => somebodyWaits(`relation = '${name}'::regclass`));
    },
    unlock: async () => void (await query("rollback")),
    tried: async () => {
      const counts = { files: 0, parts: 0, passages: 0, vectors: 0 };
      for (const { name } of COUNTED) {
        const [row] = await query<{ count: string }>(
          `select case when is_called then last_value else 0 end as count from tried_${name}`,
        );
        counts[name] = Number(row?.count);
      }
      return counts;
    },
    close: () => client.end(),
  };
};
