import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Kysely, sql } from "kysely";
import { Client } from "pg";
import type { Migration } from "../../../infra/postgres/migrations/migration.ts";
import {
  addConstraintInSteps,
  createIndexConcurrently,
  fillInSteps,
} from "../../../infra/postgres/migrations/steps.ts";
import { runMigrations } from "../../../infra/postgres/run-migrations.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const ROWS = 12_000;

let test: TestDatabase;
let clients: Client[] = [];

beforeEach(async () => {
  test = await createTestDatabase();
  await sql`create table calls_of_a_year (id bigint generated always as identity primary key, seconds int)`.execute(
    test.everything,
  );
  await sql`insert into calls_of_a_year (seconds) select n % 100 from generate_series(1, ${ROWS}) n`.execute(
    test.everything,
  );
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.end()));
  clients = [];
  await test.drop();
});

const connect = async (): Promise<Client> => {
  const client = new Client({ connectionString: test.superuserUrl });
  await client.connect();
  clients.push(client);
  return client;
};

const run = (migrations: Record<string, Migration>, say?: (sentence: string) => void): Promise<void> =>
  runMigrations({ url: test.superuserUrl, migrations, ...(say && { say }) });

const statement =
  (text: string) =>
  async (db: Kysely<unknown>): Promise<void> => {
    await sql.raw(text).execute(db);
  };

const addColumn: Migration = { up: statement("alter table calls_of_a_year add column minutes int") };

const columns = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'calls_of_a_year'::regclass and attnum > 0 and not attisdropped order by attnum
  `.execute(test.everything);
  return rows.map(({ name }) => name);
};

const notedNames = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name like '9%' order by name
  `.execute(test.everything);
  return rows.map(({ name }) => name);
};

describe("migrations of a database that is in use", () => {
  it("go back when a table is in use, let others pass, and come again", async () => {
    const reader = await connect();
    await reader.query("begin");
    await reader.query("select * from calls_of_a_year limit 1");
    const said: string[] = [];
    const migrated = run({ "9001-column": addColumn }, (sentence) => said.push(sentence));
    await waitUntil("it was refused the table", () => said.length > 0);
    // Behind a migration that went on waiting this would wait for the reader's end.
    const other = await connect();
    await other.query("update calls_of_a_year set seconds = 0 where id = 1");
    await reader.query("commit");
    await migrated;
    expect(await columns()).toEqual(["id", "seconds", "minutes"]);
    expect(said[0]).toContain("9001-column");
  });

  it("are each done for good: one that fails takes none before it back", async () => {
    const broken: Migration = { up: statement("alter table calls_of_a_year add column x int; select 1 / 0") };
    const migrations = { "9001-column": addColumn, "9002-broken": broken };
    await expect(run(migrations)).rejects.toThrow("9002-broken");
    expect([await columns(), await notedNames()]).toEqual([["id", "seconds", "minutes"], ["9001-column"]]);
  });

  it("run once, however many processes migrate at the same time", async () => {
    let times = 0;
    const counted: Migration = {
      up: async (db) => {
        times += 1;
        await addColumn.up(db);
      },
    };
    await Promise.all([1, 2, 3].map(() => run({ "9001-column": counted })));
    expect([times, await notedNames()]).toEqual([1, ["9001-column"]]);
  });

  it("wait at every tenth attempt for as long as an autovacuum takes to give way, and give up in the end", async () => {
    const timeouts: string[] = [];
    const refused: Migration = {
      up: async (db) => {
        const { rows } = await sql<{ timeout: string }>`
          select current_setting('lock_timeout') as timeout
        `.execute(db);
        timeouts.push(...rows.map(({ timeout }) => timeout));
        await statement("do $$ begin raise exception using errcode = 'lock_not_available'; end $$")(db);
      },
    };
    const migrated = runMigrations({
      url: test.superuserUrl,
      migrations: { "9001-refused": refused },
      pause: async () => {},
    });
    await expect(migrated).rejects.toThrow(/9001-refused .* autovacuum/);
    const ten = [...Array.from({ length: 9 }, () => "300ms"), "1500ms"];
    expect(timeouts).toEqual(Array.from({ length: 12 }, () => ten).flat());
  });
});

