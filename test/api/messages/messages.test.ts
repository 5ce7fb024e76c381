import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import {
  getMessageOperation,
  listMessagesOperation,
  sendMessageOperation,
} from "../../../api/messages/messages.operations.ts";
import { reconcileTexts } from "../../../application/message/reconcile-texts.ts";
import { buildSignatureHeaders } from "../../../infra/telephony/simulator/simulator.signature.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows, fillCampaign } from "../../factories/campaigns.ts";
import { createPhoneNumberRow, createTwilioConfiguration } from "../../factories/telephony.ts";
import { createKey, createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTestApi } from "../../harness/tenant-api.ts";
import { startTestSimulator } from "../../harness/test-simulator.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { textingPeople } from "./texting-people.ts";

const simulator = await startTestSimulator({
  script: {
    texts: [
      { match: "^\\+1212555.*1$", answer: "throttled", times: 1 },
      { match: "^\\+1212555.*2$", answer: "response_lost" },
      { match: "^\\+1212555.*3$", answer: "request_lost" },
      { match: "^\\+1212555.*4$", answer: "opted_out" },
      { match: "^\\+1212555.*5$", state: "failed" },
      { match: "^\\+1212555.*6$", callbacks: 2 },
      { match: "^\\+1212555.*7$", answer: "suspended" },
    ],
  },
});
const { test, api } = await useTestApi({ environment: { CARRIER_SIMULATOR_BASE_URL: simulator.baseUrl } });
afterAll(() => simulator.close());
/** A number of each test's organization. */
let ours: string;
let tenant: Tenant;
let operator: ApiClient;
let last = 0;

beforeEach(async () => {
  tenant = await createTenant(test);
  operator = api.client({ token: tenant.operator.token });
  ours = `+1202555${String(1000 + (last += 1))}`;
  await createPhoneNumberRow(test, {
    organizationId: tenant.organizationId,
    telephonyAccountId: tenant.simulatorAccountId,
    e164: ours,
    isDefault: true,
  });
});

/** A number whose last digit says how the simulator treats it; no other test has it. */
const person = (digit = 0): string => `+1212555${String((last += 1)).padStart(3, "0")}${digit}`;

const send = (to: string, body = "Your table is ready", idempotencyKey?: string) =>
  operator.call(sendMessageOperation, { body: { to, body } }, idempotencyKey === undefined ? {} : { idempotencyKey });
const sent = async (...asked: Parameters<typeof send>) => (await send(...asked)).body;
const refused = (body: object, options = {}) => operator.refused(sendMessageOperation, { body }, options);

const read = async (id: string) => (await operator.call(getMessageOperation, { params: { message_id: id } })).body;
const untilState = (id: string, state: string) =>
  waitUntil(`the text is ${state}`, async () => ((await read(id)).state === state ? read(id) : undefined));

const people = textingPeople(simulator, api);
const { recordsOf } = people;
/** Somebody writes; `id` repeats an earlier one. */
const write = (from: string, body: string, id?: string) =>
  people.write({ from, to: ours, body, ...(id !== undefined && { id }) });

const listedNumbers = async () =>
  (
    await test.everything
      .selectFrom("do_not_call")
      .select(["phone_number", "source", "environment"])
      .where("organization_id", "=", tenant.organizationId)
      .execute()
  ).map(({ phone_number, source }) => `${phone_number} ${source}`);

const eventsOf = async () =>
  test.everything
    .selectFrom("timeline_events")
    .select(["kind", "summary", "payload"])
    .where("organization_id", "=", tenant.organizationId)
    .where("kind", "=", "message")
    .orderBy("id")
    .execute();

