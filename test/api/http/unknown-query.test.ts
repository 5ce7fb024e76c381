import { beforeAll, describe, expect, it } from "@jest/globals";
import { operations } from "../../../api/areas.ts";
import type { AnyOperation } from "../../../api/http/operation.ts";
import { createTenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { anyParams, pathOf } from "../../harness/operation-walk.ts";
import { useTestApi } from "../../harness/tenant-api.ts";

/** Walks the table of operations: a parameter that none of them has is refused, because ignored it would answer everything. */
let owner: ApiClient;

const { test, api } = await useTestApi();
beforeAll(async () => {
  owner = api.client({ token: (await createTenant(test)).owner.token });
});

const UNKNOWN = { msg: expect.any(String), type: "unknown_field" };

const anotherSpelling = (operation: AnyOperation): string[] =>
  Object.keys(operation.query?.shape ?? {}).flatMap((name) => [name.toUpperCase(), `${name}[0]`, `${name}[x][]`]);

const ask = (operation: AnyOperation, query: string) =>
  owner.fetch(`${pathOf(operation, anyParams(operation))}?${query}`, {
    method: operation.method.toUpperCase(),
    ...(operation.body && { body: "{}", headers: { "content-type": "application/json" } }),
  });

const named = (list: readonly AnyOperation[]) => list.map((operation) => ({ name: operation.id, operation }));

it.each(named(operations.filter(({ foreignQuery }) => foreignQuery === undefined)))(
  "$name is 422 for a parameter that it does not know, also in brackets or in capitals",
  async ({ operation }) => {
    const names = ["no_such_filter", "no_such_filter[]", "no_such_filter[0]", ...anotherSpelling(operation)];
    const response = await ask(operation, names.map((name) => `${name}=7`).join("&"));
    expect(response.status).toBe(422);
    const expected = names.map((name) => ({ ...UNKNOWN, loc: ["query", name] }));
    expect(await response.json()).toMatchObject({ detail: expect.arrayContaining(expected) });
  },
);

it.each(named(operations.filter(({ foreignQuery }) => foreignQuery !== undefined)))(
  "$name ignores parameters that others add",
  async ({ operation }) => {
    expect(operation.permission).toBe("public");
    expect((await ask(operation, "no_such_filter=7")).status).not.toBe(422);
  },
);

describe("other spellings", () => {
  it("an alias ignores what it does not know, as it does in a body, and checks the rest", async () => {
    const status = async (path: string) => (await owner.fetch(`/api/v1${path}`)).status;
    expect(await status("/campaign/?no_such_filter=7")).toBe(200);
    expect(await status("/campaigns?no_such_filter=7")).toBe(422);
    expect(await status("/campaign/?limit=0")).toBe(422);
  });

  it("a list may be written with brackets, and is refused where one value is meant", async () => {
    const at = async (query: string) => {
      const response = await owner.fetch(`/api/v1/timeline?${query}`);
      return { status: response.status, body: await response.text() };
    };
    await owner.fetch("/api/v1/folders/", {
      method: "POST",
      body: JSON.stringify({ name: "Somewhere" }),
      headers: { "content-type": "application/json" },
    });
    expect((await at("kinds=system")).body).toContain('"kind":"system"');
    const none = await at("kinds=message&kinds=outcome");
    expect(none.body).not.toContain('"kind"');
    expect(await at("kinds[]=message&kinds[]=outcome")).toEqual(none);
    expect(await at("kinds%5B%5D=message")).toEqual(none);
    expect((await at("kinds[]=singing")).status).toBe(422);
    expect((await at("limit[]=1&limit[]=2")).status).toBe(422);
    expect((await at("kinds=message&kinds[]=outcome")).status).toBe(422);
    expect((await at("no_such_filter[]=1")).status).toBe(422);
  });
});

describe("the parameters of published clients of the reference interface, on routes that are no alias", () => {
  const KNOWN: Record<string, readonly string[]> = {
    "calls.list": ["page", "limit", "filters", "sort_by", "sort_order"],
    "calls.report": ["start_date", "end_date"],
    "calls.listAll": ["start_date", "end_date", "page", "limit", "filters", "sort_by", "sort_order"],
    "calls.usageReport": ["start_date", "end_date", "filters"],
    "calls.artifact": ["inline"],
    "calls.dailyUsage": ["days"],
    "campaigns.runs": ["page", "limit", "filters", "sort_by", "sort_order"],
    "campaigns.report": ["start_date", "end_date"],
    "keys.list": ["include_archived"],
    "tools.list": ["status", "category"],
    "knowledge.list": ["status", "limit", "offset"],
    "agents.list": ["status"],
    "agents.summary": ["status"],
    "agents.versions": ["limit", "offset"],
    "recordings.list": ["workflow_id", "tts_provider", "tts_model", "tts_voice_id"],
  };

  it.each(Object.entries(KNOWN))("%s takes them", (id, names) => {
    const operation = operations.find((each) => each.id === id);
    expect(Object.keys(operation?.query?.shape ?? {})).toEqual(expect.arrayContaining([...names]));
  });
});