describe("a migration in steps", () => {
  const whereEmpty = { table: "calls_of_a_year", set: "minutes = seconds / 60", where: "minutes is null" };

  /** Returns the locks that keep others from the table, as another connection sees them. */
  const hardLocks = async (): Promise<string[]> => {
    const { rows } = await sql<{ mode: string }>`
      select l.mode from pg_locks l join pg_stat_activity a using (pid)
      where l.relation = 'calls_of_a_year'::regclass and a.backend_type = 'client backend'
        and l.mode in ('ShareLock','ShareRowExclusiveLock','ExclusiveLock','AccessExclusiveLock')
    `.execute(test.everything);
    return rows.map(({ mode }) => mode);
  };

  /** Connections whose last word was about the lock of migrations. */
  const askersForTheLock = async (): Promise<number> => {
    const { rows } = await sql<{ askers: number }>`
      select count(*)::int as askers from pg_stat_activity
      where datname = current_database() and query like 'select pg%advisory_lock(%'
    `.execute(test.everything);
    return rows[0]?.askers ?? 0;
  };

  it("fills rows, makes an index and a constraint, and keeps nobody from the table in between", async () => {
    // A migration that is refused a lock begins anew: the fill was done then, and has nothing left.
    const filled: number[] = [];
    const seen: string[] = [];
    await run({
      "9001-column": addColumn,
      "9002-minutes": {
        inSteps: true,
        up: async (db) => {
          filled.push(await fillInSteps(db, whereEmpty));
          seen.push(...(await hardLocks()));
          await createIndexConcurrently(db, { name: "calls_minutes", on: "calls_of_a_year (minutes)" });
          seen.push(...(await hardLocks()));
          const rule = "check (minutes is not null)";
          await addConstraintInSteps(db, { table: "calls_of_a_year", name: "calls_have_minutes", rule });
          seen.push(...(await hardLocks()));
        },
      },
    });
    expect([filled.reduce((sum, rows) => sum + rows, 0), seen]).toEqual([ROWS, []]);
    const { rows } = await sql`
      select (select indisvalid from pg_index where indexrelid = 'calls_minutes'::regclass) as index,
        (select convalidated from pg_constraint where conname = 'calls_have_minutes') as rule,
        (select count(*)::int from calls_of_a_year where minutes is null) as empty
    `.execute(test.everything);
    expect(rows).toEqual([{ index: true, rule: true, empty: 0 }]);
  });

  it("waits for rows that somebody changes, and fills them, too", async () => {
    await run({ "9001-column": addColumn });
    const writer = await connect();
    await writer.query("begin");
    await writer.query("update calls_of_a_year set seconds = 600 where id = 77");
    const said: string[] = [];
    const up: Migration["up"] = async (db) => void (await fillInSteps(db, whereEmpty));
    const migrated = run({ "9002-fill": { inSteps: true, up } }, (sentence) => said.push(sentence));
    await waitUntil("all but that row is filled", async () => {
      const { rows } = await sql<{ empty: number }>`
        select count(*)::int as empty from calls_of_a_year where minutes is null
      `.execute(test.everything);
      return rows[0]?.empty === 1;
    });
    await writer.query("commit");
    await migrated;
    const { rows } = await sql`select minutes from calls_of_a_year where id = 77`.execute(test.everything);
    expect(rows).toEqual([{ minutes: 10 }]);
  });

  it("goes on from where it was ended, with an index that was left unfinished made anew", async () => {
    await sql`update calls_of_a_year set seconds = 5 where id in (1, 2)`.execute(test.everything);
    let attempts = 0;
    const unique: Migration = {
      inSteps: true,
      up: async (db) => {
        attempts += 1;
        await createIndexConcurrently(db, { name: "calls_once", on: "calls_of_a_year (seconds)", unique: true });
      },
    };
    await expect(run({ "9001-unique": unique })).rejects.toThrow("9001-unique");
    await sql`update calls_of_a_year set seconds = id`.execute(test.everything);
    await run({ "9001-unique": unique });
    const { rows } = await sql`
      select indisvalid as valid from pg_index where indexrelid = 'calls_once'::regclass
    `.execute(test.everything);
    expect([rows, attempts, await notedNames()]).toEqual([[{ valid: true }], 2, ["9001-unique"]]);
  });

  it("makes an index while another process waits for its turn to migrate", async () => {
    const waiters: Promise<void>[] = [];
    const migrations: Record<string, Migration> = {
      "9001-index": {
        inSteps: true,
        up: async (db) => {
          waiters.push(run(migrations));
          await waitUntil("both have asked for the lock", async () => (await askersForTheLock()) >= 2);
          await createIndexConcurrently(db, { name: "calls_seconds", on: "calls_of_a_year (seconds)" });
        },
      },
    };
    await run(migrations);
    await Promise.all(waiters);
    expect(await notedNames()).toEqual(["9001-index"]);
  });

  it("leaves alone what is called like its index in another schema", async () => {
    await sql`create schema other`.execute(test.everything);
    await sql`create table other.calls as select seconds from calls_of_a_year`.execute(test.everything);
    const unfinished = sql`create unique index concurrently calls_seconds on other.calls (seconds)`;
    await expect(unfinished.execute(test.everything)).rejects.toThrow("calls_seconds");
    const up: Migration["up"] = (db) =>
      createIndexConcurrently(db, { name: "calls_seconds", on: "calls_of_a_year (seconds)" });
    await run({ "9001-index": { inSteps: true, up } });
    const { rows } = await sql`
      select (select indisvalid from pg_index where indexrelid = 'calls_seconds'::regclass) as here,
        (select indisvalid from pg_index where indexrelid = 'other.calls_seconds'::regclass) as there
    `.execute(test.everything);
    expect(rows).toEqual([{ here: true, there: false }]);
  });
});
