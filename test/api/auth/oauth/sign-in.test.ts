import { createHash, randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { auth } from "@modelcontextprotocol/sdk/client/auth.js";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  archiveApiKeyOperation,
  listApiKeysOperation,
  reactivateApiKeyOperation,
} from "../../../../api/api-keys/api-keys.operations.ts";
import { listActsOperation } from "../../../../api/audit/audit.operations.ts";
import {
  endOwnProgramOperation,
  letClientInOperation,
  listOwnProgramsOperation,
  readSignInOperation,
} from "../../../../api/auth/oauth/oauth.operations.ts";
import { readTimelineOperation } from "../../../../api/channels/channels.operations.ts";
import { removeMemberOperation, setMemberRoleOperation } from "../../../../api/team/members.operations.ts";
import { addMember, createKey, createTenant, type Tenant } from "../../../factories/tenant.ts";
import { respond, startHttpReceiver } from "../../../harness/http-receiver.ts";
import { startTestApi, type TestApi } from "../../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";
import { waitUntil } from "../../../harness/wait-until.ts";
import { consent, createSigningClient, openConsent, REDIRECT_URI, type SigningClient } from "./signing-client.ts";

/** Where the console lies does not matter here: people's browsers are played. */
const CONSOLE = { CONSOLE_FOLDER: "console" };
let now = new Date();

let test: TestDatabase;
let api: TestApi;
let live: TestApi;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test, { environment: CONSOLE, dependencies: { clock: { now: () => now } } });
  live = await startTestApi(test, { environment: { ...CONSOLE, MCP_LIVE: "true" } });
  tenant = await createTenant(test);
});
/** A person has twenty programs at most, and these tests let in more. */
afterEach(() =>
  test.everything
    .updateTable("api_keys")
    .set({ archived_at: new Date() })
    .where("client_name", "is not", null)
    .where("archived_at", "is", null)
    .execute(),
);
afterAll(async () => {
  await live?.close();
  await api?.close();
  await test?.drop();
});

const letIn = async (choice: Parameters<SigningClient["signIn"]>[1] = {}, { of = tenant, at = api } = {}) => {
  const client = createSigningClient(at);
  await client.signIn(of.admin, choice);
  const mcp = await client.connect();
  return { client, mcp };
};
const call = (mcp: Client, name: string, given: Record<string, unknown> = {}) =>
  mcp.callTool({ name, arguments: given });
const textOf = (answer: Awaited<ReturnType<typeof call>>): string => JSON.stringify(answer);
const makeList = (mcp: Client, name: string) =>
  call(mcp, "call_operation", { operation: "contacts.lists.create", body: { name } });
const keysOf = async (of = tenant) =>
  (await api.client({ token: of.admin.token }).call(listApiKeysOperation, { query: {} })).body;
const newestKey = async (of = tenant) => {
  const [key] = await keysOf(of);
  if (!key) throw new Error("there is no key");
  return key;
};
const events = async () =>
  (await api.client({ token: tenant.admin.token }).call(readTimelineOperation, { query: { limit: 100 } })).body.events;

const form = (path: string, fields: Record<string, string>, at = api) =>
  fetch(`${at.baseUrl}/oauth/${path}`, { method: "POST", body: new URLSearchParams(fields) });
