import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import {
  insertAct,
  listActs,
  type NewAct,
  rememberKeyNetwork,
} from "../../../../infra/postgres/audit/acts.repository.ts";
import { createKey, createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
  await beginMonthAnHourAgo();
});
afterAll(() => test.drop());

/** Only within a month do its own rows refuse the second act of a request. */
const beginMonthAnHourAgo = async (): Promise<void> => {
  const { rows } = await sql<{ name: string; begins: string }>`
    select relname as name, (now() - interval '1 hour')::text as begins from pg_class
    where relnamespace = 'acts_by_month'::regnamespace and relkind = 'r' and relname <> 'acts_other'`.execute(
    test.everything,
  );
  const begins = rows[0]?.begins ?? "";
  const months = rows.map(({ name }) => `drop table acts_by_month.${name};`).join("");
  await sql
    .raw(`${months}
      create table acts_by_month.acts_last partition of acts for values from (minvalue) to ('${begins}');
      create table acts_by_month.acts_this partition of acts for values from ('${begins}') to (maxvalue);
      create unique index on acts_by_month.acts_last (organization_id, uuid);
      create unique index on acts_by_month.acts_this (organization_id, uuid);`)
    .execute(test.everything);
};

const actOf = (uuid: string, { organizationId } = tenant): NewAct => ({
  organizationId,
  uuid,
  kind: "exported",
  actor: "user:1",
  userId: null,
  operation: null,
  subject: {},
  address: null,
  userAgent: null,
});

const note = (act: NewAct) => test.database.inOrganization(act.organizationId, (tx) => insertAct(tx, act));

/** Notes an act as it was noted so many hours ago; returns the id of its request. */
const noteAgo = async (hours: number, { organizationId } = tenant): Promise<string> => {
  const uuid = randomUUID();
  await sql`
    insert into acts (organization_id, uuid, at, kind, actor)
    values (${organizationId}, ${uuid}, now() - make_interval(hours => ${hours}), 'exported', 'user:1')`.execute(
    test.everything,
  );
  return uuid;
};

const countOf = async (uuid: string): Promise<number> =>
  (await test.everything.selectFrom("acts").select("id").where("uuid", "=", uuid).execute()).length;

describe("the act of a request", () => {
  it.each([0, 2, 47])(
    "is not noted again where it was noted %s hours ago, this month or in the month before",
    async (hours) => {
      const uuid = await noteAgo(hours);
      await note(actOf(uuid));
      expect(await countOf(uuid)).toBe(1);
    },
  );

  it("is noted where one with its id is older than two days: nobody repeats a request so late", async () => {
    const uuid = await noteAgo(49);
    await note(actOf(uuid));
    expect(await countOf(uuid)).toBe(2);
  });

  it("is noted however many others of the last days there are, also of another organization with its id", async () => {
    const uuid = await noteAgo(2, await createTenant(test));
    await noteAgo(2);
    await note(actOf(uuid));
    expect(await countOf(uuid)).toBe(2);
  });
});

it("acts are read as many at a time as are asked for, the newest of them", async () => {
  const noted = await createTenant(test);
  for (const hours of [5, 4, 3]) await noteAgo(hours, noted);
  const newest = await noteAgo(2, noted);
  const read = (limit: number) =>
    test.database.inOrganization(noted.organizationId, (tx) => listActs(tx, { ofPerson: null }, limit));
  expect((await read(1)).map(({ uuid }) => uuid)).toEqual([newest]);
  expect(await read(3)).toHaveLength(3);
});

it("a network is new to a key once, and to each key", async () => {
  const [one, other] = [await createKey(test, { tenant }), await createKey(test, { tenant })];
  const remember = (apiKeyId: number, network: string) =>
    test.database.inOrganization(tenant.organizationId, (tx) =>
      rememberKeyNetwork(tx, { organizationId: tenant.organizationId, apiKeyId, network }),
    );
  expect(await remember(one.id, "192.0.2.0/24")).toBe(true);
  expect(await remember(one.id, "192.0.2.0/24")).toBe(false);
  expect(await remember(one.id, "198.51.100.0/24")).toBe(true);
  expect(await remember(other.id, "192.0.2.0/24")).toBe(true);
});
