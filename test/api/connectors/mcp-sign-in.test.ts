import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import {
  connectMcpServerOperation,
  listAccountsOperation,
  listActivityOperation,
  revokeAccountOperation,
  setConnectorClientOperation,
} from "../../../api/connectors/connectors.operations.ts";
import { teamHomeOperation } from "../../../api/team/team.operations.ts";
import {
  createToolOperation,
  getToolOperation,
  refreshMcpOperation,
  testToolOperation,
  updateToolOperation,
} from "../../../api/tools/tools.operations.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createCredential } from "../../factories/tools.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { type McpProtectedServer, startMcpProtectedServer } from "../../harness/mcp-protected-server.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { confirmSignIn } from "./confirm-sign-in.ts";

const PUBLIC_BASE_URL = "https://ringdown.example.com";
const REDIRECT_URI = `${PUBLIC_BASE_URL}/api/v1/connectors/callback`;
/** The agent's result when the sign-in has ended. */
const SIGNED_OUT = expect.stringContaining("the sign-in to");

let test: TestDatabase;
let api: TestApi;
let server: McpProtectedServer;
let tenant: Tenant;
let admin: ApiClient;
const clock = { aheadSeconds: 0 };

beforeAll(async () => {
  [test, server] = await Promise.all([createTestDatabase(), startMcpProtectedServer(REDIRECT_URI)]);
  api = await startTestApi(test, {
    environment: { PUBLIC_BASE_URL },
    dependencies: { clock: { now: () => new Date(Date.now() + clock.aheadSeconds * 1000) } },
  });
});
afterAll(async () => {
  await api.close();
  await server.close();
  await test.drop();
});
beforeEach(async () => {
  tenant = await createTenant(test);
  admin = api.client({ token: tenant.admin.token });
  clock.aheadSeconds = 0;
  server.refusesEverybody = false;
  server.booked.length = 0;
  server.oauth.given.length = 0;
  server.oauth.registered = 0;
});

const createMcp = async (config: { url?: string; credential_uuid?: string } = {}) => {
  const definition = { type: "mcp" as const, config: { url: server.url, ...config } };
  const { body } = await admin.call(createToolOperation, { body: { name: "Desk", category: "mcp", definition } });
  return { tool_uuid: body.tool_uuid };
};
let cookie = "";
const comeBack = async ({ pathname, search }: URL) => {
  const response = await api.client().fetch(pathname + search, { headers: { cookie } });
  return { status: response.status, text: await response.text() };
};
const begin = async (params: { tool_uuid: string }) => {
  const { body } = await admin.call(connectMcpServerOperation, { params });
  const confirmed = await confirmSignIn(api, body.authorization_url, { cookie });
  cookie = confirmed.cookie;
  return confirmed.location;
};
const signIn = async (params: { tool_uuid: string }) => comeBack(await server.oauth.signIn(await begin(params)));
const signedIn = async () => {
  const params = await createMcp();
  expect(await signIn(params)).toMatchObject({ status: 200 });
  await admin.call(refreshMcpOperation, { params });
  return params;
};
const book = async (params: { tool_uuid: string }) =>
  (await admin.call(testToolOperation, { params, body: { arguments: {} } })).body;
const accounts = async () => (await admin.call(listAccountsOperation)).body.accounts;

