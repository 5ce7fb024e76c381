import { generateKeyPairSync, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { sealCredentials } from "../../../infra/postgres/telephony/telephony.repository.ts";
import { buildCallAddresses } from "../../../infra/telephony/call-addresses.ts";
import { createTelnyxCarrier } from "../../../infra/telephony/telnyx/telnyx.carrier.ts";
import { receptionDefinition } from "../../application/conversation/rig.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow } from "../../factories/calls.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startTelnyxStandIn, type TelnyxStandIn } from "../../infra/telephony/telnyx-stand-in.ts";

const PERSON = "+12025550143";

let telnyx: TelnyxStandIn;
let test: TestDatabase;
let api: TestApi;
let tenant: Tenant;
let telephonyAccountId: number;
let lastNumber = 0;

beforeAll(async () => {
  [telnyx, test] = await Promise.all([startTelnyxStandIn(), createTestDatabase()]);
  api = await startTestApi(test, { environment: { CARRIER_TELNYX_BASE_URL: telnyx.baseUrl } });
});
afterAll(async () => {
  await api.close();
  await test.drop();
  await telnyx.close();
});

const credentials = () => ({
  api_key: telnyx.apiKey,
  connection_id: telnyx.connectionId,
  webhook_public_key: telnyx.publicKey,
});

