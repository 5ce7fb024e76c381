import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { z } from "zod";
import { operations } from "../../../api/areas.ts";
import { listActsOperation } from "../../../api/audit/audit.operations.ts";
import { readTimelineOperation } from "../../../api/channels/channels.operations.ts";
import { createContactListOperation } from "../../../api/contacts/contacts.operations.ts";
import { withoutRootReference } from "../../../api/mcp/tools/describe-operation.ts";
import { journeyTools, tools } from "../../../api/mcp/tools.ts";
import { OFFERED_BY_PLATFORM } from "../../../domain/tool/mcp-limits.ts";
import { createAgent } from "../../factories/agents.ts";
import { createKey, createTenant, type Tenant } from "../../factories/tenant.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { connectMcp, type McpTestClient } from "./mcp-client.ts";

let test: TestDatabase;
let api: TestApi;
let tenant: Tenant;
let sandbox: McpTestClient;
let live: McpTestClient;

const keyOf = async (options: Partial<Parameters<typeof createKey>[1]> = {}) =>
  (await createKey(test, { tenant, environment: "sandbox", ...options })).apiKey;
const connect = async (options: Partial<Parameters<typeof createKey>[1]> = {}, to = api) =>
  connectMcp(to.baseUrl, { "X-API-Key": await keyOf(options) });

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test, { environment: { MCP_LIVE: "true" } });
  tenant = await createTenant(test);
  sandbox = await connect();
  live = await connect({ environment: "production" });
});
afterAll(async () => {
  await sandbox?.close();
  await live?.close();
  await api?.close();
  await test?.drop();
});

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${api.baseUrl}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(body),
  });
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

describe("the list of tools", () => {
  it("has at most fifteen tools for journeys and three for the rest, in fewer than 6,000 tokens", async () => {
    const listed = await sandbox.client.listTools();
    expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    expect(journeyTools.length).toBeLessThanOrEqual(OFFERED_BY_PLATFORM.journeyTools);
    expect(tools.length - journeyTools.length).toBe(3);
    // No tokenizer needs a token for fewer letters of such a text.
    expect(JSON.stringify(listed).length / 3.5).toBeLessThan(OFFERED_BY_PLATFORM.listTokens);
  });

  it("says of each tool whether it reads, and describes what it answers", async () => {
    const { tools: listed } = await sandbox.client.listTools();
    for (const { name, outputSchema, annotations, description } of listed) {
      expect({ name, has: outputSchema?.type }).toEqual({ name, has: "object" });
      expect(description?.length).toBeGreaterThan(20);
      const effect = tools.find((tool) => tool.name === name)?.effect;
      expect({ name, reads: annotations?.readOnlyHint }).toEqual({ name, reads: effect === "reads" });
    }
  });
});