describe("an MCP server that asks people to sign in", () => {
  it("says so, and says how", async () => {
    const params = await createMcp();
    const { body } = await admin.call(refreshMcpOperation, { params });
    expect(body.error).toContain("sign in with POST /tools/{tool_uuid}/mcp/connect");
  });

  it("is found and registered with as its metadata say, and its tokens are for it alone", async () => {
    const params = await createMcp();
    const url = new URL(await begin(params));
    expect(url.origin).toBe(server.oauth.url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: REDIRECT_URI,
      resource: server.url,
      scope: "book offline_access",
    });
    expect(server.oauth.registered).toBe(1);
    const page = await comeBack(await server.oauth.signIn(url.href));
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("is connected")]);
    const [account] = await accounts();
    expect(account).toMatchObject({ slug: expect.stringMatching(/^mcp-\d+$/), status: "connected" });
    const tool = (await admin.call(getToolOperation, { params })).body;
    expect(tool.definition).toMatchObject({ config: { account_id: account?.id } });
    const refreshed = (await admin.call(refreshMcpOperation, { params })).body;
    expect(refreshed).toMatchObject({ error: null, discovered_tools: [{ name: "book" }] });
    await book(params);
    expect(await server.oauth.readToken(server.booked[0] ?? "")).toMatchObject({ resource: server.url });
  });

  it("acts by the account, whose token neither the model nor a row shows", async () => {
    const params = await signedIn();
    const answer = await book(params);
    expect(answer).toMatchObject({ state: "done" });
    const [token = ""] = server.booked;
    expect(token).not.toBe("");
    expect(JSON.stringify(answer)).not.toContain(token);
    const rows = await test.everything.selectFrom("connector_accounts").selectAll().execute();
    expect(rows.map(({ tokens_sealed }) => tokens_sealed?.toString("latin1")).join()).not.toContain(token);
    expect((await admin.call(listActivityOperation, { query: {} })).body.activity).toEqual([]);
  });

  it("registers one client for everybody who signs in, and another when people give theirs", async () => {
    const params = await createMcp();
    await Promise.all([begin(params), begin(params)]);
    const clients = await test.everything
      .selectFrom("connector_clients")
      .selectAll()
      .where("organization_id", "=", tenant.organizationId)
      .execute();
    expect(clients).toHaveLength(1);
    const registered = new URL(await begin(params)).searchParams.get("client_id");
    expect(registered).toBe(clients[0]?.client_id);
    const slug = clients[0]?.slug ?? "";
    await admin.call(setConnectorClientOperation, { params: { slug }, body: { client_id: "ours" } });
    expect(new URL(await begin(params)).searchParams.get("client_id")).toBe("ours");
  });

  it("is not believed when somebody else sends the person back", async () => {
    const location = await server.oauth.signIn(await begin(await createMcp()));
    location.searchParams.set("iss", "https://somebody-else.example.com");
    expect(await comeBack(location)).toMatchObject({
      status: 400,
      text: expect.stringContaining("not sent back by the authorization server"),
    });
    expect(await accounts()).toEqual([]);
  });
});

describe("its tokens", () => {
  it("are refreshed once, however many ask at the same moment", async () => {
    const params = await signedIn();
    server.oauth.given.length = 0;
    clock.aheadSeconds = 3595;
    const answers = await Promise.all([book(params), book(params), book(params)]);
    expect(answers.map(({ state }) => state)).toEqual(["done", "done", "done"]);
    expect(server.oauth.given).toEqual(["refresh_token"]);
    expect(new Set(server.booked).size).toBe(1);
  });

  it("tokens of an MCP server that were taken back end the account: somebody has to sign in again, and the agent is told in words", async () => {
    const params = await signedIn();
    await server.oauth.withdrawConsent();
    expect(await book(params)).toMatchObject({ state: "failed", result: { error: SIGNED_OUT } });
    expect(await accounts()).toMatchObject([{ status: "expired" }]);
    const home = (await admin.call(teamHomeOperation, { query: {} })).body;
    expect(home.needs_attention).toMatchObject([
      { kind: "connector_expired", summary: expect.stringContaining(new URL(server.url).host) },
    ]);
    expect((await admin.call(refreshMcpOperation, { params })).body.error).toEqual(SIGNED_OUT);
    expect(server.booked).toEqual([]);
    expect(await signIn(params)).toMatchObject({ status: 200 });
    expect(await book(params)).toMatchObject({ state: "done" });
    expect((await admin.call(teamHomeOperation, { query: {} })).body.needs_attention).toEqual([]);
  });

  it("tokens of an MCP server that are refused as soon as they were given end it too", async () => {
    const params = await signedIn();
    server.refusesEverybody = true;
    expect(await book(params)).toMatchObject({ state: "failed", result: { error: SIGNED_OUT } });
    expect(await accounts()).toMatchObject([{ status: "expired" }]);
  });

  it("are thrown away here and there when the account is disconnected", async () => {
    const params = await signedIn();
    await book(params);
    const [account] = await accounts();
    await admin.call(revokeAccountOperation, { params: { account_id: account?.id ?? 0 } });
    expect(await server.oauth.readToken(server.booked[0] ?? "")).toBeNull();
    expect(await book(params)).toMatchObject({ state: "failed", result: { error: SIGNED_OUT } });
  });

  it("go to no other address, no other organization and not beside a credential", async () => {
    const params = await signedIn();
    const [account] = await accounts();
    const account_id = account?.id ?? 0;
    const save = (client: ApiClient, config: { url: string; account_id: number; credential_uuid?: string }) =>
      client.refused(createToolOperation, {
        body: { name: "Desk", category: "mcp", definition: { type: "mcp", config } },
      });
    const elsewhere = { url: "https://elsewhere.example.com/mcp", account_id };
    expect(await save(admin, elsewhere)).toMatchObject({ status: 422 });
    const definition = { type: "mcp" as const, config: elsewhere };
    expect(await admin.refused(updateToolOperation, { params, body: { definition } })).toMatchObject({ status: 422 });
    const beside = { url: server.url, account_id, credential_uuid: await createCredential(admin) };
    expect(await save(admin, beside)).toMatchObject({ status: 422 });
    const other = api.client({ token: (await createTenant(test)).admin.token });
    expect(await save(other, { url: server.url, account_id })).toMatchObject({ status: 422 });
  });
});