beforeEach(async () => {
  tenant = await createTenant(test);
  const { organizationId } = tenant;
  const { id } = await test.everything
    .insertInto("telephony_configurations")
    .values({
      organization_id: organizationId,
      name: "Telnyx",
      provider: "telnyx",
      is_default_outbound: false,
      ...sealCredentials(credentials(), { organizationId, secrets: testSecrets }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  telephonyAccountId = id;
});

const place = async (more: { detectMachine?: boolean } = {}) => {
  const { organizationId } = tenant;
  const agent = { organizationId, ...(await createAgentRows(test, tenant, { definition: receptionDefinition() })) };
  const run = await createRunRow(test, agent, {
    telephony_configuration_id: telephonyAccountId,
    provider: "telnyx",
    called_number: PERSON,
    caller_number: "+12025550100",
    state: "dialing",
    carrier_requested_at: new Date(),
  });
  const addresses = buildCallAddresses(api.baseUrl, { provider: "telnyx", organizationId, runUuid: run.uuid });
  const carrier = createTelnyxCarrier({ baseUrl: telnyx.baseUrl });
  telnyx.prepare(PERSON, { stays: "in_progress" });
  const placed = await carrier.placeCall(
    credentials(),
    {
      ...addresses,
      runUuid: run.uuid,
      to: PERSON,
      from: "+12025550100",
      ringTimeoutSeconds: 30,
      timeLimitSeconds: 600,
      detectMachine: false,
      record: false,
      conversation: null,
      greeting: "",
      ...more,
    },
    60_000,
  );
  const call = placed.kind === "accepted" ? telnyx.book.find(placed.carrierCallId) : undefined;
  if (!call) throw new Error(JSON.stringify(placed));
  return { run, call };
};
type Call = Awaited<ReturnType<typeof place>>["call"];

const commandOf = (call: Call, action: string) =>
  waitUntil(`the call is commanded to ${action}`, () => call.commands.find((command) => command.action === action));

const deliver = async (call: Call, type: string) => {
  const { url, method, headers, body } = telnyx.signEvent(telnyx.book.event(call, type, new Date()), call.webhookUrl);
  const sent = Object.entries(headers).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return (await fetch(url, { method, headers: Object.fromEntries(sent), body })).status;
};

const rowOf = (uuid: string) =>
  test.everything.selectFrom("call_runs").selectAll().where("uuid", "=", uuid).executeTakeFirstOrThrow();

describe("a call through Telnyx", () => {
  it("is put on the relay when it is answered, by one URL for everything", async () => {
    const { run, call } = await place();
    const { body } = await commandOf(call, "conversation_relay_start");
    expect(body["url"]).toMatch(new RegExp(`^ws://.*/relay/telnyx/${tenant.organizationId}/${run.uuid}/`));
    expect(await rowOf(run.uuid)).toMatchObject({ carrier_call_id: call.callControlId, state: "in_progress" });
  });

  it("waits for the detection where it was asked for, and knows who has answered", async () => {
    const { run, call } = await place({ detectMachine: true });
    await commandOf(call, "conversation_relay_start");
    expect(call.commands).toHaveLength(1);
    expect(await rowOf(run.uuid)).toMatchObject({ state: "in_progress", answered_by: "person" });
  });
});

describe("an event of Telnyx", () => {
  it("is believed by the account's present key alone, from the moment of its change on", async () => {
    const { call } = await place();
    expect(await deliver(call, "call.bridged")).toBe(204);
    const { publicKey } = generateKeyPairSync("ed25519");
    const webhook_public_key = publicKey.export({ type: "spki", format: "der" }).subarray(-32).toString("base64");
    const { organizationId } = tenant;
    const changed = sealCredentials({ ...credentials(), webhook_public_key }, { organizationId, secrets: testSecrets });
    await test.everything
      .updateTable("telephony_configurations")
      .set(changed)
      .where("id", "=", telephonyAccountId)
      .execute();
    expect(await deliver(call, "call.bridged")).toBe(403);
  });
});

describe("a call that comes in through Telnyx", () => {
  const callIn = async (to: string) => {
    const webhookUrl = `${api.baseUrl}/api/v1/telephony/inbound/telnyx`;
    const { call, event } = telnyx.book.comeIn({ from: PERSON, to, webhookUrl });
    const { url, method, headers, body } = telnyx.signEvent(event, webhookUrl);
    const sent = Object.entries(headers).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
    return { call, answer: await fetch(url, { method, headers: Object.fromEntries(sent), body }) };
  };
  const addNumber = async (more: object = {}) => {
    lastNumber += 1;
    const e164 = `+1202556${String(1000 + lastNumber)}`;
    await test.everything
      .insertInto("phone_numbers")
      .values({
        organization_id: tenant.organizationId,
        telephony_configuration_id: telephonyAccountId,
        address: e164,
        address_normalized: e164,
        address_type: "pstn",
        ...more,
      })
      .execute();
    return e164;
  };

  it("is answered with the relay of the number's agent", async () => {
    const { agentId } = await createAgentRows(test, tenant, { definition: receptionDefinition() });
    const { call, answer } = await callIn(await addNumber({ inbound_agent_id: agentId }));
    expect(answer.status).toBe(200);
    const { body } = await commandOf(call, "answer");
    expect(body).toMatchObject({
      webhook_url: expect.stringMatching(/\/callbacks\/telnyx\/.*\/status$/),
      conversation_relay_config: { url: expect.stringMatching(/^ws:.*\/relay\/telnyx\//) },
    });
  });

  it("is refused in words when nobody is there for it: answered, spoken to, ended", async () => {
    const { call, answer } = await callIn(await addNumber());
    expect(answer.status).toBe(200);
    await commandOf(call, "answer");
    expect(await deliver(call, "call.answered")).toBe(204);
    expect((await commandOf(call, "speak")).body["payload"]).toMatch(/Goodbye/);
    expect(await deliver(call, "call.speak.ended")).toBe(204);
    await commandOf(call, "hangup");
    expect(call.commands.map(({ action }) => action)).toEqual(["answer", "speak", "hangup"]);
  });

  it("is not believed from another account", async () => {
    const to = await addNumber();
    const stranger = await startTelnyxStandIn();
    const webhookUrl = `${api.baseUrl}/api/v1/telephony/inbound/telnyx`;
    const { event } = stranger.book.comeIn({ from: PERSON, to, webhookUrl });
    const { method, headers, body } = stranger.signEvent({ ...event, id: randomUUID() }, webhookUrl);
    const sent = Object.entries(headers).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
    const answer = await fetch(webhookUrl, { method, headers: Object.fromEntries(sent), body });
    await stranger.close();
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });
});
