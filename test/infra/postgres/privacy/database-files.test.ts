import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { createContactListRows } from "../../../factories/campaigns.ts";
import { createTenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";
import { waitUntil } from "../../../harness/wait-until.ts";

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** Nobody else's: the files of a database hold whatever was ever written to them. */
const PERSON = { phone_number: "+14155558642", name: "Ottoline Quarrington-Vexley" };

/** Returns the files of the database in which these bytes stand. */
const filesWith = async (text: string): Promise<string[]> => {
  await sql`checkpoint`.execute(test.everything);
  const { rows } = await sql<{ file: string }>`
    with folder as (select 'base/' || oid as path from pg_database where datname = current_database())
    select file from folder, pg_ls_dir(path) file
    where position(convert_to(${text}, 'UTF8') in coalesce(pg_read_binary_file(path || '/' || file, 0, 100000000, true), '')) > 0`.execute(
    test.everything,
  );
  return rows.map(({ file }) => file);
};

/** Whatever else reads the database, as PostgreSQL's own analysis does, keeps rows that were removed since it began. */
const othersHoldNothing = () =>
  waitUntil("nothing else reads the database", async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_xmin is not null`.execute(
      test.everything,
    );
    return rows.length === 0;
  });

/** The guide about people's data names these two statements for all tables; here the catalogs that other databases share are let be. */
it("the files of PostgreSQL keep a removed person until the tables and their statistics are written anew", async () => {
  const tenant = await createTenant(test);
  const contact_list_id = await createContactListRows(test, tenant);
  const row = { organization_id: tenant.organizationId, contact_list_id };
  await test.everything
    .insertInto("contacts")
    .values({ ...row, ...PERSON })
    .execute();
  await sql`analyze contacts`.execute(test.everything);
  expect((await filesWith(PERSON.name)).length).toBeGreaterThan(0);
  await test.everything.deleteFrom("contacts").where("phone_number", "=", PERSON.phone_number).execute();
  expect((await filesWith(PERSON.name)).length).toBeGreaterThan(0);
  await othersHoldNothing();
  await sql`vacuum (full, analyze) contacts`.execute(test.everything);
  await sql`vacuum full pg_statistic`.execute(test.everything);
  expect([await filesWith(PERSON.name), await filesWith(PERSON.phone_number)]).toEqual([[], []]);
});
