import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Environment } from "../../../../domain/environment/sandbox.rules.ts";
import {
  addToDoNotCall,
  type DoNotCallAddition,
  findDoNotCall,
  liftOptOut,
  listDoNotCall,
  removeFromDoNotCall,
} from "../../../../infra/postgres/contact/do-not-call.repository.ts";
import { readNumberPermission } from "../../../../infra/postgres/contact/number-permission.ts";
import { buildNumberLockKey, NUMBERS_PER_TRANSACTION, withSharedLocks } from "../../../../infra/postgres/locks.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";
import { waitUntil } from "../../../harness/wait-until.ts";

const NUMBER = "+12025550123";
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

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

const add = (addition: Partial<DoNotCallAddition> = {}) =>
  test.database.inOrganization(organizationId, (tx) =>
    addToDoNotCall(tx, { organizationId, phoneNumbers: [NUMBER], source: "manual", ...addition }),
  );
const isListed = async (phoneNumber = NUMBER, environment: Environment = "production") => {
  const { onDoNotCall } = await test.database.inOrganization(organizationId, (tx) =>
    readNumberPermission(tx, { organizationId, phoneNumber, environment }),
  );
  return onDoNotCall;
};
const entry = () =>
  test.everything
    .selectFrom("do_not_call")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
const write = (expiresAt: Date) =>
  test.everything
    .insertInto("do_not_call")
    .values({
      organization_id: organizationId,
      phone_number: NUMBER,
      source: "api",
      reason: "first",
      expires_at: expiresAt,
    })
    .execute();

const createUser = async (): Promise<number> => {
  const user = test.everything
    .insertInto("users")
    .values({ email: `${randomUUID()}@example.com`, password_hash: "none" })
    .returning("id");
  return (await user.executeTakeFirstOrThrow()).id;
};

