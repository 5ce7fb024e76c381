import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Compilable, sql } from "kysely";
import { compileOnce } from "../../../infra/postgres/compile-once.ts";
import type { Database, OrganizationTransaction } from "../../../infra/postgres/database.ts";
import { readTogether } from "../../../infra/postgres/read-together.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
let database: Database;
const ids: number[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  database = test.open({ poolSize: 5 });
  for (const name of ["A", "B"]) {
    const row = await test.everything
      .insertInto("organizations")
      .values({ name })
      .returning("id")
      .executeTakeFirstOrThrow();
    ids.push(row.id);
  }
});
afterAll(async () => {
  await database?.close();
  await test?.drop();
});

/** The transaction and the organizations that it sees. */
const look = async (tx: OrganizationTransaction): Promise<{ transaction: string; names: string[] }> => {
  const [rows, now] = await Promise.all([
    tx.selectFrom("organizations").select("name").execute(),
    sql<{ transaction: string }>`select pg_backend_pid() || ' ' || now()::text as transaction`.execute(tx),
  ]);
  return { transaction: now.rows[0]?.transaction ?? "", names: rows.map(({ name }) => name) };
};
const read = (place: number, work: (tx: OrganizationTransaction) => Promise<unknown> = look) =>
  readTogether(database, ids[place] ?? 0, work);

describe("reads that begin together", () => {
  it("share a transaction with those of their organization, and see its rows alone", async () => {
    const [one, two, other] = await Promise.all([read(0), read(0), read(1)]);
    expect(one).toEqual(two);
    expect(one).toMatchObject({ names: ["A"] });
    expect(other).toMatchObject({ names: ["B"] });
    expect(await read(0)).not.toEqual(one);
  });

  it("are handed over as soon as they are there, and not with the slowest", async () => {
    const order: string[] = [];
    const slow = read(0, (tx) => sql`select pg_sleep(0.05)`.execute(tx)).then(() => order.push("slow"));
    const later = read(0, async (tx) => {
      await look(tx);
      await look(tx);
    }).then(() => order.push("later"));
    const fast = read(0).then(() => order.push("fast"));
    await Promise.all([slow, later, fast]);
    expect(order).toEqual(["slow", "fast", "later"]);
  });

  it("fail by themselves", async () => {
    const wrong = (tx: OrganizationTransaction) => sql`select 1 / 0`.execute(tx);
    const refused = () => Promise.reject(new Error("refused"));
    const results = await Promise.allSettled([read(0), read(0, wrong), read(0, refused), read(0)]);
    expect(results).toMatchObject([
      { status: "fulfilled", value: { names: ["A"] } },
      { status: "rejected", reason: { message: "division by zero" } },
      { status: "rejected", reason: { message: "refused" } },
      { status: "fulfilled", value: { names: ["A"] } },
    ]);
  });
});

it("a statement that is compiled once takes the values of each use", async () => {
  const compiled: Compilable[] = [];
  const find = compileOnce((tx) => {
    const statement = tx.selectFrom("organizations").select("name").where("name", "=", "");
    compiled.push(statement);
    return statement.compile();
  });
  const found = (name: string) => database.inOrganization(ids[0] ?? 0, (tx) => find(tx, [name]));
  expect(await found("A")).toEqual([{ name: "A" }]);
  expect(await found("B")).toEqual([]);
  expect(await found("A")).toEqual([{ name: "A" }]);
  expect(compiled).toHaveLength(1);
});
