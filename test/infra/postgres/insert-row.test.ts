import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { insertRow } from "../../../infra/postgres/insert-row.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
});
afterAll(() => test.drop());

const insertList = (columns: { name: string; description?: string | null | undefined; is_hidden?: boolean }) =>
  test.database.inOrganization(tenant.organizationId, (tx) =>
    insertRow(tx, "contact_lists", { organization_id: tenant.organizationId, ...columns }),
  );

it("returns the row as stored, with the table's defaults", async () => {
  expect(await insertList({ name: "Everybody", description: null })).toMatchObject({
    organization_id: tenant.organizationId,
    name: "Everybody",
    description: null,
    contact_count: 0,
    is_hidden: false,
    created_at: expect.any(Date),
  });
});

it("keeps values in their columns, whatever their order and whichever are given", async () => {
  expect(await insertList({ name: "a", description: "of a" })).toMatchObject({ name: "a", description: "of a" });
  expect(await insertList({ description: "of b", name: "b" })).toMatchObject({ name: "b", description: "of b" });
  expect(await insertList({ name: "c", is_hidden: true })).toMatchObject({ name: "c", description: null });
  expect(await insertList({ name: "d", description: undefined })).toMatchObject({ name: "d", description: null });
  expect(await insertList({ name: "e", description: "of e" })).toMatchObject({ name: "e", description: "of e" });
});

it("writes no row of another organization", async () => {
  const other = await createTenant(test);
  const insert = test.database.inOrganization(other.organizationId, (tx) =>
    insertRow(tx, "contact_lists", { organization_id: tenant.organizationId, name: "theirs" }),
  );
  await expect(insert).rejects.toThrow("row-level security");
});