const refusalOf = async (answer: Response): Promise<unknown[]> => {
  const body: unknown = await answer.json();
  return [answer.status, body && typeof body === "object" && "error" in body ? body.error : body];
};
const register = async (redirectUris: readonly unknown[] = [REDIRECT_URI], more: object = {}) =>
  fetch(`${api.baseUrl}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "By hand", redirect_uris: redirectUris, ...more }),
  });
const registered = async (redirectUris?: readonly string[]): Promise<string> => {
  const { client_id: id } = Object(await (await register(redirectUris)).json());
  return String(id);
};

const verifier = randomBytes(32).toString("base64url");
const challenge = createHash("sha256").update(verifier).digest("base64url");
/** The link of a client that does it by hand; null leaves a parameter out. */
const linkOf = (clientId: string, changed: Record<string, string | null> = {}): URL => {
  const url = new URL(`${api.baseUrl}/oauth/authorize`);
  const usual = {
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "s",
    resource: `${api.baseUrl}/mcp`,
  };
  for (const [name, value] of Object.entries({ ...usual, ...changed }))
    if (value !== null) url.searchParams.set(name, value);
  return url;
};
const open = async (url: URL) => {
  const answer = await fetch(url, { redirect: "manual" });
  const location = answer.headers.get("location");
  return { status: answer.status, to: location === null ? null : new URL(location, url), text: await answer.text() };
};
const codeFor = async (clientId: string, person = tenant.admin): Promise<string> =>
  (await consent(api, linkOf(clientId), { person })).searchParams.get("code") ?? "";
const exchange = (clientId: string, code: string, changed: Record<string, string | null> = {}) => {
  const usual = {
    grant_type: "authorization_code",
    code,
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    code_verifier: verifier,
    resource: `${api.baseUrl}/mcp`,
  };
  const fields = Object.entries({ ...usual, ...changed }).filter((each): each is [string, string] => each[1] !== null);
  return form("token", Object.fromEntries(fields));
};
const ask = (token: string, at = api) =>
  fetch(`${at.baseUrl}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });

describe("a client of the protocol's own kit", () => {
  it("comes from 401 to a called tool: it finds the server, registers, sends the person to the page, and gets tokens", async () => {
    const client = createSigningClient(api);
    await expect(client.connect()).rejects.toThrow("Unauthorized");
    const asked = client.asked();
    expect(asked.pathname).toBe("/oauth/authorize");
    expect(asked.searchParams.get("resource")).toBe(`${api.baseUrl}/mcp`);
    expect(asked.searchParams.get("code_challenge_method")).toBe("S256");
    await client.signIn(tenant.admin);
    const mcp = await client.connect();
    expect(textOf(await call(mcp, "find_calls"))).toContain("runs");
    expect((await newestKey()).name).toBe("Bell's assistant");
    await mcp.close();
  });

  it("gets new tokens when its token is over, and goes on", async () => {
    const { client, mcp } = await letIn();
    await mcp.close();
    const before = client.kept.tokens;
    await test.everything
      .updateTable("api_keys")
      .set({ token_expires_at: new Date(0) })
      .where("id", "=", (await newestKey()).id)
      .execute();
    const again = await client.connect();
    expect(textOf(await call(again, "find_calls"))).toContain("runs");
    expect(client.kept.tokens?.access_token).not.toBe(before?.access_token);
    expect(client.kept.tokens?.refresh_token).not.toBe(before?.refresh_token);
    expect((await ask(before?.access_token ?? "")).status).toBe(401);
    await again.close();
  });

  it("need not register where it describes itself at its own address, and is asked there", async () => {
    const clientId = "https://client.example/oauth/client.json";
    const document = { client_id: clientId, client_name: "Of an address", redirect_uris: [REDIRECT_URI] };
    const pages = await startHttpReceiver();
    const { guardedRequests } = api.dependencies;
    // Its host is no name that a resolver knows.
    const reachable = {
      ...guardedRequests,
      send: (asked: Parameters<typeof guardedRequests.send>[0]) =>
        guardedRequests.send({ ...asked, url: asked.url.replace("https://client.example", pages.url) }),
    };
    const asking = await startTestApi(test, { environment: CONSOLE, dependencies: { guardedRequests: reachable } });
    try {
      pages.answer = (_request, response) => respond(response, 200, document);
      const client = createSigningClient(asking, { clientMetadataUrl: clientId });
      await client.signIn(tenant.admin);
      expect(client.kept.client?.client_id).toBe(clientId);
      expect(client.asked().searchParams.get("client_id")).toBe(clientId);
      expect((await newestKey()).client_name).toBe("Of an address");
      const request = await openConsent(client.asked());
      const read = () =>
        asking.client({ token: tenant.admin.token }).refused(readSignInOperation, { query: { request } });
      pages.answer = (_request, response) => respond(response, 200, { ...document, client_id: `${clientId}x` });
      expect((await read()).code).toBe("client_unknown");
      pages.answer = (_request, response) =>
        respond(response, 200, { ...document, redirect_uris: ["https://a.example"] });
      expect((await read()).detail).toContain("has not named");
      pages.answer = (_request, response) => respond(response, 404, {});
      expect((await read()).code).toBe("client_unknown");
    } finally {
      await asking.close();
      await pages.close();
    }
  });

  it("asks for a person anew after its access has ended", async () => {
    const { client, mcp } = await letIn();
    await api
      .client({ token: tenant.admin.token })
      .call(archiveApiKeyOperation, { params: { api_key_id: (await newestKey()).id } });
    await expect(call(mcp, "find_calls")).rejects.toThrow("Unauthorized");
    expect(client.kept.tokens).toBeUndefined();
    await mcp.close();
  });
});

