import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import {
  createPhoneNumberOperation,
  deletePhoneNumberOperation,
  getPhoneNumberOperation,
  listPhoneNumbersOperation,
  setDefaultCallerOperation,
  updatePhoneNumberOperation,
} from "../../../api/numbers/phone-numbers.operations.ts";
import {
  reactivateTelephonyAccountOperation,
  updateTelephonyAccountOperation,
} from "../../../api/telephony/telephony.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createTwilioConfiguration, TWILIO_CREDENTIALS } from "../../factories/telephony.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { createFakeShop, type FakeShop } from "./fake-shop.ts";

let test: TestDatabase;
let api: TestApi;
let shop: FakeShop;
let tenant: Tenant;
let admin: ApiClient;
let accountSid: string;
let twilioId: number;
let accounts = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  shop = createFakeShop();
  api = await startTestApi(test, { dependencies: { carriers: shop.carriers } });
});

afterAll(async () => {
  await api.close();
  await test.drop();
});

/** Numbers on every account of these tests. */
const OWNED = ["+14155550100", "+14155550101", "+14155550102", "+14155550103", "+442079460018", "+4930901820"];
const INBOUND = "/api/v1/telephony/inbound/twilio";

beforeEach(async () => {
  Object.assign(shop, { isAway: false, refusal: null, owned: new Set(OWNED) });
  shop.pointed.clear();
  tenant = await createTenant(test);
  admin = api.client(tenant.admin);
  accountSid = `AC${String(++accounts).padStart(32, "0")}`;
  twilioId = await connectTwilio(tenant);
});

/** Another organization, with an account of that name at the carrier. */
const createStranger = async (sid: string) => {
  const stranger = await createTenant(test, "Stranger");
  const config_id = await connectTwilio(stranger, sid);
  return { client: api.client(stranger.admin), params: { config_id }, body: { address: "+14155550100" } };
};

const connectTwilio = (owner: Tenant, sid = accountSid) =>
  createTwilioConfiguration(test, {
    organizationId: owner.organizationId,
    name: `Account ${randomUUID()}`,
    credentials: { ...TWILIO_CREDENTIALS, account_sid: sid },
  });

const add = async (
  body: Parameters<typeof createPhoneNumberOperation.run>[1]["body"] | object,
  configId = twilioId,
) => {
  const whole = { address: "+1 415 555 0100", ...body };
  return (await admin.call(createPhoneNumberOperation, { params: { config_id: configId }, body: whole })).body;
};
const refuse = (body: object, configId = twilioId) =>
  admin.refused(createPhoneNumberOperation, {
    params: { config_id: configId },
    body: { address: "+14155550100", ...body },
  });
const change = async (id: number, body: object) =>
  (await admin.call(updatePhoneNumberOperation, { params: { config_id: twilioId, phone_number_id: id }, body })).body;
const list = async () =>
  (await api.client(tenant.viewer).call(listPhoneNumbersOperation, { params: { config_id: twilioId } })).body
    .phone_numbers;

const createAgent = async (owner: Tenant) => (await createAgentRows(test, owner)).agentId;

const lastEvent = () =>
  test.everything
    .selectFrom("timeline_events")
    .selectAll()
    .where("organization_id", "=", tenant.organizationId)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();

