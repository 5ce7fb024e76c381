import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { refuseNumber } from "../../../../domain/call/number-permission.rules.ts";
import type { ConsentStatus } from "../../../../domain/contact/consent.rules.ts";
import { recordConsents } from "../../../../infra/postgres/contact/consent.repository.ts";
import type { NationalList } from "../../../../infra/postgres/contact/national-list.entity.ts";
import {
  beginNationalList,
  insertNationalList,
  markNationalListRemoved,
  putInForce,
} from "../../../../infra/postgres/contact/national-list.repository.ts";
import {
  addNumberBatch,
  deleteFormerNumbers,
  type NumberBatch,
} from "../../../../infra/postgres/contact/national-number.repository.ts";
import { readNumberPermission } from "../../../../infra/postgres/contact/number-permission.ts";
import { listUnfinishedNationalLists } from "../../../../infra/postgres/contact/unfinished-national-lists.repository.ts";
import { buildNationalListsLockKey, withSharedLocks } from "../../../../infra/postgres/locks.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";
import { waitUntil } from "../../../harness/wait-until.ts";

const NUMBER = "+12025550123";
const DIGITS = 12_025_550_123;

let test: TestDatabase;
let organizationId: number;

const createOrganization = async () => {
  const query = test.everything.insertInto("organizations").values({ name: "Callers" }).returning("id");
  return (await query.executeTakeFirstOrThrow()).id;
};

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  organizationId = await createOrganization();
});

const inOrganization: TestDatabase["database"]["inOrganization"] = (id, work) => test.database.inOrganization(id, work);

const begin = (source = "FTC 202", asOf = "2026-11-01"): Promise<NationalList> =>
  inOrganization(organizationId, async (tx) => {
    const { id } = await insertNationalList(tx, {
      organization_id: organizationId,
      request_uuid: randomUUID(),
      source,
      as_of: asOf,
      object_key: "a file",
      default_country: null,
      created_by: null,
    });
    const list = await beginNationalList(tx, id);
    if (!list) throw new Error("it is there");
    return list;
  });
const batch = (changes: Partial<NumberBatch> = {}): NumberBatch => ({
  position: 0,
  rowCount: 1,
  digits: [DIGITS],
  invalid: 0,
  faults: [],
  ...changes,
});
const settle = (list: NationalList) => inOrganization(organizationId, (tx) => putInForce(tx, list, new Date()));
const load = async (source?: string, asOf?: string, digits = [DIGITS]): Promise<NationalList> => {
  const list = await begin(source, asOf);
  await addNumberBatch(test.database, list, batch({ digits, rowCount: digits.length }));
  await settle(list);
  return list;
};
const refusal = async (phoneNumber = NUMBER, id = organizationId) =>
  refuseNumber(
    await inOrganization(id, (tx) =>
      readNumberPermission(tx, { organizationId: id, phoneNumber, environment: "production" }),
    ),
  )?.sentence ?? null;
const state = (status: ConsentStatus) =>
  inOrganization(organizationId, (tx) =>
    recordConsents(tx, [NUMBER], { organizationId, status, source: "form", actor: "system", statedAt: new Date() }),
  );
const numbersOf = async ({ id }: NationalList) => {
  const rows = test.everything.selectFrom("national_numbers").select("digits").where("national_list_id", "=", id);
  return (await rows.orderBy("digits").execute()).map(({ digits }) => digits);
};
const unfinished = async ({ id }: NationalList) =>
  (await listUnfinishedNationalLists(test.database, { olderThanSeconds: 0, afterId: id - 1, limit: 1 })).filter(
    (row) => row.id === id,
  ).length;
