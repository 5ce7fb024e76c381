import { expect, it } from "@jest/globals";
import { getRowUsageOperation } from "../../../api/organizations/organizations.operations.ts";
import { TABLES_OF_KIND } from "../../../domain/removal/row-kinds.ts";
import { measureRows } from "../../../infra/postgres/access/organization-rows.repository.ts";
import { PERSONAL_DATA } from "../../../infra/postgres/privacy/personal-data.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow } from "../../factories/calls.ts";
import { createContactListRows } from "../../factories/campaigns.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

const MOST_BYTES = 5_000_000;
const { test, tenant, admin } = await useTenantApi({
  environment: { ROW_BYTES_PER_ORGANIZATION: String(MOST_BYTES) },
});

it("the room of an organization's rows is told by kind, with how to make some", async () => {
  expect((await admin.call(getRowUsageOperation)).body).toEqual({
    bytes: 0,
    most_bytes: MOST_BYTES,
    measured_at: null,
    kinds: [],
  });
  const agent = await createAgentRows(test, tenant);
  for (let call = 0; call < 5; call += 1) await createRunRow(test, { ...tenant, ...agent });
  await createContactListRows(test, tenant);
  await measureRows(test.database, { everySeconds: 0 });
  const { body } = await admin.call(getRowUsageOperation);
  const calls = body.kinds.find(({ kind }) => kind === "calls");
  expect(calls).toMatchObject({ rows: 5, make_room: "POST /calls/removals" });
  expect(body.kinds.find(({ kind }) => kind === "contacts")).toMatchObject({ rows: 4 });
  expect(body.kinds.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(body.bytes);
});

it("every table that a kind of rows names is there", () => {
  const named = Object.values(TABLES_OF_KIND).flat();
  expect(named.filter((table) => !Object.hasOwn(PERSONAL_DATA, table))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});