describe("adding a number", () => {
  it("keeps what was written and canonicalises it", async () => {
    const number = await add({ address: "+1 (415) 555-0100", label: "Sales", extra_metadata: { team: "west" } });
    expect(number).toMatchObject({
      telephony_configuration_id: twilioId,
      address: "+1 (415) 555-0100",
      address_normalized: "+14155550100",
      address_type: "pstn",
      country_code: "US",
      label: "Sales",
      is_active: true,
      is_default_caller_id: false,
      inbound_workflow_id: null,
      extra_metadata: { team: "west" },
      provider_sync: null,
    });
    expect(await list()).toEqual([number]);
  });

  it("reads a national number in its country, else in the organization's, else not at all", async () => {
    expect(await add({ address: "020 7946 0018", country_code: "gb" })).toMatchObject({
      address_normalized: "+442079460018",
    });
    expect(await refuse({ address: "030 901820" })).toMatchObject({ status: 422 });
    const { organizationId } = tenant;
    await test.everything
      .updateTable("organizations")
      .set({ country: "DE" })
      .where("id", "=", organizationId)
      .execute();
    expect(await add({ address: "030 901820" })).toMatchObject({
      address_normalized: "+4930901820",
      country_code: "DE",
    });
  });

  it.each(["sip:reception@example.com", "12", "not a number", "+14155550100 ext 5"])("refuses %s", async (address) => {
    const refusal = await refuse({ address });
    expect(refusal).toMatchObject({ status: 422, detail: [{ loc: ["body", "address"], type: "value_error" }] });
  });

  it("refuses it twice on one account", async () => {
    await add({});
    expect(await refuse({ address: "(415) 555-0100", country_code: "US" })).toMatchObject({
      status: 409,
      code: "number_taken",
    });
  });

  it("refuses it when another organization has it on the same account, and says nothing of them", async () => {
    await add({});
    const { client, params, body } = await createStranger(accountSid);
    expect(await client.refused(createPhoneNumberOperation, { params, body })).toMatchObject({
      status: 409,
      detail: "This number of this carrier account is already connected",
    });
  });

  it("takes it on another account, until that becomes the same one", async () => {
    await add({});
    const { client, params, body } = await createStranger(`${accountSid} of another`);
    await client.call(createPhoneNumberOperation, { params, body });
    const config = { provider: "twilio", ...TWILIO_CREDENTIALS, account_sid: accountSid };
    const refusal = await client.refused(updateTelephonyAccountOperation, { params, body: { config } });
    expect(refusal).toMatchObject({ status: 409, code: "number_taken" });
  });

  it("points it at an agent of the organization only", async () => {
    const agentId = await createAgent(tenant);
    const number = await add({ inbound_workflow_id: agentId });
    expect(number).toMatchObject({
      inbound_workflow_id: agentId,
      inbound_workflow_name: "Reception",
      provider_sync: { ok: true, message: null },
    });
    expect(shop.pointed.get("+14155550100")?.inboundUrl).toBe(`${api.baseUrl}${INBOUND}`);
    expect(shop.textsTo.get("+14155550100")).toBe(`${api.baseUrl}/api/v1/telephony/messages/twilio`);
    const foreign = await createAgent(await createTenant(test));
    const refusal = await refuse({ address: "+14155550101", inbound_workflow_id: foreign });
    expect(refusal).toMatchObject({ status: 404, detail: "Agent not found" });
  });

  it("has its texts handed over here, and not its calls, where an agent answers texts alone", async () => {
    const text_workflow_id = await createAgent(tenant);
    const number = await add({ text_workflow_id });
    expect(number.provider_sync).toEqual({ ok: true, message: null });
    expect(shop.textsTo.get("+14155550100")).toBe(`${api.baseUrl}/api/v1/telephony/messages/twilio`);
    expect(shop.pointed.has("+14155550100")).toBe(false);
    shop.refusal = "texts are not allowed";
    const sentence = expect.stringMatching(
      /^Texts to it do not come here: Twilio says texts are not allowed; enter http/,
    );
    expect(await change(number.id, { label: "Day" })).toMatchObject({
      provider_sync: { ok: false, message: sentence },
    });
    shop.refusal = null;
    expect(await change(number.id, { clear_text_workflow: true })).toMatchObject({ provider_sync: { ok: true } });
    expect(shop.textsTo.get("+14155550100")).toBeNull();
  });

  it("is named by the check of its account while its texts go elsewhere", async () => {
    await add({});
    const params = { config_id: twilioId };
    const check = async () => (await admin.call(reactivateTelephonyAccountOperation, { params })).body.credential_check;
    expect((await check())?.message).toMatch(/Texts to \+14155550100 do not come here: .* enter http.* at Twilio\.$/);
    const text_workflow_id = await createAgent(tenant);
    const answered = await admin.call(updateTelephonyAccountOperation, { params, body: { text_workflow_id } });
    expect(answered.body.credential_check).toBeNull();
    expect(shop.textsTo.get("+14155550100")).toBe(`${api.baseUrl}/api/v1/telephony/messages/twilio`);
    expect((await check())?.message).not.toMatch(/Texts/);
    await admin.call(updateTelephonyAccountOperation, { params, body: { clear_text_workflow: true } });
    expect(shop.textsTo.get("+14155550100")).toBeNull();
  });

  it("is saved also where the carrier cannot be told, and says so", async () => {
    const body = { inbound_workflow_id: await createAgent(tenant) };
    const number = await add(body, tenant.simulatorAccountId);
    const sentence = expect.stringMatching(/^Simulator could not be updated .* save the number again$/);
    expect(number.provider_sync).toEqual({ ok: false, message: sentence });
    shop.refusal = "webhook urls are not allowed";
    const refused = { ok: false, message: "Twilio refused: webhook urls are not allowed" };
    expect(await add(body)).toMatchObject({ ...body, provider_sync: refused });
    expect(await list()).toHaveLength(1);
  });

  it("refuses a number that is neither on the account nor verified, and one that nobody can look up", async () => {
    expect(await refuse({ address: "+14155550144" })).toMatchObject({ status: 400, code: "number_not_owned" });
    shop.isAway = true;
    expect(await refuse({})).toMatchObject({ status: 502, code: "number_lookup_failed" });
    expect(await list()).toEqual([]);
  });

  it("takes one that its owner has verified, as a caller id only", async () => {
    const { organizationId: organization_id } = tenant;
    const verified = { organization_id, phone_number: "+14155550144", method: "call" as const };
    await test.everything.insertInto("verified_numbers").values(verified).execute();
    const body = { address: "+14155550144", inbound_workflow_id: await createAgent(tenant) };
    expect(await add(body)).toMatchObject({
      ownership: "verified",
      provider_sync: { ok: false, message: expect.stringContaining("caller id only") },
    });
    expect(shop.pointed.size).toBe(0);
  });

  it("tells the timeline, and not the whole number", async () => {
    await add({});
    const event = await lastEvent();
    expect(event).toMatchObject({
      kind: "system",
      summary: expect.stringMatching(/^Phone number …0100 was added to /),
    });
    expect(JSON.stringify(event)).not.toContain("4155550100");
  });
});