it("a token is not sent to another address, whatever the definition of its tool has come to say", async () => {
  const params = await signedIn();
  const elsewhere = await startHttpReceiver();
  try {
    const url = `${elsewhere.url}/mcp`;
    await test.everything
      .updateTable("tools")
      .set({ definition: sql`jsonb_set(definition, '{config,url}', ${JSON.stringify(url)}::jsonb)` })
      .where("tool_uuid", "=", params.tool_uuid)
      .execute();
    const refusal = expect.stringContaining("belongs to another server than its address");
    expect(await book(params)).toMatchObject({ state: "failed", result: { error: refusal } });
    expect((await admin.call(refreshMcpOperation, { params })).body.error).toEqual(refusal);
    expect(elsewhere.requests).toEqual([]);
    expect(await accounts()).toMatchObject([{ status: "connected" }]);
  } finally {
    await elsewhere.close();
  }
});

describe("signing in is refused", () => {
  let somebody: HttpReceiver;
  beforeAll(async () => {
    somebody = await startHttpReceiver();
  });
  afterAll(() => somebody.close());

  const refusal = async (params: { tool_uuid: string }) => {
    const { status, detail } = await admin.refused(connectMcpServerOperation, { params });
    return [status, String(detail)];
  };
  /** A server that refuses everybody, and what it and its authorization server say of themselves. */
  const says = (documents: Record<string, object>) => {
    somebody.answer = ({ method, url }, response) => {
      if (method === "POST" && url === "/mcp") return respond(response, 401, {});
      return respond(response, documents[url] ? 200 : 404, documents[url] ?? {});
    };
    return createMcp({ url: `${somebody.url}/mcp` });
  };
  const resource = (own: object = {}) => ({
    resource: `${somebody.url}/mcp`,
    authorization_servers: [somebody.url],
    ...own,
  });
  const described = (own: object = {}) => ({
    issuer: somebody.url,
    authorization_endpoint: `${somebody.url}/authorize`,
    token_endpoint: `${somebody.url}/token`,
    code_challenge_methods_supported: ["S256"],
    ...own,
  });
  const RESOURCE = "/.well-known/oauth-protected-resource/mcp";
  const SERVER = "/.well-known/oauth-authorization-server";

  it("where nobody is asked to", async () => {
    somebody.answer = (_request, response) => respond(response, 200, {});
    const [status, sentence] = await refusal(await createMcp({ url: `${somebody.url}/mcp` }));
    expect([status, sentence]).toEqual([400, expect.stringContaining("asks nobody to sign in")]);
  });

  it("where the server does not say who lets people in, or speaks for another's address", async () => {
    expect(await refusal(await says({}))).toEqual([400, expect.stringContaining("RFC 9728")]);
    const foreign = await says({ [RESOURCE]: resource({ resource: server.url }), [SERVER]: described() });
    expect(await refusal(foreign)).toEqual([400, expect.stringContaining("RFC 9728")]);
  });

  it("where the authorization server is another than it says, or checks no PKCE", async () => {
    const other = { [RESOURCE]: resource(), [SERVER]: described({ issuer: "https://other.example.com" }) };
    expect(await refusal(await says(other))).toEqual([400, expect.stringContaining("RFC 8414")]);
    const loose = { [RESOURCE]: resource(), [SERVER]: described({ code_challenge_methods_supported: ["plain"] }) };
    expect(await refusal(await says(loose))).toEqual([400, expect.stringContaining("PKCE")]);
  });

  it("until people give a client, where clients cannot register themselves", async () => {
    const params = await says({ [RESOURCE]: resource(), [SERVER]: described() });
    const [status, sentence = ""] = await refusal(params);
    expect([status, sentence]).toEqual([400, expect.stringContaining(REDIRECT_URI)]);
    const slug = /PUT \/connectors\/(mcp-\d+)\/client/.exec(String(sentence))?.[1] ?? "";
    await admin.call(setConnectorClientOperation, { params: { slug }, body: { client_id: "by hand" } });
    expect(new URL(await begin(params)).searchParams.get("client_id")).toBe("by hand");
  });

  it("while the tool has a credential", async () => {
    const params = await createMcp({ credential_uuid: await createCredential(admin) });
    expect(await refusal(params)).toEqual([409, expect.stringContaining("remove it from the tool")]);
  });
});
