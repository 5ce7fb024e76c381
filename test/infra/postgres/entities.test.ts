import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { EntityCaseNamingStrategy, MikroORM } from "@mikro-orm/postgresql";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Pool } from "pg";
import { entities } from "../../../infra/postgres/entities.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
/** One connection, so that a test's transaction covers everything that is read through it. */
let connection: Kysely<unknown>;
let orm: MikroORM;

beforeAll(async () => {
  test = await createTestDatabase();
  const pool = new Pool({ connectionString: test.superuserUrl, max: 1 });
  connection = new Kysely({ dialect: new PostgresDialect({ pool }) });
  orm = new MikroORM({
    entities: [...entities],
    namingStrategy: EntityCaseNamingStrategy,
    driverOptions: connection,
    dbName: new URL(test.url).pathname.slice(1),
    ensureDatabase: false,
    // Triggers and functions are looked at below.
    schemaGenerator: { ignoreTriggers: true, ignoreRoutines: true, skipTables: [/^kysely_/] },
  });
});
afterAll(async () => {
  await orm.close();
  await test.drop();
});

/** An entity must have a primary key; what tells rows of run_counts apart may be null, and acts lie in months, so that these tables have none. */
const KEY_OF_COUNTS = /^alter table "(run_counts|acts)" add .*primary key/;

/** Returns the changes that would make the database match the entities; they are never run, the migrations are. */
const differences = async (): Promise<string[]> => {
  const statements = await orm.schema.getUpdateSchemaSQL({ wrap: false });
  return statements.split("\n").filter((line) => line !== "" && !KEY_OF_COUNTS.test(line));
};

/** Returns what `look` sees of the schema after `statement`, which is rolled back afterwards. */
const afterPlanting = async <T>(statement: string, look: () => Promise<T>): Promise<T> => {
  await sql`begin`.execute(connection);
  try {
    await sql.raw(statement).execute(connection);
    return await look();
  } finally {
    await sql`rollback`.execute(connection);
  }
};

describe("the entities and the tables that the migrations have made", () => {
  it("say the same", async () => {
    expect(await differences()).toEqual([]);
  });

  it.each([
    ["a column that is missing", "alter table tools drop column icon", /add "icon" text/],
    ["a column too many", "alter table tools add column colour text", /drop column "colour"/],
    ["a column's type", "alter table webhook_endpoints alter column failures type bigint", /"failures"/],
    ["a column that may be empty", "alter table tools alter column name drop not null", /"name" set not null/],
    ["a column that may not be empty", "alter table tools alter column icon set not null", /"icon" drop not null/],
    ["a default", "alter table organizations alter column artifact_link_days set default 8", /artifact_link_days/],
    ["a default that is missing", "alter table tools alter column status drop default", /"status" set default/],
    [
      "the values of an enum",
      `alter table tools drop constraint tools_status_check;
       alter table tools add constraint tools_status_check check (status in ('active', 'archived'))`,
      /tools_status_check/,
    ],
    [
      "a check",
      `alter table organizations drop constraint organizations_retention_days_check;
       alter table organizations add constraint organizations_retention_days_check check (retention_days >= 2)`,
      /organizations_retention_days_check/,
    ],
    ["an index that is missing", "drop index tools_organization", /create index "tools_organization"/],
    ["an index too many", "create index tools_name on tools (name)", /drop index "tools_name"/],
    [
      "the columns of an index",
      "drop index tools_organization; create index tools_organization on tools (organization_id, name)",
      /tools_organization/,
    ],
    [
      "the condition of an index",
      "drop index webhook_endpoints_delivering; create index webhook_endpoints_delivering on webhook_endpoints (id) where not is_delivering",
      /webhook_endpoints_delivering/,
    ],
    [
      "uniqueness",
      "alter table folders drop constraint folders_organization_id_name_key",
      /folders_organization_id_name_key/,
    ],
    [
      "a foreign key that is missing",
      "alter table webhook_deliveries drop constraint webhook_deliveries_endpoint_id_fkey",
      /webhook_deliveries_endpoint_id_fkey/,
    ],
    [
      "what a foreign key does when the row goes",
      `alter table webhook_deliveries drop constraint webhook_deliveries_endpoint_id_fkey;
       alter table webhook_deliveries add constraint webhook_deliveries_endpoint_id_fkey
         foreign key (endpoint_id) references webhook_endpoints (id)`,
      /webhook_deliveries_endpoint_id_fkey/,
    ],
    ["a policy", "alter policy tenant on tools using (true)", /policy "tenant" on "tools"/],
    ["a policy that is missing", "drop policy tenant on tools", /create policy "tenant" on "tools"/],
    ["row-level security", "alter table tools disable row level security", /"tools" enable row level security/],
    ["a column of run_counts", "alter table run_counts alter column runs type integer", /"run_counts".*"runs"/],
    ["a column too many in run_counts", "alter table run_counts add column colour text", /drop column "colour"/],
    ["the policy of run_counts", "alter policy tenant on run_counts using (true)", /policy "tenant" on "run_counts"/],
    ["the index of run_counts", "alter table run_counts drop constraint run_counts_kind", /run_counts_kind/],
    ["a table that is missing", "drop table verified_numbers", /create table "verified_numbers"/],
    ["a table too many", "create table gossip (id bigint primary key)", /drop table.*"gossip"/],
  ])("differ by %s", async (_, statement, difference) => {
    const found = await afterPlanting(statement, differences);
    expect(found.join("\n")).toMatch(difference);
  });
});

