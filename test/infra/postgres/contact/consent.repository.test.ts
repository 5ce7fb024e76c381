import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { findConsent, recordConsents } from "../../../../infra/postgres/contact/consent.repository.ts";
import { buildNumberLockKey, withSharedLocks } from "../../../../infra/postgres/locks.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";
import { waitUntil } from "../../../harness/wait-until.ts";

const NUMBER = "+12025550123";

let test: TestDatabase;
let organizationId: number;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  const organization = test.everything.insertInto("organizations").values({ name: "Callers" }).returning("id");
  organizationId = (await organization.executeTakeFirstOrThrow()).id;
});

const withdraw = (phoneNumber: string) =>
  test.database.inOrganization(organizationId, (tx) =>
    recordConsents(tx, [phoneNumber], { organizationId, status: "withdrawn", source: "letter", actor: "system" }),
  );
const readStatus = async () =>
  (await test.database.inOrganization(organizationId, (tx) => findConsent(tx, NUMBER, "production")))?.status;

describe("a withdrawal", () => {
  it("waits for the hand-over of its number that is under way, and only for that one", async () => {
    let release = () => {};
    const handedOver = new Promise<void>((resolve) => (release = resolve));
    let isHeld = false;
    const handingOver = withSharedLocks(test.database.pool, [buildNumberLockKey(organizationId, NUMBER)], () => {
      isHeld = true;
      return handedOver;
    });
    try {
      await waitUntil("the number is being handed over", () => isHeld);
      expect(await withdraw("+12025550199")).toEqual(["+12025550199"]);
      let isDone = false;
      const withdrawing = withdraw(NUMBER).then(() => {
        isDone = true;
      });
      await waitUntil("the withdrawal waits for the lock, or has not", async () => {
        const locks = await test.database.pool.query(
          `select 1 from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
        );
        return isDone || locks.rowCount === 1;
      });
      expect([isDone, await readStatus()]).toEqual([false, undefined]);
      release();
      await withdrawing;
      expect(await readStatus()).toBe("withdrawn");
    } finally {
      release();
      await handingOver;
    }
  });
});