describe("who may call", () => {
  it("a stranger learns where the server describes how to authenticate", async () => {
    const answer = await post(LIST);
    expect(answer.status).toBe(401);
    const challenge = answer.headers.get("www-authenticate") ?? "";
    const at = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? "";
    expect(at).toContain("/.well-known/oauth-protected-resource/mcp");
    const metadata = await (await fetch(at)).json();
    expect(metadata).toMatchObject({ resource: `${api.baseUrl}/mcp`, bearer_methods_supported: ["header"] });
    expect(metadata).not.toHaveProperty("authorization_servers");
  });

  it("a client that would sign in where there is no console is told to send a key, by the sentence that it shows", async () => {
    const client = new Client({ name: "OAuth client", version: "1" });
    const authProvider: OAuthClientProvider = {
      redirectUrl: "http://127.0.0.1:9/callback",
      clientMetadata: { redirect_uris: ["http://127.0.0.1:9/callback"], client_name: "OAuth client" },
      clientInformation: () => undefined,
      saveClientInformation: () => {},
      tokens: () => undefined,
      saveTokens: () => {},
      redirectToAuthorization: () => {},
      saveCodeVerifier: () => {},
      codeVerifier: () => "",
    };
    const transport = new StreamableHTTPClientTransport(new URL(`${api.baseUrl}/mcp`), { authProvider });
    const told = await client.connect(transport).catch(String);
    expect(told).toContain("This server has no console, on which people let programs in. Make an API key");
    const guide = /http\S+$/.exec(String(told))?.[0] ?? "";
    expect((await fetch(guide)).status).toBe(200);
  });

  it.each([
    ["a key in X-API-Key", async () => ({ "X-API-Key": await keyOf() }), 200],
    ["a key as the bearer's token", async () => ({ Authorization: `Bearer ${await keyOf()}` }), 200],
    ["a session", async () => ({ Authorization: `Bearer ${tenant.viewer.token}` }), 200],
    ["an archived key", async () => ({ "X-API-Key": await keyOf({ archived: true }) }), 401],
    ["a browser's cookie", async () => ({ Cookie: `ringdown_session=${tenant.owner.token}` }), 401],
  ])("%s", async (_, headers, status) => {
    expect((await post(LIST, await headers())).status).toBe(status);
  });

  it("no page but our own, whatever name it has made point here", async () => {
    const headers = { "X-API-Key": await keyOf() };
    expect((await post(LIST, { ...headers, Origin: "http://rebound.example" })).status).toBe(403);
    expect((await post(LIST, { ...headers, Origin: api.baseUrl })).status).toBe(200);
  });

  it("no message of more than a megabyte", async () => {
    const headers = { "X-API-Key": await keyOf() };
    expect((await post({ ...LIST, params: { more: "x".repeat(1024 * 1024) } }, headers)).status).toBe(413);
  });

  it.each(["GET", "DELETE"])("%s is refused: there is no stream and no session to end", async (method) => {
    const answer = await fetch(`${api.baseUrl}/mcp`, { method, headers: { "X-API-Key": await keyOf() } });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("POST");
  });
});

describe("what holds for every other request holds here", () => {
  it("roles", async () => {
    const viewer = await connect({ role: "viewer" });
    expect(await viewer.refused("add_do_not_call", { phone_numbers: ["+12025550123"] })).toContain("role_insufficient");
    expect(await viewer.data("find_calls")).toMatchObject({ runs: [] });
    await viewer.close();
  });

  it("scopes", async () => {
    const narrow = await connect({ scopes: ["calls:read"] });
    expect(await narrow.refused("make_agent", { name: "A", instructions: "B" })).toContain("scope_missing");
    expect(await narrow.data("find_calls")).toMatchObject({ runs: [] });
    await narrow.close();
  });

  it("the rules of the sandbox", async () => {
    const answer = await sandbox.call("call_operation", { operation: "channels.create", body: { name: "A" } });
    expect(answer.content[0]?.text).toContain("sandbox_key");
  });

  it("things of another organization are not there", async () => {
    const other = await createTenant(test, "Another");
    const theirs = await createKey(test, { tenant: other });
    const list = await api.client(theirs).call(createContactListOperation, { body: { name: "Theirs" } });
    const asked = { operation: "contacts.list", params: { contact_list_id: list.body.id } };
    expect(await live.refused("call_operation", asked)).toContain("404");
  });

  it("the rate limit of a key, counted for the operations that tools ask", async () => {
    const slow = await startTestApi(test, { environment: { RATE_LIMIT_PER_KEY_PER_SECOND: "4" } });
    const client = await connect({}, slow);
    // A busy machine may take so long for all of them that each second has room for its part.
    await waitUntil("one is refused", async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => client.call("usage").catch(String)));
      return /too_many_requests|429|Too many/.test(JSON.stringify(answers));
    });
    await client.close().catch(() => {});
    await slow.close();
  });

  it("one wrong field is refused with its place", async () => {
    const asked = { operation: "contacts.lists.create", body: { name: "A", colour: "red" } };
    expect(await sandbox.refused("call_operation", asked)).toMatch(/422.*colour/);
  });
});

const confirmed = z.object({ carried_out: z.literal(false), why: z.string(), confirm: z.string() });

