import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { connector } from "../../../../domain/connector/connector.ts";
import { createConnectorRegistry } from "../../../../infra/connector/connector-registry.ts";
import { createAgent } from "../../../factories/agents.ts";
import { createChannel } from "../../../factories/channels.ts";
import { createConnectedAccount, createMcpServerRow } from "../../../factories/connectors.ts";
import { createRecordingRow } from "../../../factories/recordings.ts";
import { createTenant } from "../../../factories/tenant.ts";
import { createCredential } from "../../../factories/tools.ts";
import { respond, startHttpReceiver } from "../../../harness/http-receiver.ts";
import { startMcpStandIn } from "../../../harness/mcp-stand-in.ts";
import { startTestApi } from "../../../harness/test-api.ts";
import { createTestDatabase } from "../../../harness/test-database.ts";
import { ownApp } from "../../connectors/own-app.ts";
import { observeTool, type ToolStage } from "./observed-tool.ts";
import { toolFields } from "./tool-fields.ts";

/**
 * Walks every field that a tool can have, from the schema itself: with another value either something that reaches somebody
 * else is different, or saving is refused with the place and the reason. A field that is added and that nothing reads is red.
 */
let stage: ToolStage;
let credentials: string[];
const accounts: number[] = [];
const channels: number[] = [];
const agents: number[] = [];
const serverAccounts: number[] = [];

beforeAll(async () => {
  const [test, receiver, mcp] = await Promise.all([createTestDatabase(), startHttpReceiver(), startMcpStandIn()]);
  const apps = ["alpha", "beta"].map((slug) =>
    connector.parse({ ...ownApp(receiver.url, `${receiver.url}/${slug}`), slug: `${slug}-desk` }),
  );
  const api = await startTestApi(test, { dependencies: { connectors: createConnectorRegistry(apps, new Map()) } });
  const tenant = await createTenant(test);
  const admin = api.client({ token: tenant.admin.token });
  stage = { test, api, tenant, admin, receiver, mcp };
  receiver.answer = (_request, response) => respond(response, 200, { destination: "+12025550142" });
  credentials = [await createCredential(admin, "token-alpha-1111"), await createCredential(admin, "token-beta-2222")];
  for (const name of ["Sales", "Service"]) channels.push((await createChannel(admin, name)).id);
  for (const name of ["Invoices", "Orders"]) agents.push((await createAgent(admin, { name })).id);
  const { organizationId } = tenant;
  for (const [slug, accessToken] of [
    ["alpha-desk", "token-1"],
    ["alpha-desk", "token-2"],
    ["beta-desk", "token-1"],
  ] as const) {
    accounts.push(await createConnectedAccount(test, tenant, { slug, accessToken }));
  }
  const slug = await createMcpServerRow(test, tenant, stage.mcp.url);
  for (const accessToken of ["token-3", "token-4"]) {
    serverAccounts.push(await createConnectedAccount(test, tenant, { slug, accessToken }));
  }
  for (const name of ["alpha", "beta"]) {
    await createRecordingRow(test, { organizationId, recordingId: name, transcript: `It is ${name}.`, lengthMs: 2000 });
  }
});
afterAll(async () => {
  await stage.api.close();
  await Promise.all([stage.receiver.close(), stage.mcp.close()]);
  await stage.test.drop();
});

type Config = Record<string, unknown>;
type Pair = [Config, Config];

const parameter = (own: Config = {}) => ({ name: "day", type: "string", description: "The day", ...own });
const preset = (own: Config = {}) => ({ name: "caller", type: "string", value_template: "{{name}}", ...own });
const between = (name: string, first: unknown, second: unknown, needed: Config = {}): Pair => [
  { ...needed, [name]: first },
  { ...needed, [name]: second },
];
const inList = (list: string, one: (own?: Config) => Config, own: [Config, Config]): Pair =>
  between(list, [one(own[0])], [one(own[1])]);

/** The model fills these parameters. */
const parameters = (): Record<string, Pair> => ({
  "parameters[].name": inList("parameters", parameter, [{ name: "day" }, { name: "city" }]),
  "parameters[].type": inList("parameters", parameter, [{ type: "string" }, { type: "number" }]),
  "parameters[].description": inList("parameters", parameter, [{ description: "A" }, { description: "B" }]),
  "parameters[].required": inList("parameters", parameter, [
    { name: "missing", required: true },
    { name: "missing", required: false },
  ]),
});
const presets = (): Record<string, Pair> => ({
  "preset_parameters[].name": inList("preset_parameters", preset, [{ name: "caller" }, { name: "who" }]),
  "preset_parameters[].type": inList("preset_parameters", preset, [
    { value_template: "7" },
    { value_template: "7", type: "number" },
  ]),
  "preset_parameters[].value_template": inList("preset_parameters", preset, [{}, { value_template: "{{plan}}" }]),
  "preset_parameters[].required": inList("preset_parameters", preset, [
    { value_template: "{{nothing}}", required: true },
    { value_template: "{{nothing}}", required: false },
  ]),
});
const messages = (): Record<string, Pair> => {
  const both = { customMessage: "In words.", audioRecordingId: "alpha" };
  return {
    messageType: between("messageType", "custom", "audio", both),
    customMessage: between("customMessage", "Alpha.", "Beta.", { messageType: "custom" }),
    audioRecordingId: between("audioRecordingId", "alpha", "beta", { messageType: "audio" }),
  };
};

