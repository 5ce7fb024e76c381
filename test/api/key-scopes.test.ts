import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { createApiKeyOperation } from "../../api/api-keys/api-keys.operations.ts";
import { operations } from "../../api/areas.ts";
import type { AnyOperation } from "../../api/http/operation.ts";
import { inviteMemberOperation } from "../../api/team/members.operations.ts";
import { requiredScope, SCOPES } from "../../domain/access/api-key-scope.ts";
import { createKey } from "../factories/tenant.ts";
import type { ApiClient } from "../harness/api-client.ts";
import { parametersOf, pathOf } from "../harness/operation-walk.ts";
import { useTenantApi } from "../harness/tenant-api.ts";

/** Walks the table of operations with a key of each scope: a new operation gets these tests without further work. */

const { test, api, tenant } = await useTenantApi();

const openApi = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ "x-required-scope": z.string().optional() }))),
});
const refusal = z.object({ code: z.string(), detail: z.string() });

const takingKeys = operations.filter(({ permission }) => permission !== "public");

describe("the table of operations", () => {
  it("gives each operation that takes a key one scope, and others none", () => {
    for (const operation of operations)
      expect([operation.id, requiredScope(operation) === null]).toEqual([
        operation.id,
        operation.permission === "public",
      ]);
  });

  it("needs every scope", () => {
    const needed = new Set(takingKeys.map(requiredScope));
    expect(SCOPES.filter((scope) => !needed.has(scope))).toEqual([]);
  });

  it("names it in the OpenAPI document", async () => {
    const document = openApi.parse(await (await api.client().fetch("/api/v1/openapi.json")).json());
    for (const operation of operations)
      expect([
        operation.id,
        document.paths[`/api/v1${operation.path}`]?.[operation.method]?.["x-required-scope"] ?? null,
      ]).toEqual([operation.id, requiredScope(operation)]);
  });

  it("lets only what changes nothing and shows no secret be read", () => {
    const read = takingKeys.filter((operation) => requiredScope(operation)?.endsWith(":read"));
    expect(read.filter(({ timeline }) => typeof timeline === "string")).toEqual([]);
    expect(read.map(({ id }) => id)).not.toContain("agents.webhookSecret");
  });
});

/** Ids that nobody has: what the walk may do changes nothing. */
const nowhere = (operation: AnyOperation) =>
  Object.fromEntries(parametersOf(operation).map((parameter) => [parameter, "999999"]));

/** The credential is judged before the body is read: what passes is refused for its empty body or unknown ids, or answered. */
const ask = async (client: ApiClient, operation: AnyOperation) => {
  const response = await client.fetch(pathOf(operation, nowhere(operation)), {
    method: operation.method.toUpperCase(),
    ...(operation.method !== "get" && { body: "{", headers: { "content-type": "application/json" } }),
  });
  const answer = response.status === 403 ? refusal.parse(await response.json()) : null;
  await response.body?.cancel().catch(() => {});
  return answer;
};

it.each(SCOPES)("a key for %s alone may do what needs it, and nothing else", async (scope) => {
  const { apiKey } = await createKey(test, { tenant, scopes: [scope] });
  const client = api.client({ apiKey });
  for (const operation of takingKeys.filter(({ permission }) => permission !== "owner")) {
    const needed = requiredScope(operation);
    const answer = await ask(client, operation);
    if (needed === scope) expect([operation.id, answer?.code]).not.toEqual([operation.id, "scope_missing"]);
    else
      expect([operation.id, answer]).toEqual([
        operation.id,
        { code: "scope_missing", detail: expect.stringContaining(`needs the scope ${needed},`) },
      ]);
  }
});

it("the scopes of a key do not widen its role", async () => {
  const { apiKey } = await createKey(test, { tenant, role: "viewer", scopes: ["keys:read"] });
  const response = await api.client({ apiKey }).fetch("/api/v1/users/api-keys");
  expect([response.status, refusal.parse(await response.json()).code]).toEqual([403, "role_insufficient"]);
});

describe("a key with scopes", () => {
  it("makes keys that are no wider than itself", async () => {
    const { apiKey } = await createKey(test, { tenant, scopes: ["keys:write", "calls:read"] });
    const client = api.client({ apiKey });
    const make = (scopes?: (typeof SCOPES)[number][]) =>
      client.refused(createApiKeyOperation, { body: { name: "a wider one", ...(scopes && { scopes }) } });
    const tooWide = { status: 403, code: "key_too_wide" };
    expect(await make()).toMatchObject(tooWide);
    expect(await make(["calls:read", "calls:write"])).toMatchObject({
      ...tooWide,
      detail: expect.stringContaining("calls:write"),
    });
    const { body } = await client.call(createApiKeyOperation, { body: { name: "less", scopes: ["calls:read"] } });
    expect(body.scopes).toEqual(["calls:read"]);
  });

  it("makes no member, who would have no scopes", async () => {
    const { apiKey } = await createKey(test, { tenant, scopes: ["team:write"] });
    const answer = await api
      .client({ apiKey })
      .refused(inviteMemberOperation, { body: { email: "kim@example.com", role: "viewer" } });
    expect(answer).toMatchObject({ status: 403, code: "key_too_wide" });
  });
});

it("unknown scopes, and a list of none, are refused", async () => {
  const admin = api.client({ token: tenant.owner.token });
  for (const scopes of [[], ["campaigns:delete"], ["*"]]) {
    const body = { name: "a key", scopes };
    const response = await admin.fetch("/api/v1/users/api-keys", {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
    expect(response.status).toBe(422);
  }
});