describe("what is given", () => {
  it("is the sandbox, an operator's work and thirty days unless the person says otherwise", async () => {
    const { mcp } = await letIn();
    const key = await newestKey();
    expect(key).toMatchObject({
      client_name: "Bell's assistant",
      environment: "sandbox",
      role: "operator",
      scopes: null,
    });
    expect((key.expires_at?.valueOf() ?? 0) !== 0).toBe(true);
    const days = (new Date(String(key.expires_at)).getTime() - now.getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect(textOf(await makeList(mcp, "of a client"))).toContain('\\"environment\\":\\"sandbox\\"');
    expect(textOf(await call(mcp, "call_operation", { operation: "keys.list" }))).toContain("role_insufficient");
    await mcp.close();
  });

  it("is never more than the person's role at that moment", async () => {
    const person = await addMember(test, { organizationId: tenant.organizationId, role: "admin" });
    const client = createSigningClient(api);
    await client.signIn(person, { role: "admin" });
    const mcp = await client.connect();
    expect(textOf(await call(mcp, "call_operation", { operation: "keys.list" }))).toContain("Bell's assistant");
    await api
      .client({ token: tenant.owner.token })
      .call(setMemberRoleOperation, { params: { user_id: person.userId }, body: { role: "viewer" } });
    expect(textOf(await call(mcp, "call_operation", { operation: "keys.list" }))).toContain("role_insufficient");
    await mcp.close();
  });

  it("may be scopes alone, those that the program asks for or others", async () => {
    const client = createSigningClient(api, { scope: "calls:read offline_access" });
    await auth(client.provider, { serverUrl: `${api.baseUrl}/mcp`, scope: "calls:read offline_access" });
    const shown = await api
      .client({ token: tenant.admin.token })
      .call(readSignInOperation, { query: { request: await openConsent(client.asked()) } });
    expect(shown.body).toMatchObject({
      client_name: "Bell's assistant",
      scopes: ["calls:read"],
      is_on_this_computer: true,
      may_be_live: false,
      roles: ["viewer", "operator", "admin"],
    });
    await client.signIn(tenant.admin, { scopes: ["calls:read"] });
    expect(client.kept.tokens?.scope).toBe("calls:read");
    const mcp = await client.connect();
    expect(textOf(await makeList(mcp, "not allowed"))).toContain("scope_missing");
    await mcp.close();
  });

  it("is live only where the server was started for it and an admin says so", async () => {
    const request = await openConsent(linkOf(await registered()));
    const refused = await api
      .client({ token: tenant.admin.token })
      .refused(letClientInOperation, { body: { request, environment: "production" } });
    expect([refused.status, refused.code]).toEqual([403, "mcp_not_live"]);
    const { mcp } = await letIn({ environment: "production" }, { at: live });
    expect(textOf(await makeList(mcp, "live"))).toContain('\\"environment\\":\\"production\\"');
    await mcp.close();
  });

  it("is a viewer's to give too: as a viewer, in the sandbox, and stopped by themselves", async () => {
    const viewer = api.client({ token: tenant.viewer.token });
    const client = createSigningClient(live);
    await client.signIn(tenant.viewer);
    const request = await openConsent(client.asked());
    const refused = (body: object) =>
      live.client({ token: tenant.viewer.token }).refused(letClientInOperation, { body: { request, ...body } });
    expect((await refused({ role: "operator" })).code).toBe("role_insufficient");
    expect((await refused({ environment: "production" })).code).toBe("role_insufficient");
    const { programs } = (await viewer.call(listOwnProgramsOperation)).body;
    expect(programs).toMatchObject([{ client_name: "Bell's assistant", role: "viewer", environment: "sandbox" }]);
    const params = { api_key_id: programs[0]?.id ?? 0 };
    const admin = api.client({ token: tenant.admin.token });
    expect((await admin.refused(endOwnProgramOperation, { params })).status).toBe(404);
    await viewer.call(endOwnProgramOperation, { params });
    expect((await ask(client.kept.tokens?.access_token ?? "")).status).toBe(401);
    expect((await viewer.call(listOwnProgramsOperation)).body).toEqual({ programs: [] });
    await viewer.call(endOwnProgramOperation, { params });
  });

  it("is no more than twenty programs of a person at a time", async () => {
    const person = await addMember(test, { organizationId: tenant.organizationId, role: "viewer" });
    const id = await registered();
    for (let at = 0; at < 20; at += 1) await codeFor(id, person);
    const request = await openConsent(linkOf(id));
    const answer = await api.client({ token: person.token }).refused(letClientInOperation, { body: { request } });
    expect([answer.status, answer.code]).toEqual([402, "too_many"]);
  });

  it("reaches one organization alone: that of the person's session", async () => {
    const other = await createTenant(test, "Another");
    const { mcp } = await letIn();
    const { mcp: theirs } = await letIn({}, { of: other });
    const made = await makeList(theirs, "Theirs");
    const id = Number(/\\"id\\":(\d+)/.exec(textOf(made))?.[1]);
    const asked = { operation: "contacts.list", params: { contact_list_id: id } };
    expect(textOf(await call(theirs, "call_operation", asked))).not.toContain("404");
    expect(textOf(await call(mcp, "call_operation", asked))).toContain("404");
    expect((await keysOf(other)).map(({ name }) => name)).toEqual(["Bell's assistant"]);
    await Promise.all([mcp.close(), theirs.close()]);
  });

  it("is for the MCP server alone, and makes no keys that would outlive it", async () => {
    const { client, mcp } = await letIn({ role: "admin" });
    const token = client.kept.tokens?.access_token ?? "";
    for (const headers of [{ "X-API-Key": token }, { Authorization: `Bearer ${token}` }])
      expect((await fetch(`${api.baseUrl}/api/v1/users/api-keys`, { headers })).status).toBe(401);
    const act = { operation: "keys.create", body: { name: "A back door", environment: "sandbox" } };
    const confirm = Object(Object(await call(mcp, "call_operation", act)).structuredContent).confirm;
    expect(textOf(await call(mcp, "call_operation", { ...act, confirm }))).toContain("key_too_wide");
    await mcp.close();
  });

  it("is told on the timeline and in the audit, and stands among the keys", async () => {
    const { mcp } = await letIn();
    await makeList(mcp, "told");
    await mcp.close();
    const key = await newestKey();
    expect((await events()).map(({ summary }) => summary)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Bell's assistant was let in \(vao_test_...…\) as operator in sandbox, until /),
      ]),
    );
    const acts = (
      await api.client({ token: tenant.admin.token }).call(listActsOperation, { query: { kind: "key_made" } })
    ).body.acts;
    expect(acts[0]).toMatchObject({ operation: "keys.letClientIn", actor: `user:${tenant.admin.userId}` });
    expect(key.key_prefix).toMatch(/^vao_test_...$/);
  });

  it("takes no room among the keys once it is over", async () => {
    await letIn({ days: 1 }).then(({ mcp }) => mcp.close());
    const over = await newestKey();
    await codeFor(await registered());
    const neverFetched = await newestKey();
    now = new Date(now.getTime() + 86_400_000 + 1_000);
    await letIn()
      .then(({ mcp }) => mcp.close())
      .catch(() => {});
    const archived = (await keysOf()).filter(({ archived_at }) => archived_at !== null).map(({ id }) => id);
    expect(archived).toEqual(expect.arrayContaining([over.id, neverFetched.id]));
    now = new Date();
  });
});

