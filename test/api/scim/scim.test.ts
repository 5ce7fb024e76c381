import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { createApiKeyOperation } from "../../../api/api-keys/api-keys.operations.ts";
import { listActsOperation } from "../../../api/audit/audit.operations.ts";
import { getAccountOperation } from "../../../api/auth/auth.operations.ts";
import { hashToken } from "../../../api/http/authenticate.ts";
import {
  getIdentityProviderOperation,
  makeDirectoryTokenOperation,
  removeDirectoryTokenOperation,
} from "../../../api/organizations/single-sign-on/single-sign-on.operations.ts";
import { listMembersOperation } from "../../../api/team/members.operations.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";

let test: TestDatabase;
let api: TestApi;
let tenant: Tenant;
let owner: ApiClient;
let token: string;
let domain: string;
let count = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
});
afterAll(async () => {
  await api.close();
  await test.drop();
});
beforeEach(async () => {
  tenant = await createTenant(test);
  owner = api.client({ token: tenant.owner.token });
  domain = `directory-${(count += 1)}.example`;
  await test.everything
    .insertInto("organization_domains")
    .values({ organization_id: tenant.organizationId, domain, token: "x", proved_at: new Date() })
    .execute();
  await test.everything
    .insertInto("identity_providers")
    .values({
      organization_id: tenant.organizationId,
      name: "Directory",
      issuer: "https://directory.example",
      client_id: "ringdown",
      client_secret_sealed: Buffer.from("x"),
      group_roles: JSON.stringify([{ group: "bosses", role: "admin" }]) as never,
      default_role: "operator",
    })
    .execute();
  token = (await owner.call(makeDirectoryTokenOperation)).body.token;
});

/** What answers of SCIM hold, as far as the tests look. */
interface Body {
  schemas: string[];
  status: string;
  scimType: string;
  id: string;
  name: unknown;
  active: boolean;
  groups: unknown;
  totalResults: number;
  Resources: { id: string; endpoint: string }[];
  meta: { location: string };
}

interface Answer {
  status: number;
  type: string | null;
  body: Body;
}