const httpFields = (): Record<string, Pair> => ({
  method: between("method", "GET", "POST"),
  url: between("url", `${stage.receiver.url}/alpha`, `${stage.receiver.url}/beta`),
  headers: between("headers", { "x-team": "alpha" }, { "x-team": "beta" }),
  credential_uuid: between("credential_uuid", credentials[0], credentials[1]),
  ...parameters(),
  ...presets(),
  timeout_ms: between("timeout_ms", 4000, 5000),
  customMessage: between("customMessage", "Alpha.", "Beta."),
  customMessageType: between("customMessageType", "text", "audio", {
    customMessage: "In words.",
    customMessageRecordingId: "alpha",
  }),
  customMessageRecordingId: between("customMessageRecordingId", "alpha", "beta", { customMessageType: "audio" }),
  body_template: between("body_template", { who: "{{name}}" }, { plan: "{{plan}}" }),
});

const rule = (own: Config = {}) => ({
  context_path: "plan",
  routes: [{ context_value: "gold", destination: "+12025550142" }],
  ...own,
});
const mapped = (first: Config, second: Config): Pair => {
  const fallback_destination = "+12025550199";
  return between(
    "context_mapping",
    { fallback_destination, ...first },
    { fallback_destination, ...second },
    { destination_source: "context_mapping" },
  );
};
const inRules = (first: Config, second: Config): Pair => mapped({ rules: [rule(first)] }, { rules: [rule(second)] });
const asked = (pairs: Record<string, Pair>): Record<string, Pair> =>
  Object.fromEntries(
    Object.entries(pairs).map(([field, [first, second]]) => [
      `resolver.${field}`,
      between(
        "resolver",
        { url: stage.receiver.url, ...first },
        { url: stage.receiver.url, ...second },
        {
          destination_source: "dynamic",
        },
      ),
    ]),
  );

const WARM = { mode: "warm" };

const transferFields = (): Record<string, Pair> => {
  const routes = (own: Config) => [{ context_value: "gold", destination: "+12025550142", ...own }];
  const resolver = { url: stage.receiver.url };
  return {
    mode: between("mode", "cold", "warm"),
    "hold.text": between("hold", { text: "Alpha." }, { text: "Beta." }, WARM),
    "hold.recording_id": between("hold", { recording_id: "alpha" }, { recording_id: "beta" }, WARM),
    briefing_language: between("briefing_language", "de", "fr", WARM),
    further_destinations: between("further_destinations", ["+12025550143"], ["+12025550144"], WARM),
    destination_source: between("destination_source", "static", "dynamic", { resolver }),
    channel_id: between("channel_id", channels[0], channels[1], { ...WARM, destination_source: "channel" }),
    workflow_id: between("workflow_id", agents[0], agents[1], {
      ...WARM,
      destination_source: "agent",
      destination: "",
    }),
    destination: between("destination", "+12025550142", "+12025550143"),
    ...messages(),
    timeout: between("timeout", 20, 30),
    ...parameters(),
    ...asked({
      type: between("type", "http", "grpc"),
      url: between("url", `${stage.receiver.url}/alpha`, `${stage.receiver.url}/beta`),
      headers: between("headers", { "x-team": "alpha" }, { "x-team": "beta" }),
      credential_uuid: between("credential_uuid", credentials[0], credentials[1]),
      timeout_ms: between("timeout_ms", 3000, 4000),
      wait_message: between("wait_message", "Alpha.", "Beta."),
      ...parameters(),
      ...presets(),
    }),
    "context_mapping.rules[].context_path": inRules({}, { context_path: "tier" }),
    "context_mapping.rules[].routes[].context_value": inRules({}, { routes: routes({ context_value: "silver" }) }),
    "context_mapping.rules[].routes[].destination": inRules({}, { routes: routes({ destination: "+12025550143" }) }),
    "context_mapping.context_path": mapped(rule(), rule({ context_path: "tier" })),
    "context_mapping.routes[].context_value": mapped(rule(), rule({ routes: routes({ context_value: "silver" }) })),
    "context_mapping.routes[].destination": mapped(rule(), rule({ routes: routes({ destination: "+12025550143" }) })),
    "context_mapping.fallback_destination": mapped({}, { fallback_destination: "+12025550143" }),
  };
};