describe("changing a number", () => {
  it("repoints, renames and turns off", async () => {
    const { id } = await add({});
    const agentId = await createAgent(tenant);
    expect(await change(id, { label: "Night", inbound_workflow_id: agentId, extra_metadata: { a: 1 } })).toMatchObject({
      label: "Night",
      inbound_workflow_id: agentId,
      extra_metadata: { a: 1 },
    });
    expect(shop.pointed.get("+14155550100")).toMatchObject({ inboundUrl: expect.stringMatching(`${INBOUND}$`) });
    expect(await change(id, { clear_inbound_workflow: true, is_active: false })).toMatchObject({
      label: "Night",
      inbound_workflow_id: null,
      inbound_workflow_name: null,
      is_active: false,
    });
    expect(shop.pointed.get("+14155550100")).toBeNull();
    expect(await change(id, { label: "Day" })).toMatchObject({ provider_sync: null });
  });

  it("is saved also where the carrier refuses to be told", async () => {
    const { id } = await add({});
    shop.refusal = "not today";
    const agentId = await createAgent(tenant);
    expect(await change(id, { inbound_workflow_id: agentId })).toMatchObject({
      inbound_workflow_id: agentId,
      provider_sync: { ok: false, message: "Twilio refused: not today" },
    });
  });

  it("never changes the address", async () => {
    const { id } = await add({});
    const refusal = await admin.refused(updatePhoneNumberOperation, {
      params: { config_id: twilioId, phone_number_id: id },
      body: { address: "+14155550199" },
    });
    expect(refusal).toMatchObject({ status: 422, detail: [{ loc: ["body", "address"], type: "unknown_field" }] });
  });

  it("refuses two answers to where it points, and foreign agents", async () => {
    const { id } = await add({});
    const params = { config_id: twilioId, phone_number_id: id };
    const both = { clear_inbound_workflow: true, inbound_workflow_id: 1 };
    expect(await admin.refused(updatePhoneNumberOperation, { params, body: both })).toMatchObject({ status: 422 });
    const foreign = { inbound_workflow_id: await createAgent(await createTenant(test)) };
    expect(await admin.refused(updatePhoneNumberOperation, { params, body: foreign })).toMatchObject({ status: 404 });
  });
});

