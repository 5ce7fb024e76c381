import { beforeAll, describe, expect, it } from "@jest/globals";
import { operations } from "../../api/areas.ts";
import { playOriginalOperation } from "../../api/calls/originals.operations.ts";
import type { AnyOperation } from "../../api/http/operation.ts";
import type { Role } from "../../api/http/operation-context.ts";
import { createKey } from "../factories/tenant.ts";
import { fillTables, type TenantRows } from "../factories/tenant-rows.ts";
import { isOfPlatform, walkedBody, walkedParams, walkedQuery } from "../factories/walked-requests.ts";
import type { ApiClient } from "../harness/api-client.ts";
import { anyParams, isEventStream, parametersOf, pathOf, scalarFields } from "../harness/operation-walk.ts";
import { useTestApi } from "../harness/tenant-api.ts";

/**
 * Walks the table of operations: a new operation gets these tests without further work. A path parameter that is new
 * needs a row in `test/factories/tenant-rows.ts`, a body that is new an example in `test/factories/request-bodies.ts`.
 */
let ours: TenantRows;
let theirs: TenantRows;

const { test, api } = await useTestApi({ holdsOneConnection: true });
beforeAll(async () => {
  ours = await fillTables(test, "ours");
  theirs = await fillTables(test, "theirs");
});

const BELOW: Record<Exclude<Role, "viewer">, Role> = {
  operator: "viewer",
  supervisor: "operator",
  admin: "supervisor",
  owner: "admin",
};
/** Their secret is in the path itself: the carrier that calls them has no credentials. */
const isPublic = (operation: AnyOperation) => operation.permission === "public";

const named = (list: readonly AnyOperation[]) => list.map((operation) => ({ name: operation.id, operation }));
const protectedOperations = named(operations.filter((operation) => !isPublic(operation)));
const tenantParametersOf = (operation: AnyOperation) =>
  parametersOf(operation).filter((parameter) => !isOfPlatform(operation, parameter));

const bodyOf = (operation: AnyOperation) => walkedBody(operation, ours);

describe.each(protectedOperations)("$name", ({ operation }) => {
  const refusal = (client: ApiClient) =>
    client.refused(operation, { params: anyParams(operation), body: operation.body ? {} : undefined });

  it("is 401 without credentials", async () => {
    const answer = await refusal(api.client());
    expect(answer).toMatchObject({ status: 401, detail: expect.any(String) });
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });

  it("is 401 with an archived key, and with one that never was", async () => {
    const { apiKey } = await createKey(test, { tenant: ours, archived: true });
    expect((await refusal(api.client({ apiKey }))).status).toBe(401);
    expect((await refusal(api.client({ apiKey: `${apiKey}x` }))).status).toBe(401);
    expect((await refusal(api.client({ token: apiKey }))).status).toBe(401);
  });

  it("is 401 with an expired key", async () => {
    const { apiKey } = await createKey(test, { tenant: ours, expiresAt: new Date(Date.now() - 1000) });
    expect(await refusal(api.client({ apiKey }))).toMatchObject({ status: 401, code: "key_expired" });
  });
});

const restricted = protectedOperations.flatMap(({ name, operation: { permission }, operation }) =>
  permission === "public" || permission === "viewer" ? [] : [{ name, operation, role: BELOW[permission] }],
);

it.each(restricted)("$name is 403 for the role $role, by session and by key", async ({ operation, role }) => {
  const { apiKey } = await createKey(test, { tenant: ours, role });
  for (const credentials of [{ token: ours[role].token }, { apiKey }]) {
    const answer = await api
      .client(credentials)
      .refused(operation, { params: anyParams(operation), body: operation.body ? {} : undefined });
    expect(answer).toMatchObject({ status: 403, code: "role_insufficient", detail: expect.any(String) });
  }
});

describe("ids of another organization", () => {
  const withIds = protectedOperations.filter(({ operation }) => tenantParametersOf(operation).length > 0);

  it.each(withIds)("$name is 404 with any of them", async ({ operation }) => {
    const owner = api.client({ token: ours.owner.token });
    const parameters = tenantParametersOf(operation);
    for (const foreign of [parameters, ...parameters.map((parameter) => [parameter])]) {
      const params = walkedParams(operation, (parameter) => (foreign.includes(parameter) ? theirs : ours));
      const answer = await owner.refused(operation, { params, query: walkedQuery(operation), body: bodyOf(operation) });
      expect([foreign, answer.status, answer.detail]).toEqual([foreign, 404, expect.any(String)]);
    }
  });

  // Without this the walk above would pass with ids that nobody has. A kept recording is a file of the object store besides.
  const readable = withIds.filter(
    ({ operation }) =>
      operation.method === "get" && !isEventStream(operation) && operation.id !== playOriginalOperation.id,
  );

  it.each(readable)("$name answers their own organization", async ({ operation }) => {
    const path = pathOf(
      operation,
      walkedParams(operation, () => theirs),
    );
    const query = new URLSearchParams(walkedQuery(operation)).toString();
    const response = await api.client({ token: theirs.owner.token }).fetch(query === "" ? path : `${path}?${query}`);
    expect([response.status, response.ok ? "" : await response.text()]).toEqual([200, ""]);
    await response.body?.cancel();
  });
});

describe("a body with one wrong field", () => {
  const withBody = named(operations.filter((operation) => operation.body && !operation.bodyKind));
  const faults = (operation: AnyOperation, body: unknown) =>
    api.client({ token: ours.owner.token }).refused(operation, { params: walkedParams(operation, () => ours), body });

  it.each(withBody)("$name is 422 for a field that it does not know", async ({ operation }) => {
    const answer = await faults(operation, { ...Object(bodyOf(operation)), max_concurency: 5 });
    expect([answer.status, answer.detail]).toEqual([
      422,
      [{ loc: ["body", "max_concurency"], msg: expect.any(String), type: "unknown_field" }],
    ]);
  });

  it.each(withBody)("$name is 422 for any field of the wrong type", async ({ operation }) => {
    for (const field of scalarFields(operation)) {
      const answer = await faults(operation, { ...Object(bodyOf(operation)), [field]: { wrong: true } });
      const at = { loc: expect.arrayContaining(["body", field]), msg: expect.any(String), type: expect.any(String) };
      expect([field, answer.status, answer.detail]).toEqual([field, 422, [at]]);
    }
  });
});