describe("consequences before acts", () => {
  const remove = async (number: string) => {
    await sandbox.data("add_do_not_call", { phone_numbers: [number] });
    return { operation: "contacts.doNotCall.remove", params: { phone_number: number } };
  };
  const isListed = async (number: string) =>
    JSON.stringify(await sandbox.data("call_operation", { operation: "contacts.doNotCall.list" })).includes(number);

  it("nothing is done without the token, and it is told why; with it, it is done", async () => {
    const act = await remove("+12025550131");
    const told = await sandbox.call("call_operation", act);
    const { why, confirm } = confirmed.parse(told.structuredContent);
    expect(why).toContain("Nothing was done yet");
    expect(told.structuredContent?.["consequences"]).toMatchObject({ operation: "contacts.doNotCall.remove" });
    expect(await isListed("+12025550131")).toBe(true);
    await sandbox.data("call_operation", { ...act, confirm });
    expect(await isListed("+12025550131")).toBe(false);
  });

  it("a token is good for its arguments, its tool and its key alone", async () => {
    const act = await remove("+12025550132");
    const other = await remove("+12025550133");
    const { confirm } = confirmed.parse((await sandbox.call("call_operation", act)).structuredContent);
    expect(await sandbox.refused("call_operation", { ...other, confirm })).toContain("other arguments");
    expect(await live.refused("call_operation", { ...act, confirm })).toContain("another key");
    const forged = `${confirm.slice(0, -3)}AAA`;
    expect(await sandbox.refused("call_operation", { ...act, confirm: forged })).toContain("no token of ours");
    expect(await isListed("+12025550132")).toBe(true);
  });

  it("a token is good for ten minutes", async () => {
    let now = new Date();
    const aging = await startTestApi(test, { dependencies: { clock: { now: () => now } } });
    const client = await connect({}, aging);
    const act = { operation: "contacts.doNotCall.remove", params: { phone_number: "+12025550134" } };
    const { confirm } = confirmed.parse((await client.call("call_operation", act)).structuredContent);
    now = new Date(now.getTime() + 10 * 60_000 + 1_000);
    expect(await client.refused("call_operation", { ...act, confirm })).toContain("older than 10 minutes");
    await client.close();
    await aging.close();
  });

  const setZone = (from: McpTestClient, body: Record<string, unknown>, confirm?: string) =>
    from.call("call_operation", {
      operation: "organizations.preferences.update",
      body,
      ...(confirm !== undefined && { confirm }),
    });
  const actsOf = async (operation: string) => {
    const client = api.client({ token: tenant.viewer.token });
    const { events } = (await client.call(readTimelineOperation, { query: { limit: 100 } })).body;
    return events.filter(({ payload }) => payload["event"] === "mcp_call" && payload["operation"] === operation).length;
  };

  it("a token of a deletion works once, though the same was made again in the meantime", async () => {
    const act = await remove("+12025550135");
    const { confirm } = confirmed.parse((await sandbox.call("call_operation", act)).structuredContent);
    await sandbox.data("call_operation", { ...act, confirm });
    expect(await sandbox.refused("call_operation", { ...act, confirm })).toContain("a token works once");
    await remove("+12025550135");
    expect(await sandbox.refused("call_operation", { ...act, confirm })).toContain("a token works once");
    expect(await isListed("+12025550135")).toBe(true);
  });

  it("a token of a change works once, and a later change stays", async () => {
    const told = await setZone(live, { timezone: "Europe/Berlin" });
    const { confirm } = confirmed.parse(told.structuredContent);
    expect((await setZone(live, { timezone: "Europe/Berlin" }, confirm)).isError).toBeUndefined();
    const other = confirmed.parse((await setZone(live, { timezone: "Europe/Paris" })).structuredContent);
    await setZone(live, { timezone: "Europe/Paris" }, other.confirm);
    const again = await setZone(live, { timezone: "Europe/Berlin" }, confirm);
    expect(again.content[0]?.text).toMatch(/token works once.*Europe\/Berlin/);
    expect(await live.data("call_operation", { operation: "organizations.preferences.get" })).toMatchObject({
      timezone: "Europe/Paris",
    });
  });

  it("a token that two processes get at once acts once", async () => {
    const otherProcess = await startTestApi(test, { environment: { MCP_LIVE: "true" } });
    const key = await keyOf({ environment: "production" });
    const here = await connectMcp(api.baseUrl, { "X-API-Key": key });
    const there = await connectMcp(otherProcess.baseUrl, { "X-API-Key": key });
    const before = await actsOf("organizations.preferences.update");
    try {
      for (const timezone of ["Asia/Tokyo", "Asia/Seoul", "Asia/Kolkata"]) {
        const { confirm } = confirmed.parse((await setZone(here, { timezone })).structuredContent);
        const uses = await Promise.all(
          [here, there, here, there].map((client) => setZone(client, { timezone }, confirm)),
        );
        expect(uses.filter(({ isError }) => !isError)).toHaveLength(1);
        for (const { isError, content } of uses)
          if (isError) expect(content[0]?.text).toMatch(/token works once|request_in_progress/);
      }
    } finally {
      await here.close();
      await there.close();
      await otherProcess.close();
    }
    expect(await actsOf("organizations.preferences.update")).toBe(before + 3);
  });

  it("a token works once where it makes or calls something", async () => {
    const agent = await createAgent(api.client(await createKey(test, { tenant, environment: "sandbox" })));
    const act = {
      operation: "embedTokens.create",
      params: { workflow_id: agent.id },
      body: { allowed_origins: ["https://a.example"] },
    };
    const { confirm } = confirmed.parse((await sandbox.call("call_operation", act)).structuredContent);
    await sandbox.data("call_operation", { ...act, confirm });
    expect(await sandbox.refused("call_operation", { ...act, confirm })).toContain("a token works once");
    const listed = { operation: "embedTokens.list", params: { workflow_id: agent.id } };
    expect(JSON.stringify(await sandbox.data("call_operation", listed)).match(/"token"/g)?.length ?? 1).toBe(1);
  });
});