describe("access ends", () => {
  it("at the next request, when the key is archived among the keys; and is not started again", async () => {
    const { client, mcp } = await letIn();
    const { id } = await newestKey();
    const admin = api.client({ token: tenant.admin.token });
    await admin.call(archiveApiKeyOperation, { params: { api_key_id: id } });
    expect((await ask(client.kept.tokens?.access_token ?? "")).status).toBe(401);
    expect(await refusalOf(await refresh(client))).toEqual([400, "invalid_grant"]);
    expect((await admin.refused(reactivateApiKeyOperation, { params: { api_key_id: id } })).code).toBe(
      "client_signs_in",
    );
    await mcp.close();
  });

  it.each(["access_token", "refresh_token"] as const)("when the client gives its %s back (RFC 7009)", async (which) => {
    const { client, mcp } = await letIn();
    const { client_id = "" } = client.kept.client ?? {};
    const tokens = client.kept.tokens;
    const token = tokens?.[which] ?? "";
    expect((await form("revoke", { token, client_id: `${client_id}x` })).status).toBe(200);
    expect((await ask(tokens?.access_token ?? "")).status).toBe(200);
    expect((await form("revoke", { token, client_id })).status).toBe(200);
    expect((await ask(tokens?.access_token ?? "")).status).toBe(401);
    expect(await refusalOf(await refresh(client))).toEqual([400, "invalid_grant"]);
    expect((await form("revoke", { token: "nothing of ours", client_id })).status).toBe(200);
    await mcp.close();
  });

  it("when the person is no longer a member", async () => {
    const person = await addMember(test, { organizationId: tenant.organizationId, role: "admin" });
    const client = createSigningClient(api);
    await client.signIn(person);
    await api.client({ token: tenant.owner.token }).call(removeMemberOperation, { params: { user_id: person.userId } });
    expect((await ask(client.kept.tokens?.access_token ?? "")).status).toBe(401);
    expect(await refusalOf(await refresh(client))).toEqual([400, "invalid_grant"]);
  });

  it("when the membership goes in whatever way, though nobody archives the key", async () => {
    const person = await addMember(test, { organizationId: tenant.organizationId, role: "admin" });
    const client = createSigningClient(api);
    await client.signIn(person);
    await test.everything.deleteFrom("memberships").where("user_id", "=", person.userId).execute();
    expect((await ask(client.kept.tokens?.access_token ?? "")).status).toBe(401);
    expect(await refusalOf(await refresh(client))).toEqual([400, "invalid_grant"]);
  });

  it("for thief and owner, when a refresh token comes a second time", async () => {
    const { client, mcp } = await letIn();
    const stolen = client.kept.tokens?.refresh_token ?? "";
    const fresh = Object(await (await refresh(client, stolen)).json());
    expect((await ask(fresh.access_token)).status).toBe(200);
    expect(await refusalOf(await refresh(client, stolen))).toEqual([400, "invalid_grant"]);
    expect((await ask(fresh.access_token)).status).toBe(401);
    expect(await refusalOf(await refresh(client, fresh.refresh_token))).toEqual([400, "invalid_grant"]);
    expect((await events())[0]?.summary).toContain("came twice");
    await mcp.close();
  });

  it("for all of those who refresh with one token at the same moment, after one of them got the next", async () => {
    const { client, mcp } = await letIn();
    const answers = await Promise.all([1, 2, 3].map(() => refresh(client)));
    const given = answers.filter(({ status }) => status === 200);
    expect(given).toHaveLength(1);
    expect((await ask(Object(await given[0]?.json()).access_token)).status).toBe(401);
    await mcp.close();
  });
});