describe("the do-not-call list", () => {
  it("counts each number once", async () => {
    expect(await add({ phoneNumbers: [NUMBER, "+12025550124", NUMBER] })).toEqual({ added: 2, alreadyListed: 0 });
    expect(await add({ phoneNumbers: [NUMBER, "+12025550125"] })).toEqual({ added: 1, alreadyListed: 1 });
    expect([await isListed(), await isListed("+12025550199")]).toEqual([true, false]);
  });

  it("replaces an entry that has expired", async () => {
    await write(inDays(-1));
    const createdBy = await createUser();
    await test.everything
      .updateTable("do_not_call")
      .set({ created_at: inDays(-9) })
      .where("organization_id", "=", organizationId)
      .execute();
    expect(await isListed()).toBe(false);
    expect(await add({ reason: "second", createdBy })).toEqual({ added: 1, alreadyListed: 0 });
    expect(await entry()).toMatchObject({
      reason: "second",
      source: "manual",
      expires_at: null,
      created_by: createdBy,
    });
    expect((await entry()).created_at.getTime()).toBeGreaterThan(inDays(-1).getTime());
    expect(await isListed()).toBe(true);
  });

  it("makes an entry permanent, or longer, never shorter", async () => {
    await write(inDays(2));
    await add({ expiresAt: inDays(1), reason: "second" });
    expect((await entry()).expires_at?.getTime()).toBeGreaterThan(inDays(1.9).getTime());
    await add({ expiresAt: inDays(3) });
    expect((await entry()).expires_at?.getTime()).toBeGreaterThan(inDays(2.9).getTime());
    expect(await add()).toEqual({ added: 0, alreadyListed: 1 });
    expect(await entry()).toMatchObject({ reason: "first", expires_at: null });
    await add({ expiresAt: inDays(1) });
    expect((await entry()).expires_at).toBeNull();
  });

  it("waits for the hand-over of a number that is under way, and only for that one", async () => {
    let release = () => {};
    const handedOver = new Promise<void>((resolve) => (release = resolve));
    let isHeld = false;
    const handingOver = withSharedLocks(test.database.pool, [buildNumberLockKey(organizationId, NUMBER)], () => {
      isHeld = true;
      return handedOver;
    });
    await waitUntil("the number is being handed over", () => isHeld);
    expect(await add({ phoneNumbers: ["+12025550199"] })).toMatchObject({ added: 1 });
    let isAcknowledged = false;
    const adding = add().then(() => {
      isAcknowledged = true;
    });
    await waitUntil("the addition waits for the lock", async () => {
      const locks = await test.database.pool.query(
        `select 1 from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      );
      return locks.rowCount === 1;
    });
    expect([isAcknowledged, await isListed()]).toEqual([false, false]);
    release();
    await Promise.all([handingOver, adding]);
    expect(await isListed()).toBe(true);
  });

  it("takes many numbers from many sides at a time, in whatever order", async () => {
    const numbers = Array.from({ length: NUMBERS_PER_TRANSACTION }, (_, index) => `+1202${2_000_000 + index}`);
    const orders = [numbers, numbers.toReversed(), numbers.toSorted(() => 0.5 - Math.random()), numbers.toReversed()];
    const counts = await Promise.all(orders.map((phoneNumbers) => add({ phoneNumbers })));
    expect(counts.reduce((sum, { added }) => sum + added, 0)).toBe(NUMBERS_PER_TRANSACTION);
    await expect(add({ phoneNumbers: [...numbers, NUMBER] })).rejects.toThrow(
      "more than 500 numbers in one transaction",
    );
  });

  it("is read by pages, in the order of numbers, without what has expired", async () => {
    await add({ phoneNumbers: ["+12025550144", "+12025550124", "+13105550124"] });
    await write(inDays(-1));
    const read = async ({ after, ...page }: { digits?: string; after?: string; limit: number }) =>
      (
        await test.database.inOrganization(organizationId, (tx) =>
          listDoNotCall(tx, {
            ...page,
            after: after === undefined ? after : { phone_number: after, environment: "sandbox" },
          }),
        )
      ).map(({ phone_number }) => phone_number);
    expect(await read({ limit: 9 })).toEqual(["+12025550124", "+12025550144", "+13105550124"]);
    expect(await read({ limit: 2 })).toEqual(["+12025550124", "+12025550144"]);
    expect(await read({ limit: 2, after: "+12025550124" })).toEqual(["+12025550144", "+13105550124"]);
    expect(await read({ limit: 9, digits: "5550124" })).toEqual(["+12025550124", "+13105550124"]);
  });

  it("binds calls of the sandbox by both environments, and real calls by production's entries alone", async () => {
    const [real, tried, both] = ["+12025550124", "+12025550125", "+12025550126"];
    await add({ phoneNumbers: [real, both], expiresAt: inDays(1) });
    await add({ phoneNumbers: [tried, both], environment: "sandbox" });
    const listed = (environment: Environment) =>
      Promise.all([real, tried, both].map((number) => isListed(number, environment)));
    expect(await listed("production")).toEqual([true, false, true]);
    expect(await listed("sandbox")).toEqual([true, true, true]);
    const read = (limit: number, after?: { phone_number: string; environment: Environment }) =>
      test.database.inOrganization(organizationId, async (tx) =>
        (await listDoNotCall(tx, { limit, after })).map(({ phone_number, environment }) => ({
          phone_number,
          environment,
        })),
      );
    const all = await read(9);
    expect(all).toHaveLength(4);
    expect(await read(9, all[2])).toEqual([{ phone_number: both, environment: "sandbox" }]);
    const { doNotCallUntilMs } = await test.database.inOrganization(organizationId, (tx) =>
      readNumberPermission(tx, { organizationId, phoneNumber: both, environment: "sandbox" }),
    );
    expect(doNotCallUntilMs).toBeNull();
    const remove = (phoneNumber: string, environments?: readonly Environment[]) =>
      test.database.inOrganization(organizationId, (tx) =>
        removeFromDoNotCall(tx, phoneNumber, { environments, actor: "user:1" }),
      );
    expect(await remove(real, ["sandbox"])).toBe(false);
    expect(await remove(both, ["sandbox"])).toBe(true);
    expect(await listed("sandbox")).toEqual([true, true, true]);
    expect(await remove(tried)).toBe(true);
  });

  it("says whether a number was taken off it: one whose entry has expired was not on it", async () => {
    await write(inDays(-1));
    const remove = (phoneNumber = NUMBER) =>
      test.database.inOrganization(organizationId, (tx) => removeFromDoNotCall(tx, phoneNumber, { actor: "user:1" }));
    expect(await remove()).toBe(false);
    await add({ phoneNumbers: [NUMBER, "+12025550144"] });
    expect([await remove(), await remove()]).toEqual([true, false]);
    expect([await isListed(), await isListed("+12025550144")]).toEqual([false, true]);
  });

  it("finds for a call of the sandbox the entries of both environments, and for a real call production's alone", async () => {
    const find = (environment: Environment) =>
      test.database.inOrganization(organizationId, (tx) => findDoNotCall(tx, NUMBER, environment));
    await add({ environment: "sandbox" });
    expect((await find("sandbox"))?.environment).toBe("sandbox");
    expect(await find("production")).toBeUndefined();
    expect(await add()).toEqual({ added: 1, alreadyListed: 0 });
    expect((await find("sandbox"))?.environment).toBe("production");
    expect((await find("production"))?.environment).toBe("production");
  });

  it("notes on the record who has added a number: a person, a key, or the platform", async () => {
    const createdBy = await createUser();
    await add();
    await add({ phoneNumbers: ["+12025550124"], createdBy });
    await add({ phoneNumbers: ["+12025550125"], createdBy, actor: "api_key:3" });
    const entries = await test.everything
      .selectFrom("unsealed_entries")
      .select("actor")
      .where("organization_id", "=", organizationId)
      .where("kind", "=", "do_not_call.added")
      .orderBy("id")
      .execute();
    expect(entries.map(({ actor }) => actor)).toEqual(["system", `user:${createdBy}`, "api_key:3"]);
  });

  it("loses what a person's text has made once they take it back, and nothing else", async () => {
    const texted = { source: "opt_out", reason: "Asked by text: STOP" } as const;
    for (const environment of ["production", "sandbox"] as const) await add({ ...texted, environment });
    await add({ ...texted, phoneNumbers: ["+12025550124"] });
    await add({ phoneNumbers: ["+12025550125"], source: "manual", reason: texted.reason });
    await add({ phoneNumbers: ["+12025550126"], source: "opt_out", reason: "Asked on a call" });
    for (const phoneNumber of [NUMBER, "+12025550125", "+12025550126"])
      await test.database.inOrganization(organizationId, (tx) =>
        liftOptOut(tx, { phoneNumber, reason: "Asked by text" }),
      );
    const left = await test.database.inOrganization(organizationId, (tx) => listDoNotCall(tx, { limit: 9 }));
    expect(left.map(({ phone_number }) => phone_number)).toEqual(["+12025550124", "+12025550125", "+12025550126"]);
    const entries = await test.everything
      .selectFrom("unsealed_entries")
      .select(["actor", "phone_number", "facts"])
      .where("organization_id", "=", organizationId)
      .where("kind", "=", "do_not_call.removed")
      .execute();
    const removed = { actor: "system", phone_number: NUMBER };
    expect(entries).toHaveLength(2);
    expect(entries).toEqual(
      expect.arrayContaining([
        { ...removed, facts: { environment: "production" } },
        { ...removed, facts: { environment: "sandbox" } },
      ]),
    );
  });

  it("notes on the record until when an entry binds, and of which environment one was removed", async () => {
    const expiresAt = inDays(1);
    await add({ environment: "sandbox", source: "api", expiresAt });
    await test.database.inOrganization(organizationId, (tx) => removeFromDoNotCall(tx, NUMBER, { actor: "user:1" }));
    const entries = await test.everything
      .selectFrom("unsealed_entries")
      .select(["actor", "facts"])
      .where("organization_id", "=", organizationId)
      .orderBy("id")
      .execute();
    expect(entries).toEqual([
      { actor: "system", facts: { environment: "sandbox", source: "api", expires_at: expiresAt.toISOString() } },
      { actor: "user:1", facts: { environment: "sandbox" } },
    ]);
  });

  it("takes no numbers as well as many", async () => {
    expect(await add({ phoneNumbers: [] })).toEqual({ added: 0, alreadyListed: 0 });
  });
});