describe("a server that was not started for live calls", () => {
  it("keeps a live key in the sandbox, and says so where that is why it refuses", async () => {
    const confined = await startTestApi(test);
    const client = await connect({ environment: "production" }, confined);
    const made = await client.data("call_operation", { operation: "contacts.lists.create", body: { name: "Mine" } });
    expect(made).toMatchObject({ environment: "sandbox" });
    const refused = await client.refused("call_operation", { operation: "channels.create", body: { name: "A" } });
    expect(refused).toContain("MCP_LIVE is not set");
    await client.close();
    await confined.close();
  });

  it("lets a live key work live once it is", async () => {
    const made = await live.data("call_operation", { operation: "contacts.lists.create", body: { name: "Live" } });
    expect(made).toMatchObject({ environment: "production" });
  });
});

describe("the timeline", () => {
  it("names the client of every call, once, whether it acts or reads or is refused", async () => {
    const named = await connectMcp(
      api.baseUrl,
      { "X-API-Key": await keyOf() },
      { name: "Bell's\n<b>assistant</b>", version: "9.9" },
    );
    await named.data("call_operation", { operation: "contacts.lists.create", body: { name: "Named" } });
    await named.data("usage");
    await named.refused("call_operation", { operation: "moons.launch" });
    await named.close();
    const client = api.client({ token: tenant.viewer.token });
    const events = (await client.call(readTimelineOperation, { query: { limit: 100 } })).body.events;
    const ofClient = events.filter(({ payload }) => payload["client"] === "Bell's <b>assistant</b>");
    expect(ofClient.map(({ payload }) => [payload["tool"], payload["operation"], payload["outcome"]])).toEqual([
      ["call_operation", null, "refused"],
      ["usage", null, "done"],
      ["call_operation", "contacts.lists.create", undefined],
    ]);
    for (const { payload } of ofClient) expect(payload).toMatchObject({ event: "mcp_call", client_version: "9.9" });
  });

  it("is not alone: each call of a tool is in the audit with the client's name, a reading one too", async () => {
    const key = await createKey(test, { tenant, environment: "sandbox" });
    const named = await connectMcp(api.baseUrl, { "X-API-Key": key.apiKey }, { name: "A reader", version: "2.1" });
    const remove = { operation: "contacts.doNotCall.remove", params: { phone_number: "+12025550139" } };
    await named.data("usage");
    await named.data("usage");
    await named.data("add_do_not_call", { phone_numbers: ["+12025550139"] });
    await named.call("call_operation", remove);
    await named.refused("call_operation", { operation: "moons.launch" });
    await named.close();
    const admin = api.client({ token: tenant.admin.token });
    const { acts } = (
      await admin.call(listActsOperation, { query: { kind: "called_over_mcp", actor: `api_key:${key.id}` } })
    ).body;
    expect(acts.map(({ subject }) => subject)).toEqual([
      { client: "A reader", client_version: "2.1", tool: "call_operation", outcome: "refused" },
      { client: "A reader", client_version: "2.1", tool: "call_operation", outcome: "described" },
      { client: "A reader", client_version: "2.1", tool: "add_do_not_call", outcome: "done" },
      { client: "A reader", client_version: "2.1", tool: "usage", outcome: "done" },
      { client: "A reader", client_version: "2.1", tool: "usage", outcome: "done" },
    ]);
    expect(acts[0]).toMatchObject({ user_id: tenant.admin.userId, operation: null });
  });
});

