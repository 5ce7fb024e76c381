import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { openTestStack } from "../harness/test-stack.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { ANSWERED_AT_ONCE, dialEverybody, LONG_CALLS } from "./dial-everybody.ts";
import { DATABASES, startTemporalOnPostgres, type TemporalOnPostgres } from "./temporal-on-postgres.ts";

const CALLS = 1000;
const CONCURRENCY = 300;
const IDLE_SECONDS = 30;
const MOST_LOG_KB = 90;
const MOST_STANDING_KB = 20;

/** What one call writes and leaves in Temporal's two databases, on a PostgreSQL that has nothing else in it. */
export const temporalBench: BenchPart = {
  name: "temporal",
  title: "log and standing bytes of a call in Temporal's databases on PostgreSQL (Go builds its server the first time)",
  run: async (context) => {
    const folder = mkdtempSync(join(tmpdir(), "ringdown-temporal-"));
    // Started by root, PostgreSQL runs as another user, who must get in.
    chmodSync(folder, 0o755);
    const temporal = await startTemporalOnPostgres(folder);
    try {
      return await measure(temporal, context);
    } finally {
      await temporal.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

interface Tried {
  what: string;
  settings: Record<string, string>;
  prepare?(visibility: Client): Promise<void>;
}

/** What an operator chooses between, one after another on the same server. */
const TRIED: readonly Tried[] = [
  {
    what: "as PostgreSQL comes",
    settings: { wal_compression: "off", max_wal_size: "1GB", checkpoint_timeout: "5min" },
  },
  {
    what: "with compressed pages in its log, and a checkpoint every half hour",
    settings: { wal_compression: "pglz", max_wal_size: "8GB", checkpoint_timeout: "30min" },
  },
  {
    what: "and without the indexes of search attributes that nobody has",
    settings: {},
    prepare: async (visibility: Client): Promise<void> => {
      await visibility.query("analyze executions_visibility");
      const { rows } = await visibility.query<{ name: string }>(INDEXES_OF_UNUSED);
      for (const { name } of rows) await visibility.query(`drop index ${name}`);
    },
  },
];

/** Temporal has three to ten columns of each kind for attributes of one's own, each with an index in which every workflow stands. */
const INDEXES_OF_UNUSED = `
  select distinct indexrelid::regclass::text as name from pg_index i
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
  join pg_stats s on s.tablename = 'executions_visibility' and s.attname = a.attname and s.null_frac = 1
  where i.indrelid = 'executions_visibility'::regclass and not i.indisprimary
    and a.attname ~ '^(bool|datetime|double|int|keyword|text|keywordlist)[0-9][0-9]$'`;

const measure = async (temporal: TemporalOnPostgres, { scale, say }: BenchContext): Promise<BenchRow[]> => {
  const count = Math.max(Math.round(CALLS * scale), 100);
  const stack = await openTestStack({ TEMPORAL_ADDRESS: temporal.address });
  const [main, visibility] = await Promise.all(DATABASES.map((database) => open(temporal.url(database))));
  try {
    if (!main || !visibility) throw new Error("Temporal has two databases");
    await dialEverybody(stack.running, { count: 50, script: ANSWERED_AT_ONCE, concurrency: CONCURRENCY });
    const rows: BenchRow[] = [];
    for (const { what, settings, prepare } of TRIED) {
      await configure(main, settings);
      await prepare?.(visibility);
      const idle = await logWhile(main, () => delay(IDLE_SECONDS * 1000));
      const before = [await standingOf(main), await standingOf(visibility)] as const;
      await main.query("checkpoint");
      say(`${count} calls of 15 s, ${what}`);
      let perSecond = 0;
      const busy = await logWhile(main, async () => {
        const plan = { count, script: LONG_CALLS, concurrency: CONCURRENCY };
        ({ perSecond } = await dialEverybody(stack.running, plan));
      });
      const after = [await standingOf(main), await standingOf(visibility)] as const;
      const perCall = (bytes: number) => bytes / count / 1024;
      const logged = busy.bytes - (idle.bytes / idle.seconds) * busy.seconds;
      const measured = [
        row(`kB of log of a call, ${what}`, { measured: perCall(logged), most: MOST_LOG_KB }),
        row("pages of a call that are written whole, once after each checkpoint", { measured: busy.pages / count }),
        row("standing kB of a call, history and tasks", { measured: perCall(after[0] - before[0]) }),
        row("standing kB of a call, visibility", { measured: perCall(after[1] - before[1]) }),
        row("standing kB of a call, both", {
          measured: perCall(after[0] - before[0] + after[1] - before[1]),
          most: MOST_STANDING_KB,
        }),
        row("calls a second, the last one's 15 s included", { measured: perSecond }),
        row("kB of log a second while nobody calls", { measured: idle.bytes / idle.seconds / 1024 }),
      ];
      for (const { figure, measured: value } of measured) say(`  ${value} ${figure}`);
      rows.push(...measured);
    }
    return rows;
  } finally {
    await Promise.all([main?.end(), visibility?.end()]);
    await stack.close();
  }
};

const open = async (url: string): Promise<Client> => {
  const client = new Client(url);
  await client.connect();
  return client;
};

const configure = async (client: Client, settings: Record<string, string>): Promise<void> => {
  for (const [name, value] of Object.entries(settings)) await client.query(`alter system set ${name} = '${value}'`);
  await client.query("select pg_reload_conf()");
};

/** What the server's log grew by, and how many pages were written to it whole. */
const logWhile = async (client: Client, work: () => Promise<unknown>) => {
  const before = await readLog(client);
  const startedMs = performance.now();
  await work();
  const after = await readLog(client);
  return {
    bytes: after.bytes - before.bytes,
    pages: after.pages - before.pages,
    seconds: (performance.now() - startedMs) / 1000,
  };
};

const readLog = async (client: Client): Promise<{ bytes: number; pages: number }> => {
  const { rows } = await client.query<{ bytes: string; fpi: string }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes, wal_fpi as fpi from pg_stat_wal",
  );
  return { bytes: Number(rows[0]?.bytes ?? 0), pages: Number(rows[0]?.fpi ?? 0) };
};

/** What its tables and indexes hold when they are packed: what a vacuum would leave free is used again and does not stand. */
const standingOf = async (client: Client): Promise<number> => {
  await client.query("vacuum full");
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return Number(rows[0]?.bytes ?? 0);
};

const row = (figure: string, { measured, most }: { measured: number; most?: number }): BenchRow => ({
  figure,
  measured: measured.toFixed(1),
  floor: "",
  ratio: null,
  goal: most === undefined ? "" : `≤ ${most}`,
  holds: most === undefined ? null : measured <= most,
});
