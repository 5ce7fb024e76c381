import { beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { operations } from "../../api/areas.ts";
import type { AnyOperation } from "../../api/http/operation.ts";
import { type SandboxRule } from "../../domain/environment/sandbox.rules.ts";
import { createKey } from "../factories/tenant.ts";
import { fillTables, type TenantRows } from "../factories/tenant-rows.ts";
import { walkedBody, walkedParams, walkedQuery } from "../factories/walked-requests.ts";
import type { ApiClient } from "../harness/api-client.ts";
import { isEventStream, pathOf } from "../harness/operation-walk.ts";
import { useTestApi } from "../harness/tenant-api.ts";

/**
 * Walks the table of operations with a sandbox key that has an admin's role, over rows that were all made in production: a new
 * operation gets these tests without further work.
 */
let ours: TenantRows;
let sandbox: ApiClient;

const { test, api } = await useTestApi();
beforeAll(async () => {
  ours = await fillTables(test, "ours");
  sandbox = api.client({ apiKey: (await createKey(test, { tenant: ours, environment: "sandbox" })).apiKey });
});

const declared = (rule: SandboxRule) =>
  operations.filter(({ sandbox }) => sandbox === rule).map((operation) => ({ name: operation.id, operation }));

const requestOf = (operation: AnyOperation) => ({
  params: walkedParams(operation, () => ours),
  body: operation.bodyKind === "multipart" ? { object_store_key: "a key" } : walkedBody(operation, ours),
});

it("operations without a key, and no others, declare nothing for sandbox keys", () => {
  for (const { id, permission, sandbox } of operations)
    expect([id, sandbox === "public"]).toEqual([id, permission === "public"]);
});

/** No key is an owner's, so that another rule refuses what only owners may. */
const refused = declared("refused").filter(({ operation }) => operation.permission !== "owner");

it.each(refused)("$name is refused, and says so", async ({ operation }) => {
  expect(await sandbox.refused(operation, requestOf(operation))).toMatchObject({
    status: 403,
    code: "sandbox_key",
    detail: expect.stringMatching(/^A sandbox key may not .+: use a production key$/),
  });
});

/**
 * What the sandbox makes anew, out of a production agent where it needs one: it changes no row of production, as the last test of
 * these shows.
 */
const MAKES: readonly string[] = [
  "keys.create",
  "agents.create",
  "agents.duplicate",
  "contacts.lists.create",
  "contacts.uploadUrl",
  "contacts.importIntoNewList",
  "contacts.consents.record",
  "contacts.doNotCall.add",
  "contacts.doNotCall.upload",
  "campaigns.create",
  "calls.startTestByWorkflow",
  "calls.startTest",
  "calls.startByWorkflow",
  "calls.start",
  "calls.initiate",
  "calls.create",
  "messages.send",
  "textSessions.create",
  "credentials.create",
  "tools.create",
  // They calculate, over calls of the sandbox; and the manners are those of the sandbox's own carrier.
  "calls.policyWhatIf",
  "calls.policyWhatIfReport",
  "telephony.sandboxSimulator.set",
];

/** Traces of who has been here, and counts. */
const TRACES: readonly string[] = [
  "api_keys",
  "idempotency_keys",
  "run_counts",
  "run_count_changes",
  "telephony_paces",
  "timeline_events",
];

describe("what the sandbox makes and changes", () => {
  const own = declared("own");

  it.each(own.filter(({ name }) => !MAKES.includes(name)))(
    "$name touches no row of production",
    async ({ operation }) => {
      const answer = await sandbox.refused(operation, requestOf(operation));
      expect([403, 404]).toContain(answer.status);
      if (answer.status === 403) expect(answer.code).toBe("sandbox_key");
    },
  );

  it("no row of production is changed or gone after all of them", async () => {
    const before = await readRows();
    for (const { operation } of own) {
      const { params, body } = requestOf(operation);
      await sandbox.fetch(pathOf(operation, params), {
        method: operation.method.toUpperCase(),
        ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      });
    }
    const after = new Set(await readRows());
    expect(before.filter((row) => !after.has(row))).toEqual([]);
  });

  const readRows = async (): Promise<string[]> => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'organization_id'`.execute(test.everything);
    const kept = tables.filter(({ name }) => !TRACES.includes(name));
    const read = kept.map(async ({ name }) => {
      const { rows } = await sql<{
        row: string;
      }>`select ${name} || ' ' || t::text as row from ${sql.table(name)} t`.execute(test.everything);
      return rows.map(({ row }) => row);
    });
    return (await Promise.all(read)).flat();
  };
});

/** Nothing of the organization is in its record yet. */
const NOT_THERE_YET = ["record.checkpoint", "record.tile", "record.partialTile", "record.farTile"];

describe("what is read", () => {
  it.each(declared("read"))("$name answers and writes nothing", async ({ operation }) => {
    expect(operation.timeline === undefined || typeof operation.timeline === "object").toBe(true);
    const { params, body } = requestOf(operation);
    const response = await sandbox.fetch(
      `${pathOf(operation, params)}?${new URLSearchParams(walkedQuery(operation)).toString()}`,
      {
        method: operation.method.toUpperCase(),
        ...(operation.body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      },
    );
    const text = isEventStream(operation) ? await response.body?.cancel() : await response.text();
    if (operation.id === "numbers.search") expect(text).toContain("The simulator: ECONNREFUSED");
    else if (NOT_THERE_YET.includes(operation.id)) expect(response.status).toBe(404);
    else expect([response.status, response.ok ? "" : text]).toEqual([200, ""]);
  });
});