describe("a text to a person", () => {
  it("is sent from the organization's number, delivered, priced, and told in the feed", async () => {
    const to = person();
    const message = await sent(to, "ж".repeat(71));
    expect(message).toMatchObject({
      from: ours,
      to,
      direction: "outbound",
      reason: "api",
      encoding: "UCS-2",
      segments: 2,
    });
    expect(["sent", "delivered"]).toContain(message.state);
    expect(await untilState(message.id, "delivered")).toMatchObject({ cost_minor: 2, currency: "USD", error: null });
    // The report may come before the answer.
    const told = (await eventsOf()).map(({ summary }) => summary.replace(/^SMS-\w+/, "SMS"));
    const events = ["SMS: a text was sent", "SMS: a text was delivered"];
    expect(told).toEqual(events.slice(-told.length));
    const { body } = await operator.call(listMessagesOperation, { query: { phone_number: to } });
    expect(body).toMatchObject({ messages: [{ id: message.id }], next_cursor: null });
    expect(JSON.stringify(await eventsOf())).not.toContain(to);
  });

  it("is sent once for an Idempotency-Key, which another text cannot use", async () => {
    const to = person();
    const first = await sent(to, "Hello", "once");
    expect(await sent(to, "Hello", "once")).toMatchObject({ id: first.id });
    expect(await recordsOf(to)).toHaveLength(1);
  });

  it("is not sent again where the answer was lost, and is settled by the carrier's report", async () => {
    const to = person(2);
    const { id } = await sent(to, "Hello", "lost");
    await untilState(id, "delivered");
    expect(await sent(to, "Hello", "lost")).toMatchObject({ id });
    expect(await recordsOf(to)).toHaveLength(1);
  });

  it("stays unknown where nobody tells, until its carrier says that it has no such text", async () => {
    const to = person(3);
    const { id, state } = await sent(to);
    expect(state).toBe("unknown");
    await reconcileTexts(api.dependencies);
    expect(await read(id)).toMatchObject({ state: "unknown", error_code: "unclear" });
    await test.everything
      .updateTable("text_messages")
      .set({ carrier_requested_at: new Date(Date.now() - 3_600_000) })
      .where("uuid", "=", id)
      .execute();
    await reconcileTexts(api.dependencies);
    expect(await read(id)).toMatchObject({ state: "failed", error_code: "not_sent" });
    expect(await recordsOf(to)).toHaveLength(1);
  });

  it("is marked and looked up where its process was killed before the answer, and never sent again", async () => {
    const to = person();
    const { id } = await sent(to);
    await untilState(id, "delivered");
    // As the row is between the intention and the answer.
    await test.everything
      .updateTable("text_messages")
      .set({
        state: "queued",
        carrier_message_id: null,
        settled_at: null,
        carrier_requested_at: new Date(Date.now() - 3_600_000),
      })
      .where("uuid", "=", id)
      .execute();
    await reconcileTexts(api.dependencies);
    expect(await read(id)).toMatchObject({ state: "delivered" });
    expect(await recordsOf(to)).toHaveLength(1);
  });

  it("may be asked for again with its key where the carrier asked to slow down", async () => {
    const to = person(1);
    const body = { to, body: "Hello" };
    const waits = await refused(body, { idempotencyKey: "slow" });
    expect(waits).toMatchObject({ status: 429 });
    expect(waits.headers.get("retry-after")).not.toBeNull();
    await untilState((await sent(to, "Hello", "slow")).id, "delivered");
    expect((await recordsOf(to)).map(({ answer }) => answer)).toEqual(["throttled", "accepted"]);
  });

  it("fails with the carrier's words where it is refused or not delivered", async () => {
    expect(await untilState((await sent(person(5))).id, "failed")).toMatchObject({ error_code: "not_delivered" });
    expect(await sent(person(7))).toMatchObject({ state: "failed", error_code: "account_unusable", cost_minor: null });
  });

  it("is refused by the do-not-call list, consent and the kind of number, and the carrier is not asked", async () => {
    const to = person();
    await test.everything
      .insertInto("do_not_call")
      .values({ organization_id: tenant.organizationId, phone_number: to, source: "manual" })
      .execute();
    expect(await refused({ to, body: "Hello" })).toMatchObject({ status: 403, code: "blocked_dnc" });
    expect(await recordsOf(to)).toEqual([]);
    expect(await refused({ to: "+493012345678", body: "Hello" })).toMatchObject({ code: "blocked_number_kind" });
    expect(await refused({ to: "nobody", body: "Hello" })).toMatchObject({ status: 422 });
  });

  it("keeps the hours of the organization's own rules, and says from when on it may be sent", async () => {
    await test.everything
      .updateTable("organizations")
      .set({ own_rules: JSON.stringify([{ name: "never", expression: "hour > 30", if_false: "wait" }]) as never })
      .where("id", "=", tenant.organizationId)
      .execute();
    expect(await refused({ to: person(), body: "Hello" })).toMatchObject({ status: 403 });
  });

  it("counts against the organization's budget", async () => {
    await test.everything
      .updateTable("organizations")
      .set({ budget: { daily_minor: 2, monthly_minor: null, currency: "USD" } })
      .where("id", "=", tenant.organizationId)
      .execute();
    await sent(person(), "a".repeat(161));
    expect(await refused({ to: person(), body: "Hello" })).toMatchObject({ status: 402, code: "blocked_budget" });
  });

  it("reaches the simulator alone with a sandbox key, and costs nothing", async () => {
    const { apiKey } = await createKey(test, { tenant, environment: "sandbox" });
    const sandbox = api.client({ apiKey });
    const twilio = await createTwilioConfiguration(test, tenant);
    const body = { to: person(), body: "Hello" };
    expect(
      await sandbox.refused(sendMessageOperation, { body: { ...body, telephony_configuration_id: twilio } }),
    ).toMatchObject({ status: 403, code: "sandbox_key" });
    const { body: message } = await sandbox.call(sendMessageOperation, { body });
    expect(message.environment).toBe("sandbox");
    expect(await untilState(message.id, "delivered")).toMatchObject({ cost_minor: 0 });
  });

  it("needs an account with texts", async () => {
    const { id } = await test.everything
      .insertInto("telephony_configurations")
      .values({
        organization_id: tenant.organizationId,
        name: "A trunk",
        provider: "sip",
        credentials_sealed: Buffer.from("sealed"),
        encryption_key_id: "key",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    expect(await refused({ to: person(), body: "Hello", telephony_configuration_id: id })).toMatchObject({
      status: 400,
      code: "carrier_sends_no_texts",
    });
  });
});

describe("a text by a carrier that takes shorter ones alone", () => {
  const LONGEST = 1_000;

  beforeEach(async () => {
    await test.everything
      .updateTable("telephony_configurations")
      .set({ provider: "vonage" })
      .where("id", "=", tenant.simulatorAccountId)
      .execute();
  });

  it("is refused with the limit, before anybody is asked", async () => {
    const refusal = await refused({ to: person(), body: "a".repeat(LONGEST + 1) });
    expect(refusal).toMatchObject({ status: 400, code: "text_too_long" });
    expect(refusal.detail).toContain("1,000 characters");
    expect((await operator.call(listMessagesOperation, { query: {} })).body.messages).toEqual([]);
  });
});

describe("the list of texts", () => {
  const list = async (query: object) => (await operator.call(listMessagesOperation, { query })).body;
  const bodiesOf = async (query: object) => (await list(query)).messages.map(({ body }) => body);

  it("is by direction, state, number, campaign and span, page by page", async () => {
    const agent = await createAgentRows(test, tenant);
    const listId = await createContactListRows(test, tenant, [{ phone_number: person() }]);
    const campaign = await createCampaign(operator, { workflow_id: agent.agentId, contact_list_id: listId });
    const other = `+1202555${String(1000 + (last += 1))}`;
    const telephonyAccountId = tenant.simulatorAccountId;
    const phoneNumberId = await createPhoneNumberRow(test, { ...tenant, telephonyAccountId, e164: other });
    const to = person();
    const first = await sent(to, "First");
    await untilState(first.id, "delivered");
    await untilState((await sent(person(5), "Second")).id, "failed");
    const { body: third } = await operator.call(sendMessageOperation, {
      body: { to: person(), body: "Third", from_phone_number_id: phoneNumberId, campaign_id: campaign.id },
    });
    expect(third).toMatchObject({ campaign_id: campaign.id, campaign_name: campaign.name, from: other });
    expect(await read(third.id)).toMatchObject({ campaign_name: campaign.name });
    await write(to, "Fourth");
    expect(await bodiesOf({})).toEqual(["Fourth", "Third", "Second", "First"]);
    expect(await bodiesOf({ direction: "inbound" })).toEqual(["Fourth"]);
    expect(await bodiesOf({ state: "failed" })).toEqual(["Second"]);
    expect(await bodiesOf({ own_number: other })).toEqual(["Third"]);
    expect((await list({ campaign_id: campaign.id })).messages).toMatchObject([{ campaign_name: campaign.name }]);
    expect(await bodiesOf({ since: third.created_at })).toEqual(["Fourth", "Third"]);
    expect(await bodiesOf({ until: third.created_at })).toEqual(["Second", "First"]);
    const page = await list({ limit: 3 });
    expect(page.messages.map(({ body }) => body)).toEqual(["Fourth", "Third", "Second"]);
    expect(await list({ limit: 3, cursor: page.next_cursor })).toMatchObject({
      messages: [{ body: "First", campaign_name: null }],
      next_cursor: null,
    });
    const refusal = await operator.refused(listMessagesOperation, { query: { own_number: "nobody" } });
    expect(refusal).toMatchObject({ status: 422 });
  });
});

describe("a text from a person", () => {
  it("is kept once however often it is handed over, with its contact", async () => {
    const from = person();
    await createContactListRows(test, tenant, [{ phone_number: from }]);
    await write(from, "See you at eight", "simt_doubled");
    await write(from, "See you at eight", "simt_doubled");
    const { body } = await operator.call(listMessagesOperation, { query: { phone_number: from } });
    expect(body.messages).toMatchObject([
      { direction: "inbound", state: "received", from, to: ours, body: "See you at eight", keyword: null },
    ]);
    expect(await eventsOf()).toMatchObject([
      { summary: expect.stringContaining("a text came in"), payload: { contact_ids: [expect.any(Number)] } },
    ]);
  });

  it.each(["STOP", "Stopp", "baja", "Arrêt", "अनसब्सक्राइब"])(
    "ends texts and calls with %s, which is answered once",
    async (word) => {
      const from = person();
      const id = `simt_${from}`;
      await write(from, word, id);
      expect(await listedNumbers()).toEqual([`${from} opt_out`]);
      await write(from, word, id);
      expect(await refused({ to: from, body: "Hello" })).toMatchObject({ code: "blocked_dnc" });
      const records = (await recordsOf(from)).filter(({ answer }) => answer === "accepted");
      expect(records).toHaveLength(1);
      await write(from, "START");
      expect(await listedNumbers()).toEqual([]);
      await untilState((await sent(from)).id, "delivered");
    },
  );

  it("ends the campaigns that would still call the person, before the carrier is answered", async () => {
    const from = person();
    const listId = await createContactListRows(test, tenant, [{ phone_number: from }]);
    const agent = await createAgentRows(test, tenant);
    const campaign = await createCampaign(operator, { workflow_id: agent.agentId, contact_list_id: listId });
    const owner = { id: campaign.id, organizationId: tenant.organizationId, ...agent, state: "running" as const };
    const others = "+12125559998";
    const contacts = [{ phone_number: from }, { phone_number: others }].map((each) => ({ ...each, timezone: "" }));
    await fillCampaign(test, owner, { contacts });
    await write(from, "Arrêt");
    const rows = await test.everything
      .selectFrom("campaign_contacts")
      .select(["phone_number", "state", "last_outcome"])
      .where("campaign_id", "=", campaign.id)
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { phone_number: from, state: "suppressed", last_outcome: "blocked_dnc" },
      { phone_number: others, state: "pending", last_outcome: null },
    ]);
  });

  it("lifts no entry that it has not made", async () => {
    const from = person();
    await test.everything
      .insertInto("do_not_call")
      .values({ organization_id: tenant.organizationId, phone_number: from, source: "opt_out", reason: "in a call" })
      .execute();
    await write(from, "START");
    expect(await listedNumbers()).toEqual([`${from} opt_out`]);
  });

  it("is obeyed where the carrier alone was told", async () => {
    const to = person(4);
    expect(await sent(to)).toMatchObject({ state: "failed", error_code: "opted_out" });
    expect(await listedNumbers()).toEqual([`${to} opt_out`]);
  });

  it("and a report are refused without the carrier's signature", async () => {
    const { id } = await sent(person());
    const text = { id: "x", idempotency_key: "x", account: "", to: ours, from: "+12125550199", body: "STOP" };
    const rest = { direction: "inbound", state: "delivered", opted_out: false, cost_minor: null, currency: null };
    const ask = (path: string, type: string, headers: object = {}) =>
      fetch(`${api.baseUrl}/api/v1/telephony/messages/simulator${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ type, text: { ...text, ...rest } }),
      });
    const status = `/${tenant.organizationId}/${id}/status`;
    expect((await ask("", "text_received")).status).toBe(403);
    expect((await ask(status, "text_status")).status).toBe(403);
    const url = `${api.baseUrl}/api/v1/telephony/messages/simulator`;
    const forged = buildSignatureHeaders("another key", {
      url,
      body: JSON.stringify({ type: "text_received", text: { ...text, ...rest } }),
    });
    expect((await ask("", "text_received", forged)).status).toBe(403);
    expect((await ask(`/${tenant.organizationId}/00000000-0000-4000-8000-000000000000/status`, "x")).status).toBe(404);
    expect(await listedNumbers()).toEqual([]);
  });
});