describe("the default caller id", () => {
  it("is one number of the account, also when many ask at once", async () => {
    const addresses = ["+14155550100", "+14155550101", "+14155550102", "+14155550103"];
    await Promise.all(addresses.map((address) => add({ address, is_default_caller_id: true })));
    expect((await list()).filter((row) => row.is_default_caller_id)).toHaveLength(1);
    const other = (await list()).find((row) => !row.is_default_caller_id);
    const params = { config_id: twilioId, phone_number_id: other?.id ?? 0 };
    expect((await admin.call(setDefaultCallerOperation, { params })).body.is_default_caller_id).toBe(true);
    expect((await list()).filter((row) => row.is_default_caller_id).map((row) => row.id)).toEqual([other?.id]);
  });

  it("is never an inactive number", async () => {
    const { id } = await add({ is_default_caller_id: true });
    expect(await change(id, { is_active: false })).toMatchObject({ is_active: false, is_default_caller_id: false });
    const params = { config_id: twilioId, phone_number_id: id };
    expect(await admin.refused(setDefaultCallerOperation, { params })).toMatchObject({
      status: 400,
      code: "inactive_caller_id",
    });
    const refusal = await refuse({ address: "+14155550101", is_active: false, is_default_caller_id: true });
    expect(refusal).toMatchObject({ status: 400 });
  });
});

describe("one number", () => {
  it("is found only on its own account, in its own organization", async () => {
    const { id } = await add({});
    const params = { config_id: twilioId, phone_number_id: id };
    expect((await admin.call(getPhoneNumberOperation, { params })).body).toMatchObject({ id, provider_sync: null });
    const elsewhere = { config_id: tenant.simulatorAccountId, phone_number_id: id };
    const stranger = api.client((await createTenant(test)).admin);
    for (const operation of [getPhoneNumberOperation, deletePhoneNumberOperation, setDefaultCallerOperation]) {
      expect(await admin.refused(operation, { params: elsewhere })).toMatchObject({ status: 404 });
      expect(await stranger.refused(operation, { params })).toMatchObject({ status: 404 });
    }
    expect(await stranger.refused(listPhoneNumbersOperation, { params })).toMatchObject({ status: 404 });
    expect(await stranger.refused(updatePhoneNumberOperation, { params, body: {} })).toMatchObject({ status: 404 });
  });

  it("goes, and may come back", async () => {
    const { id } = await add({});
    const { body } = await admin.call(deletePhoneNumberOperation, {
      params: { config_id: twilioId, phone_number_id: id },
    });
    expect(body).toEqual({ message: "Phone number …0100 was removed", provider_sync: null });
    expect(await list()).toEqual([]);
    expect((await lastEvent()).summary).toMatch(/^Phone number …0100 was removed from /);
    await add({});
  });

  it("stays while its carrier still sends calls here", async () => {
    const { id } = await add({ inbound_workflow_id: await createAgent(tenant) });
    const params = { config_id: twilioId, phone_number_id: id };
    shop.refusal = "not today";
    expect(await admin.refused(deletePhoneNumberOperation, { params })).toMatchObject({
      status: 502,
      code: "number_detach_failed",
      detail: expect.stringContaining("not today"),
    });
    expect(await list()).toHaveLength(1);
    shop.refusal = null;
    const { body } = await admin.call(deletePhoneNumberOperation, { params });
    expect(body.provider_sync).toEqual({ ok: true, message: null });
    expect(shop.pointed.get("+14155550100")).toBeNull();
  });

  it("is read by viewers and changed by admins", async () => {
    const { id } = await add({});
    const params = { config_id: twilioId, phone_number_id: id };
    const operator = api.client(tenant.operator);
    await api.client(tenant.viewer).call(getPhoneNumberOperation, { params });
    const body = { address: "+14155550101" };
    expect(await operator.refused(createPhoneNumberOperation, { params, body })).toMatchObject({ status: 403 });
    expect(await operator.refused(updatePhoneNumberOperation, { params, body: {} })).toMatchObject({ status: 403 });
    expect(await operator.refused(deletePhoneNumberOperation, { params })).toMatchObject({ status: 403 });
    expect(await operator.refused(setDefaultCallerOperation, { params })).toMatchObject({ status: 403 });
  });
});
