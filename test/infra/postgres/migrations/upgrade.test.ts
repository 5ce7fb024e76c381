import { createHash, createHmac } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { findDoNotCall } from "../../../../infra/postgres/contact/do-not-call.repository.ts";
import { migrateDatabase } from "../../../../infra/postgres/migrate.ts";
import { migrations } from "../../../../infra/postgres/migrations/migrations.ts";
import { runMigrations } from "../../../../infra/postgres/run-migrations.ts";
import { fillTables } from "../../../factories/tenant-rows.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";
import { testSecrets } from "../../../harness/test-secrets.ts";
import { describeSchema } from "./describe-schema.ts";
import { RELEASED_SCHEMAS } from "./released-schemas.ts";

const MIGRATIONS = join(import.meta.dirname, "../../../../infra/postgres/migrations");
const BOOKKEEPING = new Set(["kysely_migration", "kysely_migration_lock"]);

/** The rows of two organizations, by table. */
type KeptRows = Record<string, object[]>;
const fileOf = (version: string) => join(import.meta.dirname, `${version}.rows.json.gz`);
const readRows = (version: string): KeptRows => JSON.parse(gunzipSync(readFileSync(fileOf(version))).toString("utf8"));

let test: TestDatabase;

beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

const listTables = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1
  `.execute(test.everything);
  return rows.map(({ name }) => name).filter((name) => !BOOKKEEPING.has(name));
};

const countRows = async (tables: readonly string[]): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.id(table)}`.execute(
      test.everything,
    );
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
};

/** Makes the database one without rows, at the schema of a migration. */
const beginAt = async (lastMigration: string): Promise<void> => {
  await sql`drop schema public cascade`.execute(test.everything);
  await sql`create schema public`.execute(test.everything);
  // Of today's schema; no release before has one beside the public one.
  await sql`drop schema if exists acts_by_month cascade`.execute(test.everything);
  const then = Object.entries(migrations).filter(([name]) => name <= lastMigration);
  await runMigrations({ url: test.superuserUrl, migrations: Object.fromEntries(then) });
};

/** Makes the database what a release has left: its schema, and rows in every table. */
const returnTo = async ({ lastMigration, version }: (typeof RELEASED_SCHEMAS)[number]): Promise<KeptRows> => {
  await beginAt(lastMigration);
  const kept = readRows(version);
  await test.everything.transaction().execute(async (tx) => {
    // Foreign keys and triggers have had their say when the rows were written.
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const [table, rows] of Object.entries(kept))
      await sql`
        insert into ${sql.id(table)} overriding system value
        select * from jsonb_populate_recordset(null::${sql.id(table)}, ${JSON.stringify(rows)}::jsonb)
      `.execute(tx);
  });
  return kept;
};

/** The kept rows are written where a run is asked to (`RECORD_ROWS=0.1.0`), before a release. */
const recordRows = async (version: string): Promise<void> => {
  await fillTables(test, "First");
  await fillTables(test, "Second");
  const kept: KeptRows = {};
  for (const table of await listTables()) {
    const { rows } = await sql<{ row: object }>`select to_jsonb(t) as row from ${sql.id(table)} t`.execute(
      test.everything,
    );
    if (rows.length > 0) kept[table] = rows.map(({ row }) => row);
  }
  writeFileSync(fileOf(version), gzipSync(JSON.stringify(kept)));
};

const recorded = process.env["RECORD_ROWS"];
if (recorded) it(`keeps the rows of ${recorded}`, () => recordRows(recorded));

describe.each(RELEASED_SCHEMAS)("an installation of $version", (released) => {
  it("is upgraded to the newest schema, and keeps its rows", async () => {
    const newest = await describeSchema(test.everything);
    const kept = await returnTo(released);
    await migrateDatabase(test.superuserUrl);
    expect(await describeSchema(test.everything)).toEqual(newest);
    const counts = Object.fromEntries(Object.entries(kept).map(([table, rows]) => [table, rows.length]));
    expect(await countRows(Object.keys(kept))).toEqual(counts);
    // Every table had rows then, so none is missed here.
    expect(Object.keys(kept).length).toBeGreaterThan(60);
  });

  it("has migrations that nobody has edited since", () => {
    const files = readdirSync(MIGRATIONS)
      .filter((file) => /^\d{4}-/.test(file) && file.replace(/\.ts$/, "") <= released.lastMigration)
      .toSorted();
    const hash = createHash("sha256");
    for (const file of files) hash.update(readFileSync(join(MIGRATIONS, file)));
    expect(hash.digest("hex")).toBe(released.textHash);
  });
});