describe("the three tools for the rest", () => {
  it("find what words describe", async () => {
    const found = async (query: string) => JSON.stringify(await sandbox.data("find_operation", { query }));
    expect(await found("rent a phone number")).toContain("numbers.provision");
    expect(await found("consents")).toContain("contacts.consents.record");
    expect(await found("clone campaign")).toContain("campaigns.clone");
  });

  it("describe every operation that takes credentials", async () => {
    for (const { id } of operations.filter(({ permission }) => permission !== "public"))
      expect(await sandbox.data("describe_operation", { operation: id })).toMatchObject({ operation: id });
  });

  it("say the fields of every body at its root, whatever the schema is named, and refer to nothing that is left out", async () => {
    const namesOf = (schema: unknown) =>
      [...JSON.stringify(schema ?? {}).matchAll(/"#\/\$defs\/([^"]+)"/g)].map(([, name = ""]) => name);
    for (const { id } of operations.filter(({ permission }) => permission !== "public")) {
      const { params, query, body } = z
        .object({ params: z.unknown(), query: z.unknown(), body: z.unknown() })
        .partial()
        .parse(await sandbox.data("describe_operation", { operation: id }));
      for (const schema of [params, query, body]) {
        const { $ref = null, $defs = {} } = z
          .object({ $ref: z.string(), $defs: z.record(z.string(), z.unknown()) })
          .partial()
          .parse(schema ?? {});
        expect([id, $ref]).toEqual([id, null]);
        expect([id, namesOf(schema).filter((name) => !Object.hasOwn($defs, name))]).toEqual([id, []]);
      }
    }
  });

  it("keep a named schema that contains itself, and what stands beside the reference to it", () => {
    const item = { type: "object", properties: { children: { items: { $ref: "#/$defs/Item" } } } };
    const schema = { $ref: "#/$defs/Item", description: "A tree", $defs: { Item: item, Other: { type: "string" } } };
    expect(withoutRootReference(schema)).toEqual({ ...item, description: "A tree", $defs: schema.$defs });
    const plain = { $ref: "#/$defs/Plain", $defs: { Plain: { type: "object" } } };
    expect(withoutRootReference(plain)).toEqual({ type: "object" });
  });

  it("refuse what a tool cannot carry, and what is not there, with what to do", async () => {
    const call = (operation: string, params = {}) => sandbox.refused("call_operation", { operation, params });
    expect(await call("campaigns.progressStream", { campaign_id: 1 })).toContain("stream");
    expect(await call("contacts.doNotCall.upload")).toContain("import_contacts");
    expect(await call("login")).toContain("no credentials");
    expect(await call("moons.launch")).toContain("find_operation");
    expect(await call("campaigns.get")).toContain("params.campaign_id");
  });
});
