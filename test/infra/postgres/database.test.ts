import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
let organizationId: number;

beforeAll(async () => {
  test = await createTestDatabase();
  const values = { name: "A" };
  const row = await test.everything
    .insertInto("organizations")
    .values(values)
    .returning("id")
    .executeTakeFirstOrThrow();
  organizationId = row.id;
});
afterAll(() => test.drop());

it("ids and counts are numbers", async () => {
  const row = await test.database.inOrganization(organizationId, (tx) =>
    tx
      .selectFrom("organizations")
      .select((eb) => ["id", eb.fn.countAll<number>().as("count")])
      .groupBy("id")
      .executeTakeFirst(),
  );
  expect(row).toEqual({ id: organizationId, count: 1 });
});

it("what throws is rolled back", async () => {
  const work = test.database.inOrganization(organizationId, async (tx) => {
    await tx.updateTable("organizations").set({ name: "changed" }).execute();
    throw new Error("on second thought");
  });
  await expect(work).rejects.toThrow("on second thought");
  expect(await test.everything.selectFrom("organizations").select("name").execute()).toEqual([{ name: "A" }]);
});

it("the organization ends with its transaction: the next user of the connection has none", async () => {
  const single = test.open({ poolSize: 1 });
  await single.inOrganization(organizationId, async () => {});
  expect(await single.withoutOrganization.selectFrom("organizations").selectAll().execute()).toEqual([]);
  await single.close();
});
