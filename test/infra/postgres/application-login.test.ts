import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { Client } from "pg";
import { openDatabase } from "../../../infra/postgres/database.ts";
import { warnOfPowerfulLogin } from "../../../infra/postgres/login-powers.ts";
import { migrateDatabase } from "../../../infra/postgres/migrate.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { ADDED_ONLY, CHANGED_IN, NEVER_REMOVED, READ_ONLY } from "./added-only.ts";

/** Tests what the login of the API and the worker may do, by PostgreSQL's own catalogue and its refusals. */
let test: TestDatabase;
let client: Client;

beforeAll(async () => {
  test = await createTestDatabase();
  client = new Client({ connectionString: test.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await test.drop();
});

const rowsOf = async (query: string): Promise<unknown[]> => (await sql.raw(query).execute(test.everything)).rows;

describe("the catalogue", () => {
  it("gives the login no attribute but to log in", async () => {
    const { rows } = await client.query(`
      select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication, rolinherit, rolcanlogin
      from pg_roles where rolname = session_user`);
    const none = { rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false };
    expect(rows).toEqual([{ ...none, rolreplication: false, rolinherit: false, rolcanlogin: true }]);
  });

  it("makes it a member of the application's role alone", async () => {
    expect(
      await rowsOf(`select r.rolname, m.admin_option from pg_auth_members m join pg_roles r on r.oid = m.roleid
        where m.member in ('ringdown_login'::regrole, 'ringdown_app'::regrole)`),
    ).toEqual([{ rolname: "ringdown_app", admin_option: false }]);
  });

  it("knows no relation, function, schema or database that it or its role owns", async () => {
    const owned = await rowsOf(`
      select 'relation ' || relname as what from pg_class where relowner in ${LOGINS}
      union all select 'function ' || proname from pg_proc where proowner in ${LOGINS}
      union all select 'schema ' || nspname from pg_namespace where nspowner in ${LOGINS}
      union all select 'database ' || datname from pg_database where datdba in ${LOGINS}
      union all select 'type ' || typname from pg_type where typowner in ${LOGINS}`);
    expect(owned).toEqual([]);
  });

  it("lets nobody else run a function or read a table", async () => {
    expect(await rowsOf("select count(*) as n from pg_proc where pronamespace = 'public'::regnamespace")).not.toEqual([
      { n: 0 },
    ]);
    const everybodys = await rowsOf(`
      select 'function ' || proname as what from pg_proc p, aclexplode(coalesce(proacl, acldefault('f', proowner))) a
      where pronamespace = 'public'::regnamespace and a.grantee = 0
      union all
      select 'relation ' || relname from pg_class c, aclexplode(relacl) a
      where relnamespace = 'public'::regnamespace and a.grantee = 0`);
    expect(everybodys).toEqual([]);
  });

  it("lets the role read and write rows of every table, and nothing else; the migrations' own not at all", async () => {
    const tables = await rowsOf(`
      select relname, (select array_agg(privilege_type::text order by privilege_type::text) from aclexplode(relacl)
        where grantee = 'ringdown_app'::regrole) as privileges
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by relname`);
    expect(tables.length).toBeGreaterThan(40);
    const others = tables.filter((table) => JSON.stringify(table).includes("kysely_"));
    expect(others).toEqual([
      { relname: "kysely_migration", privileges: null },
      { relname: "kysely_migration_lock", privileges: null },
    ]);
    const rowPrivileges = ["DELETE", "INSERT", "SELECT", "UPDATE"];
    const added = tables.filter((table) => ADDED_ONLY.some((name) => JSON.stringify(table).includes(`"${name}"`)));
    expect(added).toEqual(ADDED_ONLY.map((relname) => ({ relname, privileges: ["INSERT", "SELECT"] })));
    const without = (relname: string) => [
      ...(NEVER_REMOVED.includes(relname) ? ["DELETE"] : []),
      ...(relname in CHANGED_IN ? ["UPDATE"] : []),
    ];
    const kept = [...new Set([...NEVER_REMOVED, ...Object.keys(CHANGED_IN)])].toSorted();
    const lesser = tables.filter((table) => kept.some((name) => JSON.stringify(table).includes(`"${name}"`)));
    expect(lesser).toEqual(
      kept.map((relname) => ({
        relname,
        privileges: rowPrivileges.filter((privilege) => !without(relname).includes(privilege)),
      })),
    );
    const read = tables.filter((table) => READ_ONLY.some((name) => JSON.stringify(table).includes(`"${name}"`)));
    expect(read).toEqual(READ_ONLY.map((relname) => ({ relname, privileges: ["SELECT"] })));
    for (const table of tables.filter((each) => ![...others, ...added, ...lesser, ...read].includes(each)))
      expect(table).toMatchObject({ privileges: rowPrivileges });
  });

  it("lets a function that a later migration makes be run by the application's role alone", async () => {
    await sql`create function made_later() returns integer language sql as 'select 1'`.execute(test.everything);
    const query = `select has_function_privilege('ringdown_app', 'made_later()', 'execute') as ours,
      has_function_privilege('ringdown_login', 'made_later()', 'execute') as everybodys`;
    expect(await rowsOf(query)).toEqual([{ ours: true, everybodys: false }]);
  });
});

const LOGINS = "('ringdown_login'::regrole, 'ringdown_app'::regrole)";

describe.each(["its own name", "the role of the application"])("under %s the login", (name) => {
  beforeAll(() => client.query(name === "its own name" ? "reset role" : "set role ringdown_app"));

  it.each([
    ["make a table", "create table mine (id integer)"],
    ["make a function", "create function mine() returns integer language sql as 'select 1'"],
    ["make a schema", "create schema mine"],
    ["make a role", "create role mine superuser"],
    ["become a superuser", "alter role ringdown_login superuser"],
    ["free itself of the policies", "alter role ringdown_login bypassrls"],
    ["become somebody else", "set session authorization ringdown"],
    ["take the owner's role", "set role ringdown"],
    ["end a table's policies", "alter table contacts disable row level security"],
    ["change a policy", "alter policy tenant on contacts using (true)"],
    ["drop a table", "drop table contacts"],
    ["empty a table", "truncate contacts"],
    ["replace a function", "create or replace function auth_session() returns integer language sql as 'select 1'"],
    ["read which migrations ran", "select * from kysely_migration"],
    ["pretend that a migration ran", "insert into kysely_migration values ('9999-mine', 'now')"],
    ["take the migrations' lock", "update kysely_migration_lock set is_locked = 1"],
    ["run a program", "copy (select 1) to program 'true'"],
    ["read a file of the server", "select pg_read_file('postgresql.conf')"],
    ["read password hashes", "select rolpassword from pg_authid"],
    ["make an extension", "create extension dblink"],
    ["change the server's settings", "alter system set log_statement = 'all'"],
  ])("may not %s", async (_, statement) => {
    await expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner|must be superuser/);
  });
});

it("the values of its statements stay out of the server's log", async () => {
  const { rows } = await client.query("show log_parameter_max_length");
  expect(rows).toEqual([{ log_parameter_max_length: "0" }]);
});

it("under its own name the login reads no table and runs no function of ours", async () => {
  await client.query("reset role");
  await expect(client.query("select * from organizations")).rejects.toThrow(/permission denied/);
  await expect(client.query("select platform_unused_contact_files(now(), 1)")).rejects.toThrow(/permission denied/);
});

it("another migration changes nothing, and a login of somebody's own keeps what it may", async () => {
  const url = new URL(test.url);
  await sql`create role operators_login login connection limit 7`.execute(test.everything);
  try {
    const applicationUrl = Object.assign(new URL(url), { username: "operators_login", password: "a'b" }).href;
    await Promise.all([1, 2].map(() => migrateDatabase(test.superuserUrl, { applicationUrl })));
    const theirs = new Client({ connectionString: applicationUrl, options: "-c role=ringdown_app" });
    await theirs.connect();
    const { rows } = await theirs.query("select current_user, rolconnlimit from pg_roles where rolname = session_user");
    await theirs.end();
    expect(rows).toEqual([{ current_user: "ringdown_app", rolconnlimit: 7 }]);
  } finally {
    await sql`drop role operators_login`.execute(test.everything);
  }
});

it("a migration whose two addresses name different databases is refused, with nothing changed", async () => {
  const other = await createTestDatabase();
  await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(
    other.everything,
  );
  const applied = () => sql`select name from kysely_migration order by name`.execute(other.everything);
  const { rows } = await applied();
  const migrating = migrateDatabase(other.superuserUrl, { applicationUrl: test.url });
  await expect(migrating).rejects.toThrow(/two different databases/);
  expect((await applied()).rows).toEqual(rows);
  await other.drop();
});

it("the processes warn of a login that is too powerful, and of no other", async () => {
  const warned: string[] = [];
  const logger = { warn: (_: unknown, sentence?: string) => void warned.push(sentence ?? "") };
  await warnOfPowerfulLogin(test.database, logger);
  expect(warned).toEqual([]);
  const owner = openDatabase({ url: test.superuserUrl, poolSize: 1, applicationName: "test" });
  await warnOfPowerfulLogin(owner, logger);
  await owner.close();
  expect(warned).toEqual([expect.stringMatching(/superuser.*DATABASE_MIGRATIONS_URL/)]);
});