const rowOf = ({ id }: NationalList) =>
  test.everything.selectFrom("national_lists").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("a national do-not-call list", () => {
  it("keeps its numbers from being dialled from the moment it is in force", async () => {
    const list = await begin();
    await addNumberBatch(test.database, list, batch());
    expect(await refusal()).toBeNull();
    await settle(list);
    expect(await refusal()).toBe(
      "The number is on the national do-not-call list FTC 202 of 2026-11-01, and consent to call it was not granted",
    );
    expect(await refusal("+12025550124")).toBeNull();
    expect(await refusal("sip:ann@example.com")).toBeNull();
  });

  it("binds callers without consent only, and only those of its organization", async () => {
    await load();
    await state("granted");
    expect(await refusal()).toBeNull();
    await state("withdrawn");
    expect(await refusal()).toContain("national do-not-call list");
    expect(await refusal(NUMBER, await createOrganization())).toBeNull();
  });

  it("is replaced by the next one of its source and of no other, and then keeps no number", async () => {
    const first = await load("FTC 202", "2026-10-01", [DIGITS, DIGITS + 1]);
    const other = await load("Texas", "2026-10-01", [DIGITS + 2]);
    const second = await load("FTC 202", "2026-11-01", [DIGITS]);
    expect(await refusal("+12025550124")).toBeNull();
    expect(await refusal("+12025550125")).toContain("Texas");
    expect([(await rowOf(first)).state, (await rowOf(other)).state, (await rowOf(second)).state]).toEqual([
      "replaced",
      "in_force",
      "in_force",
    ]);
    while (await inOrganization(organizationId, deleteFormerNumbers));
    expect([await numbersOf(first), await numbersOf(second)]).toEqual([[], [DIGITS]]);
    expect([await unfinished(first), await unfinished(other), await unfinished(second)]).toEqual([0, 0, 0]);
  });

  it("is unfinished while it is to be loaded, and once it binds no more until its numbers are removed", async () => {
    const list = await begin();
    expect(await unfinished(list)).toBe(1);
    await addNumberBatch(test.database, list, batch());
    await settle(list);
    expect(await unfinished(list)).toBe(0);
    await inOrganization(organizationId, (tx) => markNationalListRemoved(tx, list.id));
    expect(await unfinished(list)).toBe(1);
    expect(await inOrganization(organizationId, deleteFormerNumbers)).toBe(true);
    expect(await unfinished(list)).toBe(1);
    expect(await inOrganization(organizationId, deleteFormerNumbers)).toBe(false);
    expect(await unfinished(list)).toBe(0);
  });

  it("names the newest of several that hold a number", async () => {
    await load("Texas", "2026-11-15");
    await load("FTC 202", "2026-11-01");
    expect(await refusal()).toContain("Texas of 2026-11-15");
  });

  it("adds each number once, and a batch again only behind the last that was added", async () => {
    const list = await begin();
    await addNumberBatch(test.database, list, batch({ rowCount: 3, digits: [DIGITS, DIGITS], invalid: 1 }));
    await expect(addNumberBatch(test.database, list, batch())).rejects.toThrow("loaded elsewhere");
    await addNumberBatch(test.database, list, batch({ position: 3, digits: [DIGITS, DIGITS + 1], rowCount: 2 }));
    expect(await rowOf(list)).toMatchObject({ numbers: 2, invalid: 1, position: 5 });
    expect(await numbersOf(list)).toEqual([DIGITS, DIGITS + 1]);
  });

  it("keeps the first hundred faults", async () => {
    const list = await begin();
    const faults = (from: number) =>
      Array.from({ length: 60 }, (_, at) => ({
        line: from + at,
        value: "x",
        reason: "This is not a telephone number.",
      }));
    for (const from of [0, 60, 120])
      await addNumberBatch(
        test.database,
        list,
        batch({ position: from, rowCount: 60, digits: [], invalid: 60, faults: faults(from) }),
      );
    const { faults: kept, invalid } = await rowOf(list);
    expect([kept.length, kept.at(0)?.line, kept.at(-1)?.line, invalid]).toEqual([100, 0, 99, 180]);
  });

  it("does not come into force once it was removed, and takes no more numbers", async () => {
    const list = await begin();
    expect(await inOrganization(organizationId, (tx) => markNationalListRemoved(tx, list.id))).toMatchObject({
      state: "removed",
    });
    expect(await addNumberBatch(test.database, list, batch())).toBe(false);
    expect(await settle(list)).toBeNull();
    expect(await inOrganization(organizationId, (tx) => markNationalListRemoved(tx, list.id))).toBeUndefined();
    expect(await refusal()).toBeNull();
  });

  it("comes into force behind the calls that are being handed over", async () => {
    const list = await begin();
    await addNumberBatch(test.database, list, batch());
    const order: string[] = [];
    let settled: Promise<unknown> = Promise.resolve();
    await withSharedLocks(test.database.pool, [buildNationalListsLockKey(organizationId)], async () => {
      settled = settle(list).then(() => order.push("in force"));
      await waitUntil("it waits for the lock", async () => {
        const waiting = await test.database.pool.query(
          `select 1 from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
        );
        return (waiting.rowCount ?? 0) > 0;
      });
      expect(await refusal()).toBeNull();
      order.push("handed over");
    });
    await settled;
    expect(order).toEqual(["handed over", "in force"]);
    expect(await refusal()).not.toBeNull();
  });
});