const mcpFields = (): Record<string, Pair> => ({
  transport: between("transport", "streamable_http", "stdio"),
  url: between("url", `${stage.mcp.url}/alpha`, `${stage.mcp.url}/beta`),
  credential_uuid: between("credential_uuid", credentials[0], credentials[1]),
  account_id: between("account_id", serverAccounts[0], serverAccounts[1]),
  tools_filter: between("tools_filter", ["search"], ["book"]),
  // This server begins an answer and never ends it.
  timeout_secs: between("timeout_secs", 1, 2, { url: `${stage.mcp.url}/silent` }),
  sse_read_timeout_secs: between("sse_read_timeout_secs", 1, 2, { url: `${stage.mcp.url}/silent`, timeout_secs: 30 }),
});

const connectorFields = (): Record<string, Pair> => ({
  slug: [{}, { slug: "beta-desk", account_id: accounts[2] }],
  account_id: between("account_id", accounts[0], accounts[1]),
  action: between("action", "add_note", "remove_note", { preset_arguments: {} }),
  preset_arguments: between("preset_arguments", { text: "{{name}}" }, { text: "Alpha" }),
});

const NEEDED: Readonly<Record<string, () => Config>> = {
  http_api: () => ({ method: "POST", url: stage.receiver.url }),
  end_call: () => ({}),
  transfer_call: () => ({ destination: "+12025550142" }),
  mcp: () => ({ url: stage.mcp.url }),
  connector: () => ({
    slug: "alpha-desk",
    account_id: accounts[0],
    action: "add_note",
    preset_arguments: { text: "Hi" },
  }),
};
const FIELDS: Readonly<Record<string, () => Record<string, Pair>>> = {
  http_api: httpFields,
  end_call: () => ({
    ...messages(),
    endCallReason: between("endCallReason", true, false),
    endCallReasonDescription: between("endCallReasonDescription", "Alpha", "Beta", { endCallReason: true }),
  }),
  transfer_call: transferFields,
  mcp: mcpFields,
  connector: connectorFields,
};
/** The tools of an MCP server are read from the server; clients send back what they were shown. */
const TOLD_BY_THE_SERVER = /^mcp\.discovered_tools/;
/** The second value is none that there is. */
const REFUSED = ["transfer_call.resolver.type", "mcp.transport"];

const walked = toolFields().filter((field) => !TOLD_BY_THE_SERVER.test(field));

describe("every field of every tool", () => {
  it.each(walked.filter((field) => !field.endsWith("schema_version")))(
    "%s changes something that reaches somebody else, or is refused",
    async (field) => {
      const [, category = "", name = ""] = /^(\w+)\.(.*)$/.exec(field) ?? [];
      const pair = FIELDS[category]?.()[name];
      if (!pair) throw new Error(`no two values of ${field} are known`);
      const observed = [];
      for (const config of pair) {
        const definition = { type: category, config: { ...NEEDED[category]?.(), ...config } };
        observed.push(await observeTool(stage, definition));
      }
      const [one, other] = observed;
      expect(one).toHaveProperty("seen");
      if (REFUSED.includes(field)) expect(JSON.stringify(other)).toContain(`"${name.split(".").at(-1)}"`);
      else expect(other).toHaveProperty("seen");
      expect(other).not.toEqual(one);
    },
  );

  it.each(Object.keys(NEEDED).concat("calculator"))("the schema_version of %s is 1, or refused", async (type) => {
    const own = type === "calculator" ? {} : { config: NEEDED[type]?.() };
    expect(await observeTool(stage, { type, ...own, ...{ schema_version: 1 } })).toHaveProperty("seen");
    const other = await observeTool(stage, { type, ...own, ...{ schema_version: 2 } });
    expect(other).toMatchObject({ refused: [{ msg: "Only version 1 of a definition is known" }] });
  });

  it("is seen alike where nothing differs", async () => {
    for (const [type, needed] of Object.entries(NEEDED)) {
      const same = () => observeTool(stage, { type, ...{ config: needed() } });
      expect(await same()).toEqual(await same());
    }
  });

  it("half of an old rule is refused", async () => {
    const context_mapping = { context_path: "plan", fallback_destination: "+12025550142" };
    const definition = { type: "transfer_call", config: { destination_source: "context_mapping", context_mapping } };
    expect(JSON.stringify(await observeTool(stage, definition))).toContain("are one rule");
  });
});