it("acts of earlier months are moved into their months, with their ids, and sent to no webhook again", async () => {
  await beginAt("0142-kept-originals");
  await sql`
    insert into organizations (id, name) overriding system value values (7, 'Seven'), (8, 'Eight')`.execute(
    test.everything,
  );
  await sql`
    insert into acts (id, organization_id, uuid, at, kind, actor) overriding system value
    select n, 7 + n % 2, gen_random_uuid(), '2025-12-31T23:30:00Z'::timestamptz + n * interval '10 days', 'logged_in', 'user:' || n
    from generate_series(1, 40) n`.execute(test.everything);
  await sql`
    insert into webhook_endpoints (organization_id, url, events, secret_sealed)
    values (7, 'https://hooks.example', '{audit.act}', 'x')`.execute(test.everything);
  const acts = sql`select id, organization_id, uuid, at::text, kind, actor from acts order by id`;
  const before = await acts.execute(test.everything);

  await migrateDatabase(test.superuserUrl);
  expect((await acts.execute(test.everything)).rows).toEqual(before.rows);
  const { rows: misplaced } = await sql`
    select id from acts where tableoid::regclass::text <> 'acts_by_month.acts_' || to_char(at at time zone 'UTC', 'YYYY_MM')`.execute(
    test.everything,
  );
  expect(misplaced).toEqual([]);
  const { rows: delivered } = await sql`select id from webhook_deliveries`.execute(test.everything);
  expect(delivered).toEqual([]);
  const { rows: next } = await sql<{ id: number }>`
    insert into acts (organization_id, uuid, kind, actor) values (7, gen_random_uuid(), 'logged_in', 'user:1') returning id::int`.execute(
    test.everything,
  );
  expect(next).toEqual([{ id: 41 }]);
});

describe("keys of marks that stood in clear", () => {
  const NUMBER = "+14155550171";
  const KEY = Buffer.from("5a17".repeat(16), "hex");
  const pads = [0x36, 0x5c].map((pad) =>
    Buffer.from(Buffer.concat([KEY, Buffer.alloc(64 - KEY.length)]).map((byte) => byte ^ pad)),
  );

  beforeEach(async () => {
    await beginAt("0211-hottest-first");
    await sql`insert into organizations (id, name) overriding system value values (7, 'Seven'), (8, 'Eight')`.execute(
      test.everything,
    );
    await sql`insert into privacy_keys values (7, ${pads[0]}, ${pads[1]})`.execute(test.everything);
    await test.everything.transaction().execute(async (tx) => {
      await sql`select set_config('app.organization_id', '7', true)`.execute(tx);
      await sql`
        insert into do_not_call (organization_id, phone_number, source) values (7, person_mark(7, ${NUMBER}), 'manual')`.execute(
        tx,
      );
    });
  });

  it("are sealed, know the same people again and leave no trace in the files", async () => {
    await migrateDatabase(test.superuserUrl, { secrets: testSecrets });
    const found = await test.database.inOrganization(7, (tx) => findDoNotCall(tx, NUMBER));
    expect(found?.phone_number).toBe(`erased:${createHmac("sha256", KEY).update(NUMBER).digest("hex")}`);
    await sql`checkpoint`.execute(test.everything);
    const { rows } = await sql`
      with folder as (select 'base/' || oid as path from pg_database where datname = current_database())
      select file from folder, pg_ls_dir(path) file, unnest(${[KEY, ...pads.map((pad) => pad.subarray(0, KEY.length))]}::bytea[]) bytes
      where position(bytes in coalesce(pg_read_binary_file(path || '/' || file, 0, 100000000, true), '')) > 0`.execute(
      test.everything,
    );
    expect(rows).toEqual([]);
  });

  it("stay as they are until the migration has a key to seal them with", async () => {
    const refusal = await migrateDatabase(test.superuserUrl).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ cause: { message: expect.stringContaining("set ENCRYPTION_KEY") } });
    const { rows } = await sql`select inner_pad from privacy_keys`.execute(test.everything);
    expect(rows).toEqual([{ inner_pad: pads[0] }]);
  });
});
