import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { askOfCalls, SlowQuestionError } from "../../../../infra/postgres/call/analytics.repository.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
});
afterAll(() => test.drop());

const ask = (longestMs: number) =>
  test.database.inOrganization(tenant.organizationId, (tx) =>
    askOfCalls(tx, {
      scope: { all: true },
      filters: [],
      measures: [{ name: "calls", variable: null }],
      by: [],
      timezone: "UTC",
      mostGroups: 10,
      longestMs,
    }),
  );

it("a question that takes longer than it may is given up, and its connection serves the next one", async () => {
  await test.everything.transaction().execute(async (tx) => {
    // A statement that waits is one that takes long.
    await sql`lock table call_runs in access exclusive mode`.execute(tx);
    await expect(ask(50)).rejects.toBeInstanceOf(SlowQuestionError);
  });
  expect((await ask(10_000)).total.calls).toBe(0);
});