describe("the indexes that entities give as a statement", () => {
  const stated = () =>
    [...orm.getMetadata().getAll().values()]
      .flatMap((meta) => meta.indexes)
      .flatMap(({ name, expression }) => (name && typeof expression === "string" ? [{ name, expression }] : []));

  const inCatalogue = async (): Promise<{ name: string; expression: string }[]> => {
    const { rows } = await sql<{ name: string; expression: string }>`
      select indexname as name, indexdef as expression from pg_indexes where schemaname = 'public'`.execute(connection);
    return rows;
  };

  it("are as the catalogue prints them", async () => {
    expect(stated().length).toBeGreaterThan(10);
    expect(await inCatalogue()).toEqual(expect.arrayContaining(stated()));
  });

  it("are seen to differ", async () => {
    const found = await afterPlanting(
      "drop index users_email; create unique index users_email on users (upper(email))",
      inCatalogue,
    );
    expect(found).not.toEqual(expect.arrayContaining(stated()));
  });
});

/** After a migration that changes one: `npm test -- -u test/infra/postgres/entities.test.ts`, and read the difference. */
describe("functions and triggers", () => {
  // A month's partition has those of its table, and which months there are the date decides.
  const definitions = async (): Promise<string[]> => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_functiondef(p.oid) as definition
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      union all
      select pg_get_triggerdef(t.oid) || case t.tgenabled when 'O' then '' else ' -- ' || t.tgenabled::text end from pg_trigger t where not t.tgisinternal and t.tgparentid = 0
      order by 1`.execute(connection);
    return rows.map((row) => row.definition);
  };

  it("are those that were read last", async () => {
    expect((await definitions()).join("\n\n")).toMatchSnapshot();
  });

  it.each([
    ["a trigger that is missing", "drop trigger TRIGGER on TABLE"],
    ["a trigger that is off", "alter table TABLE disable trigger TRIGGER"],
    [
      "the body of a function",
      "create or replace function FUNCTION() returns trigger language plpgsql as 'begin return null; end'",
    ],
    ["a function too many", "create function gossip() returns int language sql as 'select 1'"],
  ])("differ by %s", async (_, statement) => {
    const { rows } = await sql<{ name: string; table: string; function: string }>`
      select tgname as name, tgrelid::regclass::text as table, tgfoid::regproc::text as function
      from pg_trigger where not tgisinternal order by 1 limit 1`.execute(connection);
    const [trigger] = rows;
    if (!trigger) throw new Error("there is no trigger");
    const planted = statement
      .replace("TRIGGER", trigger.name)
      .replace("TABLE", trigger.table)
      .replace("FUNCTION", trigger.function);
    const before = await definitions();
    expect(await afterPlanting(planted, definitions)).not.toEqual(before);
  });
});