const refresh = (client: SigningClient, token = client.kept.tokens?.refresh_token ?? "") =>
  form("token", { grant_type: "refresh_token", refresh_token: token, client_id: client.kept.client?.client_id ?? "" });

describe("a code", () => {
  it("is good once; the second time ends what the first has got", async () => {
    const id = await registered();
    const code = await codeFor(id);
    const given = Object(await (await exchange(id, code)).json());
    expect((await ask(given.access_token)).status).toBe(200);
    expect(await refusalOf(await exchange(id, code))).toEqual([400, "invalid_grant"]);
    expect((await ask(given.access_token)).status).toBe(401);
  });

  it("is good for two minutes", async () => {
    const id = await registered();
    const code = await codeFor(id);
    now = new Date(now.getTime() + 2 * 60_000 + 1);
    expect(await refusalOf(await exchange(id, code))).toEqual([400, "invalid_grant"]);
    now = new Date();
  });

  it.each([
    ["without a verifier", { code_verifier: null }, "invalid_request"],
    ["with another verifier", { code_verifier: randomBytes(32).toString("base64url") }, "invalid_grant"],
    ["with another address", { redirect_uri: "http://127.0.0.1:9/other" }, "invalid_grant"],
    ["for another server", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["by another way", { grant_type: "password" }, "unsupported_grant_type"],
    ["that is none", { code: "none" }, "invalid_grant"],
  ])("is refused %s, and is still good for its client", async (_, changed, error) => {
    const id = await registered();
    const code = await codeFor(id);
    expect(await refusalOf(await exchange(id, code, changed))).toEqual([400, error]);
    expect(await refusalOf(await exchange(await registered(), code))).toEqual([400, "invalid_grant"]);
    expect((await exchange(id, code)).status).toBe(200);
  });
});

describe("a link", () => {
  it("leads to the page of consent, and answers say who answers", async () => {
    const link = linkOf(await registered());
    expect((await open(link)).to?.pathname).toBe("/console/let-in");
    const back = await consent(api, link, { person: tenant.admin });
    expect(`${back.origin}${back.pathname}`).toBe(REDIRECT_URI);
    expect(back.searchParams.get("state")).toBe("s");
    expect(back.searchParams.get("iss")).toBe(api.baseUrl);
  });

  it.each([
    ["PKCE is missing", { code_challenge: null }, "invalid_request"],
    ["PKCE is plain", { code_challenge_method: "plain" }, "invalid_request"],
    ["it asks for another server", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["it asks for a token", { response_type: "token" }, "unsupported_response_type"],
  ])("tells the client where %s", async (_, changed, error) => {
    const { to } = await open(linkOf(await registered(), changed));
    expect(`${to?.origin}${to?.pathname}`).toBe(REDIRECT_URI);
    expect([to?.searchParams.get("error"), to?.searchParams.get("state"), to?.searchParams.get("iss")]).toEqual([
      error,
      "s",
      api.baseUrl,
    ]);
  });

  it.each([
    ["an address that the client has not named", { redirect_uri: "https://thief.example/callback" }],
    ["an address below it", { redirect_uri: `${REDIRECT_URI}/more` }],
    ["a client that nobody knows", { client_id: "nobody" }],
    ["a client and an inner address of its own", { client_id: "https://127.0.0.1/client", redirect_uri: null }],
  ])("sends no browser on to %s", async (_, changed) => {
    const { status, to, text } = await open(linkOf(await registered(), changed));
    expect([status, to]).toEqual([400, null]);
    expect(text).toContain("Nobody was let in.");
  });

  it("may name another port of the person's computer than was registered, and of no other", async () => {
    const id = await registered([REDIRECT_URI, "https://app.example/callback"]);
    const { to } = await open(linkOf(id, { redirect_uri: "http://127.0.0.1:50123/callback" }));
    expect(to?.pathname).toBe("/console/let-in");
    expect((await open(linkOf(id, { redirect_uri: "https://app.example:444/callback" }))).status).toBe(400);
  });

  it("is for people: a key lets nobody in, and nothing works that was not signed here", async () => {
    const request = await openConsent(linkOf(await registered()));
    const key = await createKey(test, { tenant });
    expect((await api.client(key).refused(letClientInOperation, { body: { request } })).status).toBe(403);
    const admin = api.client({ token: tenant.admin.token });
    expect((await admin.refused(letClientInOperation, { body: { request: `${request.slice(0, -2)}AA` } })).code).toBe(
      "client_request_over",
    );
    expect((await admin.refused(readSignInOperation, { query: { request: "nothing" } })).code).toBe(
      "client_request_over",
    );
  });

  it("is good for half an hour", async () => {
    const request = await openConsent(linkOf(await registered()));
    now = new Date(now.getTime() + 30 * 60_000 + 1_000);
    expect(
      (await api.client({ token: tenant.admin.token }).refused(readSignInOperation, { query: { request } })).code,
    ).toBe("client_request_over");
    now = new Date();
  });

  it("is not obeyed for a page of another site, though the browser sends the cookie", async () => {
    const request = await openConsent(linkOf(await registered()));
    const answer = await fetch(`${api.baseUrl}/api/v1/oauth/sign-in`, {
      method: "POST",
      headers: {
        cookie: `ringdown_session=${tenant.admin.token}`,
        "content-type": "application/json",
        "sec-fetch-site": "cross-site",
      },
      body: JSON.stringify({ request }),
    });
    expect(answer.status).toBe(403);
  });
});

describe("registering", () => {
  it.each([
    ["no address", []],
    ["an address without https", ["http://app.example/callback"]],
    ["a script", ["javascript:alert(1)"]],
    ["a scheme of its own", ["myapp://callback"]],
    ["a fragment", ["https://app.example/callback#x"]],
    ["a password", ["https://u:p@app.example/callback"]],
    ["eleven addresses", Array.from({ length: 11 }, (_, at) => `https://app.example/${at}`)],
    ["long addresses", Array.from({ length: 4 }, (_, at) => `https://app.example/${at}${"x".repeat(400)}`)],
    ["no text", [7]],
  ])("is refused with %s", async (_, uris) => {
    expect((await register(uris)).status).toBe(400);
  });

  it("is for public clients: whoever asks for a secret gets none", async () => {
    const answer = Object(
      await (await register([REDIRECT_URI], { token_endpoint_auth_method: "client_secret_post" })).json(),
    );
    expect(answer).toMatchObject({ token_endpoint_auth_method: "none", client_name: "By hand" });
    expect(answer).not.toHaveProperty("client_secret");
  });

  it("counts for the address of the client, as every request does", async () => {
    const slow = await startTestApi(test, { environment: { ...CONSOLE, RATE_LIMIT_PER_ADDRESS_PER_SECOND: "3" } });
    // A busy machine may take so long for all of them that each second has room for its part.
    await waitUntil("one is refused", async () => {
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => fetch(`${slow.baseUrl}/oauth/register`, { method: "POST" })),
      );
      return answers.some(({ status }) => status === 429);
    });
    await slow.close();
  });
});

it("the server describes itself (RFC 8414, RFC 9728)", async () => {
  const read = async (path: string) => (await fetch(`${api.baseUrl}/.well-known/${path}`)).json();
  expect(await read("oauth-protected-resource/mcp")).toMatchObject({
    resource: `${api.baseUrl}/mcp`,
    authorization_servers: [api.baseUrl],
  });
  expect(await read("oauth-authorization-server")).toMatchObject({
    issuer: api.baseUrl,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
  });
});
