import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { version } from "../../../api/version.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it("reads ids as numbers", async () => {
  const row = await test.everything
    .insertInto("organizations")
    .values({ name: "A" })
    .returning("id")
    .executeTakeFirstOrThrow();
  expect(row.id).toBe(1);
  expect(version).toBe("0.1.0");
  expect(
    await test.database.inOrganization(1, (tx) => tx.selectFrom("organizations").select("name").execute()),
  ).toEqual([{ name: "A" }]);
});
