import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { Client } from "pg";
import { prepareTemporalLogin } from "../../../infra/postgres/temporal-login.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

/** The server is that of all tests: names of its own. */
const login = `temporal_${randomBytes(6).toString("hex")}`;
const databases = [login, `${login}_visibility`];
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => {
  await ask(test.superuserUrl, async (admin) => {
    for (const name of databases) await admin.query(`drop database if exists ${name} (force)`);
    await admin.query(`drop role if exists ${login}`);
  });
  await test.drop();
});

const ask = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const urlOf = (database: string, as?: { user: string; password: string }): string => {
  const url = new URL(test.superuserUrl);
  url.pathname = `/${database}`;
  if (as) Object.assign(url, { username: as.user, password: as.password });
  return url.href;
};
const temporal = (database: string, password: string) => urlOf(database, { user: login, password });

/** As Temporal's own jobs made them while it logged in as the owner of the server. */
const OF_BEFORE = `
  create extension btree_gin;
  create table executions (shard_id bigserial primary key, data bytea);
  create sequence numbers;
  create view shards as select shard_id from executions;
  create function convert_ts(s varchar) returns timestamp language sql immutable as 'select s::timestamp'`;

it("Temporal's databases of before become its own login's, which owns and reads nothing else; also when it is repeated", async () => {
  await ask(test.superuserUrl, (admin) => admin.query(`create database ${login}`));
  await ask(urlOf(login), (admin) => admin.query(OF_BEFORE));
  for (const password of ["first", "second"]) await prepareTemporalLogin(test.superuserUrl, temporal(login, password));
  for (const database of databases) {
    const owners = await ask(urlOf(database), async (admin) => {
      const { rows } = await admin.query(`
        select pg_get_userbyid(relowner) as owner from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'S', 'v')
        union select pg_get_userbyid(proowner) from pg_proc where proname = 'convert_ts'
        union select pg_get_userbyid(datdba) from pg_database where datname = current_database()`);
      return rows;
    });
    expect(owners).toEqual([{ owner: login }]);
  }
  await ask(temporal(login, "second"), async (client) => {
    await client.query("alter table executions add column more text");
    await client.query("insert into executions (data) values ('')");
  });
  // A schema job of a later version makes tables and extensions.
  await ask(temporal(databases[1] ?? "", "second"), async (client) => {
    await client.query("create extension if not exists btree_gin");
    await client.query("create table executions_visibility (run_id char(64))");
  });
  await ask(temporal(new URL(test.superuserUrl).pathname.slice(1), "second"), async (client) => {
    await expect(client.query("select from organizations")).rejects.toThrow("permission denied");
    await expect(client.query("create table intruder (id bigint)")).rejects.toThrow("permission denied");
    await expect(client.query("create database another")).rejects.toThrow("permission denied");
  });
});