const ask = async (method: string, path: string, body?: object, by = token): Promise<Answer> => {
  const response = await fetch(`${api.baseUrl}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${by}`, ...(body && { "content-type": "application/scim+json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    body: text === "" ? null : JSON.parse(text),
  };
};
const patch = (path: string, ...Operations: object[]) =>
  ask("PATCH", path, { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations });
const create = async (name: string, more: object = {}) =>
  (await ask("POST", "/Users", { userName: `${name}@${domain}`, name: { givenName: name }, ...more })).body;
const find = (filter: string) => ask("GET", `/Users?filter=${encodeURIComponent(filter)}`);
const rolesOf = async () =>
  Object.fromEntries((await owner.call(listMembersOperation)).body.members.map(({ email, role }) => [email, role]));

/** A session and a key of somebody whom the directory has made a member. */
const giveWaysIn = async (email: string) => {
  const { id } = await test.everything
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const session = `session-${email}`;
  await test.everything
    .insertInto("sessions")
    .values({
      organization_id: tenant.organizationId,
      user_id: id,
      token_hash: hashToken(session),
      expires_at: new Date(Date.now() + 60_000),
    })
    .execute();
  await test.everything.updateTable("memberships").set({ role: "admin" }).where("user_id", "=", id).execute();
  const { body } = await api.client({ token: session }).call(createApiKeyOperation, { body: { name: "theirs" } });
  return { session: api.client({ token: session }), key: api.client({ apiKey: body.api_key }), token: session };
};

describe("a directory", () => {
  it("is known by the organization's token, and by no other", async () => {
    for (const by of ["", "scim_nobody", tenant.owner.token]) {
      const { status, type, body } = await ask("GET", "/Users", undefined, by);
      expect([status, type, body.schemas, body.status]).toEqual([
        401,
        "application/scim+json; charset=utf-8",
        ["urn:ietf:params:scim:api:messages:2.0:Error"],
        "401",
      ]);
    }
    const row = await test.everything
      .selectFrom("scim_tokens")
      .selectAll()
      .where("organization_id", "=", tenant.organizationId)
      .executeTakeFirstOrThrow();
    expect(row.token_hash).toEqual(hashToken(token));
    const { body } = await owner.call(getIdentityProviderOperation);
    expect(body.directory?.token_prefix).toBe(token.slice(0, 10));
    const next = (await owner.call(makeDirectoryTokenOperation)).body.token;
    expect((await ask("GET", "/Users")).status).toBe(401);
    expect((await ask("GET", "/Users", undefined, next)).status).toBe(200);
    await owner.call(removeDirectoryTokenOperation);
    expect((await ask("GET", "/Users", undefined, next)).status).toBe(401);
    const admin = api.client({ token: tenant.admin.token });
    expect((await admin.refused(makeDirectoryTokenOperation)).code).toBe("role_insufficient");
  });

  it("sees and changes nobody of another organization", async () => {
    const { id } = await create("ada");
    const other = await createTenant(test);
    const foreign = (await api.client({ token: other.owner.token }).call(makeDirectoryTokenOperation)).body.token;
    expect((await ask("GET", "/Users", undefined, foreign)).body.totalResults).toBe(0);
    for (const method of ["GET", "DELETE"])
      expect((await ask(method, `/Users/${id}`, undefined, foreign)).status).toBe(404);
    expect((await ask("PUT", `/Users/${id}`, { userName: `x@${domain}` }, foreign)).status).toBe(404);
  });

  it("is told what there is", async () => {
    expect((await ask("GET", "/ServiceProviderConfig")).body).toMatchObject({
      patch: { supported: true },
      filter: { maxResults: 200 },
    });
    const types = (await ask("GET", "/ResourceTypes")).body;
    expect(types.Resources.map(({ endpoint }) => endpoint)).toEqual(["/Users", "/Groups"]);
    expect((await ask("GET", "/Schemas/urn:ietf:params:scim:schemas:core:2.0:User")).body.name).toBe("User");
    expect((await ask("GET", "/Bulk")).status).toBe(404);
  });
});

describe("a person of a directory", () => {
  it("becomes a member, and is found again", async () => {
    const answer = await ask("POST", "/Users", {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      userName: `Ada@${domain}`,
      externalId: "7",
      name: { givenName: "Ada", familyName: "Example" },
      emails: [{ value: `ada@${domain}`, type: "work", primary: true }],
      active: true,
    });
    expect([answer.status, answer.type]).toEqual([201, "application/scim+json; charset=utf-8"]);
    const { id, meta } = answer.body;
    expect(meta.location).toContain(`/scim/v2/Users/${id}`);
    expect(await rolesOf()).toMatchObject({ [`ada@${domain}`]: "operator" });
    expect((await ask("GET", `/Users/${id}`)).body).toEqual(answer.body);
    for (const filter of [
      `userName eq "ADA@${domain}"`,
      'externalId eq "7"',
      `emails[type eq "work"].value eq "ada@${domain}"`,
      `userName sw "ada" and active eq true`,
      `emails.value co "@${domain}"`,
    ])
      expect([filter, (await find(filter)).body.totalResults]).toEqual([filter, 1]);
    expect((await find('userName eq "nobody"')).body).toMatchObject({ totalResults: 0, Resources: [] });
    expect(await find("title pr")).toMatchObject({ status: 400, body: { scimType: "invalidFilter" } });
    const again = await ask("POST", "/Users", { userName: `ada@${domain}` });
    expect(again).toMatchObject({ status: 409, body: { scimType: "uniqueness", status: "409" } });
  });

  it("is listed by pages", async () => {
    for (const name of ["a", "b", "c", "d", "e"]) await create(name, { active: false });
    const page = async (query: string) => (await ask("GET", `/Users?${query}`)).body;
    expect(await page("startIndex=2&count=2")).toMatchObject({ totalResults: 5, startIndex: 2, itemsPerPage: 2 });
    const all = [await page("count=3"), await page("startIndex=4&count=3")].flatMap(({ Resources }) => Resources);
    expect(new Set(all.map(({ id }) => id)).size).toBe(5);
    expect(await page("count=0")).toMatchObject({ totalResults: 5, Resources: [] });
    expect(await page("startIndex=-3&count=1")).toMatchObject({ startIndex: 1 });
    expect((await ask("GET", "/Users?count=many")).status).toBe(400);
  });

  it("is no member where the domain is not proved, and the directory is told why", async () => {
    const { status, body } = await ask("POST", "/Users", { userName: "eve@elsewhere.example" });
    expect([status, body.scimType]).toEqual([400, "invalidValue"]);
    expect((await ask("GET", "/Users")).body.totalResults).toBe(0);
  });

  it.each([
    ["Entra ID", [{ op: "Replace", path: "active", value: "False" }]],
    ["Okta", [{ op: "replace", value: { active: false } }]],
  ])(
    "has no session and no key at once after being deactivated as %s does it, and no stream with the next look at credentials",
    async (_who, operations) => {
      const { id } = await create("kim");
      const email = `kim@${domain}`;
      const ways = await giveWaysIn(email);
      const stream = await fetch(`${api.baseUrl}/api/v1/organizations/stream`, {
        headers: { authorization: `Bearer ${ways.token}` },
      });
      let hasEnded = false;
      void stream.body?.pipeTo(new WritableStream()).then(
        () => (hasEnded = true),
        () => (hasEnded = true),
      );
      expect((await patch(`/Users/${id}`, ...operations)).body.active).toBe(false);
      expect((await ways.session.refused(getAccountOperation)).status).toBe(401);
      expect((await ways.key.refused(getAccountOperation)).status).toBe(401);
      await waitUntil("the stream has ended", () => hasEnded);
      expect(await rolesOf()).not.toHaveProperty(email);
      await patch(`/Users/${id}`, { op: "Replace", path: "active", value: "True" });
      expect(await rolesOf()).toMatchObject({ [email]: "operator" });
      expect((await ways.key.refused(getAccountOperation)).status).toBe(401);
    },
  );

  it("is changed with their account, as far as it is this organization's alone", async () => {
    const { id } = await create("lee");
    const changed = await ask("PUT", `/Users/${id}`, { userName: `leigh@${domain}`, displayName: "Leigh Example" });
    expect(changed.body).toMatchObject({ userName: `leigh@${domain}`, displayName: "Leigh Example", active: true });
    const members = (await owner.call(listMembersOperation)).body.members;
    expect(members.find(({ email }) => email === `leigh@${domain}`)?.name).toBe("Leigh Example");
    const user = await test.everything
      .selectFrom("users")
      .select("id")
      .where("email", "=", `leigh@${domain}`)
      .executeTakeFirstOrThrow();
    const other = await createTenant(test);
    await test.everything
      .insertInto("memberships")
      .values({ organization_id: other.organizationId, user_id: user.id, role: "viewer" })
      .execute();
    await patch(`/Users/${id}`, { op: "replace", path: "displayName", value: "Somebody" });
    expect((await owner.call(listMembersOperation)).body.members.some(({ name }) => name === "Somebody")).toBe(false);
  });

  it("has nothing any more when the first word of them is that they are not active, though they were a member before", async () => {
    const email = `before@${domain}`;
    await test.everything.updateTable("users").set({ email }).where("id", "=", tenant.viewer.userId).execute();
    const elsewhere = await create("elsewhere", { userName: "viewer@elsewhere.example", active: false });
    expect(elsewhere.active).toBe(false);
    const ways = await giveWaysIn(email);
    expect((await create("before", { active: false })).active).toBe(false);
    expect((await ways.session.refused(getAccountOperation)).status).toBe(401);
    expect((await ways.key.refused(getAccountOperation)).status).toBe(401);
    expect(await rolesOf()).not.toHaveProperty(email);
  });

  it("does not give an owner another address, to which a link to a new password would go", async () => {
    const email = `chief@${domain}`;
    await test.everything.updateTable("users").set({ email }).where("id", "=", tenant.owner.userId).execute();
    const { id } = await create("chief");
    await patch(`/Users/${id}`, { op: "replace", path: "userName", value: `mallory@${domain}` });
    expect(await rolesOf()).toMatchObject({ [email]: "owner" });
    expect(await rolesOf()).not.toHaveProperty(`mallory@${domain}`);
  });

  it("goes with a deletion; the last owner stays", async () => {
    const { id } = await create("mo");
    expect((await ask("DELETE", `/Users/${id}`)).status).toBe(204);
    expect((await ask("GET", `/Users/${id}`)).status).toBe(404);
    expect(await rolesOf()).not.toHaveProperty(`mo@${domain}`);
    await test.everything
      .updateTable("users")
      .set({ email: `boss@${domain}` })
      .where("id", "=", tenant.owner.userId)
      .execute();
    const boss = await create("boss");
    expect(await rolesOf()).toMatchObject({ [`boss@${domain}`]: "owner" });
    expect(await patch(`/Users/${boss.id}`, { op: "replace", value: { active: false } })).toMatchObject({
      status: 409,
    });
    expect((await owner.call(getAccountOperation)).body.role).toBe("owner");
  });

  it("leaves an act for each change", async () => {
    const { id } = await create("acted");
    await ask("DELETE", `/Users/${id}`);
    const { acts } = (await owner.call(listActsOperation, { query: { actor: "directory" } })).body;
    expect(acts.map(({ operation, subject }) => [operation, subject])).toEqual([
      ["scim.users.delete", { id }],
      ["scim.users.create", { id }],
    ]);
  });
});

describe("a group of a directory", () => {
  it("gives its people the role that is set for it, as long as they are in it", async () => {
    const { id } = await create("nat");
    const email = `nat@${domain}`;
    const group = (await ask("POST", "/Groups", { displayName: "bosses", members: [{ value: id }] })).body;
    expect(await rolesOf()).toMatchObject({ [email]: "admin" });
    expect((await ask("GET", `/Users/${id}`)).body.groups).toEqual([{ value: group.id, display: "bosses" }]);
    await patch(`/Groups/${group.id}`, { op: "Remove", path: `members[value eq "${id}"]` });
    expect(await rolesOf()).toMatchObject({ [email]: "operator" });
    await patch(`/Groups/${group.id}`, { op: "Add", path: "members", value: [{ value: id }] });
    expect(await rolesOf()).toMatchObject({ [email]: "admin" });
    await patch(`/Groups/${group.id}`, { op: "replace", value: { displayName: "others" } });
    expect(await rolesOf()).toMatchObject({ [email]: "operator" });
    await ask("PUT", `/Groups/${group.id}`, { displayName: "Bosses", members: [{ value: id }] });
    await ask("DELETE", `/Groups/${group.id}`);
    expect(await rolesOf()).toMatchObject({ [email]: "operator" });
  });

  it("is found by its name, and has people that the directory has named", async () => {
    await ask("POST", "/Groups", { displayName: "staff" });
    const found = await ask(
      "GET",
      `/Groups?filter=${encodeURIComponent('displayName eq "Staff"')}&excludedAttributes=members`,
    );
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ displayName: "staff" }] });
    expect((await ask("POST", "/Groups", { displayName: "STAFF" })).status).toBe(409);
    const strange = { displayName: "x", members: [{ value: "00000000-0000-4000-8000-000000000000" }] };
    expect(await ask("POST", "/Groups", strange)).toMatchObject({ status: 400, body: { scimType: "invalidValue" } });
    expect((await ask("GET", "/Groups")).body.totalResults).toBe(1);
  });
});
