import { expect, it } from "@jest/globals";
import { operations } from "../../../api/areas.ts";
import { aliases } from "../../../api/http/aliases.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

const { admin } = await useTenantApi();

const post = (path: string, body: object) =>
  admin.fetch(path, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });

it("the four key routes serve the same keys under /user/api-keys", async () => {
  const created: { id: number } = JSON.parse(
    await (await post("/api/v1/user/api-keys", { name: "by the alias" })).text(),
  );
  const params = `/api/v1/user/api-keys/${created.id}`;
  expect((await admin.fetch(params, { method: "DELETE" })).status).toBe(200);
  expect((await admin.fetch(`${params}/reactivate`, { method: "PUT" })).status).toBe(200);
  const listed = await (await admin.fetch("/api/v1/user/api-keys/?include_archived=false")).json();
  expect(listed).toMatchObject([{ id: created.id, name: "by the alias", is_active: true }]);
  expect(await (await admin.fetch("/api/v1/users/api-keys")).json()).toEqual(listed);
});

it("an unknown field is ignored on an alias and refused on the route itself", async () => {
  const body = { name: "with more", workspace: 7 };
  expect((await post("/api/v1/user/api-keys", body)).status).toBe(200);
  expect((await post("/api/v1/users/api-keys", body)).status).toBe(422);
});

it("an alias checks all it knows", async () => {
  const response = await post("/api/v1/user/api-keys", { name: "", workspace: 7 });
  expect(await response.json()).toMatchObject({ detail: [{ loc: ["body", "name"] }] });
});

it("no alias serves a path that only begins with its name", async () => {
  expect((await admin.fetch("/api/v1/user/api-keys-and-more")).status).toBe(404);
});

it.each(aliases.map(({ example, to }) => [example, to]))("%s leads to a route that is served", async (example, to) => {
  const alias = aliases.find(({ from }) => from.test(example));
  expect(alias?.to).toBe(to);
  expect(operations.map(({ path }) => path.replace(/\/$/, ""))).toContain(example.replace(alias?.from ?? "", to));
});
