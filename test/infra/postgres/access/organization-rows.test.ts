import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import {
  measureRows,
  readMeasuredRows,
  readRowBytes,
} from "../../../../infra/postgres/access/organization-rows.repository.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

let test: TestDatabase;
let large: Tenant;
let small: Tenant;

const CONTACTS = 30_000;
/** Of a value that does not compress. */
const VALUE_BYTES = 640;

beforeAll(async () => {
  test = await createTestDatabase();
  large = await createTenant(test);
  small = await createTenant(test);
});
afterAll(() => test.drop());

const measure = (options: { everySeconds?: number; sampledPages?: number } = {}) =>
  measureRows(test.database, { everySeconds: 0, ...options });
const bytesOf = ({ organizationId }: Tenant) => test.database.inOrganization(organizationId, readRowBytes);

const fill = async ({ organizationId }: Tenant, contacts: number) => {
  await sql`
    with list as (insert into contact_lists (organization_id, name) values (${organizationId}, 'large') returning id)
    insert into contacts (organization_id, contact_list_id, phone_number, attributes)
    select ${organizationId}, list.id, '+1202' || lpad(number::text, 7, '0'), jsonb_build_object('value', (
      select string_agg(md5(number::text || part), '') from generate_series(1, ${VALUE_BYTES / 32}::integer) as part))
    from list, generate_series(1, ${contacts}::integer) as number`.execute(test.everything);
};

describe("how much the rows of an organization hold", () => {
  it("is nothing before it is measured", async () => {
    expect(await bytesOf(small)).toBe(0);
  });

  it("is measured in all tables, for each organization alone", async () => {
    expect(await measure()).toBe(2);
    // The measurement is a row, too.
    await measure();
    const before = await bytesOf(small);
    expect(before).toBeGreaterThan(100);
    await fill(large, CONTACTS);
    expect(await measure()).toBe(2);
    expect((await bytesOf(large)) / (CONTACTS * VALUE_BYTES)).toBeGreaterThan(1);
    expect((await bytesOf(large)) / (CONTACTS * VALUE_BYTES)).toBeLessThan(1.5);
    expect(await bytesOf(small)).toBe(before);
  });

  it("is told table by table, and the tables make up the whole", async () => {
    const row = await test.database.inOrganization(large.organizationId, readMeasuredRows);
    const tables = row?.measured_tables ?? {};
    // A table of so many pages is sampled.
    expect((tables["contacts"]?.rows ?? 0) / CONTACTS).toBeCloseTo(1, 0);
    const sum = Object.values(tables).reduce((bytes, table) => bytes + table.bytes, 0);
    // Each is rounded.
    expect(Math.abs(sum - (row?.bytes ?? 0))).toBeLessThan(Object.keys(tables).length);
  });

  it("is nearly the same by a sample of the pages", async () => {
    const whole = await bytesOf(large);
    await measure({ sampledPages: 400 });
    expect((await bytesOf(large)) / whole).toBeGreaterThan(0.6);
    expect((await bytesOf(large)) / whole).toBeLessThan(1.6);
  });

  it("is not measured again while the last measurement is young", async () => {
    await sql`delete from contacts`.execute(test.everything);
    const before = await bytesOf(large);
    expect(await measure({ everySeconds: 300 })).toBe(0);
    expect(await bytesOf(large)).toBe(before);
  });

  it("becomes less by what is deleted, and ends with the organization", async () => {
    await measure();
    expect(await bytesOf(large)).toBeLessThan(CONTACTS);
    await sql`delete from organizations where id = ${large.organizationId}`.execute(test.everything);
    expect(await measure()).toBe(1);
  });
});
