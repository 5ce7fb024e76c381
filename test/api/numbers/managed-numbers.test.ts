import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import {
  listManagedNumbersOperation,
  releaseNumberOperation,
  rentNumberOperation,
  searchNumbersOperation,
} from "../../../api/numbers/managed-numbers.operations.ts";
import {
  createPhoneNumberOperation,
  deletePhoneNumberOperation,
  getPhoneNumberOperation,
  listPhoneNumbersOperation,
  updatePhoneNumberOperation,
} from "../../../api/numbers/phone-numbers.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createTwilioConfiguration, TWILIO_CREDENTIALS } from "../../factories/telephony.ts";
import { createKey, createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startTestWorker } from "../campaigns/running-worker.ts";
import { createFakeShop, type FakeShop } from "./fake-shop.ts";

const NUMBER = "+14155550123";

let test: TestDatabase;
let api: TestApi;
let worker: { stop(): Promise<void> };
let shop: FakeShop;
let tenant: Tenant;
let admin: ApiClient;
let twilioId: number;
let accounts = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  const namespace = await createTestNamespace();
  shop = createFakeShop();
  api = await startTestApi(test, {
    environment: { TEMPORAL_NAMESPACE: namespace },
    dependencies: { carriers: shop.carriers },
  });
  worker = await startTestWorker(test, { api, namespace });
});
afterAll(async () => {
  await worker.stop();
  await api.close();
  await test.drop();
});

beforeEach(async () => {
  Object.assign(shop, {
    isAway: false,
    refusal: null,
    owned: new Set(),
    rentAnswers: [],
    rentRequests: [],
    releases: [],
  });
  shop.pointed.clear();
  tenant = await createTenant(test);
  admin = api.client(tenant.admin);
  twilioId = await connectTwilio(tenant, `AC${String(++accounts).padStart(32, "0")}`);
});

const connectTwilio = (owner: Tenant, accountSid: string) =>
  createTwilioConfiguration(test, {
    organizationId: owner.organizationId,
    credentials: { ...TWILIO_CREDENTIALS, account_sid: accountSid },
  });

const order = (more: object = {}) => ({ phone_number: NUMBER, telephony_configuration_id: twilioId, ...more });
const rent = async (more: object = {}) => (await admin.call(rentNumberOperation, { body: order(more) })).body;
const refuseRent = (more: object = {}) => admin.refused(rentNumberOperation, { body: order(more) });
const release = (id: number) => admin.call(releaseNumberOperation, { params: { phone_number_id: id } });
const list = async () =>
  (await admin.call(listPhoneNumbersOperation, { params: { config_id: twilioId } })).body.phone_numbers;
const events = async () =>
  (
    await test.everything
      .selectFrom("timeline_events")
      .select("summary")
      .where("organization_id", "=", tenant.organizationId)
      .orderBy("id")
      .execute()
  ).map(({ summary }) => summary);

describe("searching", () => {
  const search = (body: object) =>
    admin.call(searchNumbersOperation, { body: { country: "US", telephony_configuration_id: twilioId, ...body } });

  it("shows what the carrier has, in our words", async () => {
    const { body } = await search({ country: "us", contains: "0124", limit: 5 });
    expect(body.numbers).toEqual([
      {
        phone_number: "+14155550124",
        locality: "San Francisco",
        region: "CA",
        capabilities: ["voice"],
        monthly_cost_minor: 115,
        currency: "USD",
      },
    ]);
  });

  it("is for accounts of the organization, and for the simulator alone with a sandbox key", async () => {
    const stranger = api.client((await createTenant(test)).admin);
    const body = { country: "US", telephony_configuration_id: twilioId };
    expect(await stranger.refused(searchNumbersOperation, { body })).toMatchObject({ status: 404 });
    const { apiKey } = await createKey(test, { tenant, environment: "sandbox" });
    const sandbox = api.client({ apiKey });
    expect(await sandbox.refused(searchNumbersOperation, { body })).toMatchObject({ status: 403, code: "sandbox_key" });
  });

  it("says when the carrier cannot be asked", async () => {
    shop.isAway = true;
    const body = { country: "US", telephony_configuration_id: twilioId };
    expect(await admin.refused(searchNumbersOperation, { body })).toMatchObject({
      status: 502,
      code: "carrier_failed",
    });
  });
});

describe("the list of rented numbers", () => {
  it("has those of all accounts, and those that were given back only when they are asked for", async () => {
    const rented = await rent();
    const addresses = async (query = {}) => {
      const { body } = await admin.call(listManagedNumbersOperation, { query });
      return body.phone_numbers.map(({ id, managed }) => [id, managed]);
    };
    expect(await addresses()).toEqual([[rented.id, true]]);
    await release(rented.id);
    expect(await addresses()).toEqual([]);
    expect(await addresses({ include_released: "true" })).toEqual([[rented.id, true]]);
    const stranger = api.client((await createTenant(test)).admin);
    expect((await stranger.call(listManagedNumbersOperation)).body.phone_numbers).toEqual([]);
  });
});

describe("renting", () => {
  it("puts the number on the account and points it at its agent", async () => {
    const { agentId } = await createAgentRows(test, tenant);
    const number = await rent({ phone_number: "+1 (415) 555-0123", workflow_id: agentId });
    expect(number).toMatchObject({
      telephony_configuration_id: twilioId,
      address_normalized: NUMBER,
      country_code: "US",
      managed: true,
      ownership: "account",
      is_active: true,
      inbound_workflow_id: agentId,
      rented_at: expect.any(String),
      released_at: null,
      provider_sync: { ok: true, message: null },
    });
    expect(shop.pointed.get(NUMBER)?.inboundUrl).toBe(`${api.baseUrl}/api/v1/telephony/inbound/twilio`);
    expect(shop.textsTo.get(NUMBER)).toBe(`${api.baseUrl}/api/v1/telephony/messages/twilio`);
    expect(await list()).toMatchObject([{ id: number.id, managed: true }]);
    expect(await events()).toContain("The number …0123 was rented");
  });

  it("rents once, however often and at once it is asked for", async () => {
    const rented = await Promise.all([rent(), rent(), rent()]);
    expect(new Set(rented.map(({ id }) => id)).size).toBe(1);
    expect((await rent()).id).toBe(rented[0]?.id);
    expect(shop.rentRequests).toHaveLength(1);
  });

  it("stays pointed at us without an agent and while it is switched off, so that a ring is a missed call", async () => {
    const { agentId } = await createAgentRows(test, tenant);
    const { id: phone_number_id } = await rent();
    const inboundUrl = `${api.baseUrl}/api/v1/telephony/inbound/twilio`;
    expect(shop.pointed.get(NUMBER)?.inboundUrl).toBe(inboundUrl);
    const params = { config_id: twilioId, phone_number_id };
    for (const body of [
      { inbound_workflow_id: agentId },
      { is_active: false },
      { is_active: true, clear_inbound_workflow: true },
    ]) {
      shop.pointed.clear();
      const { provider_sync } = (await admin.call(updatePhoneNumberOperation, { params, body })).body;
      expect(provider_sync).toMatchObject({ ok: true });
      expect(shop.pointed.get(NUMBER)?.inboundUrl).toBe(inboundUrl);
    }
  });

  it.each(["before", "after"] as const)(
    "rents once when another request rents it %s this one has looked at the account",
    async (rentedWhen) => {
      const looked = Promise.withResolvers<void>();
      const rentedByOther = Promise.withResolvers<void>();
      const { look } = shop;
      shop.look = async (find) => {
        shop.look = look;
        const seenNow = find();
        looked.resolve();
        await rentedByOther.promise;
        return rentedWhen === "before" ? find() : seenNow;
      };
      const slow = rent();
      await looked.promise;
      const { id } = await rent();
      rentedByOther.resolve();
      expect((await slow).id).toBe(id);
      expect(shop.rentRequests).toHaveLength(1);
    },
  );

  it("finds the number when the carrier's answer was lost, and asks for nothing twice", async () => {
    shop.rentAnswers = ["lost"];
    expect(await rent()).toMatchObject({ address_normalized: NUMBER, managed: true });
    expect(shop.rentRequests).toHaveLength(1);
  });

  it("is refused, with the carrier's sentence, when the number or the account is the reason", async () => {
    shop.rentAnswers = [
      { kind: "unavailable", detail: "sold a minute ago" },
      { kind: "refused", detail: "insufficient funds" },
    ];
    expect(await refuseRent()).toMatchObject({ status: 409, detail: expect.stringContaining("sold a minute ago") });
    expect(await refuseRent()).toMatchObject({ status: 402, detail: expect.stringContaining("insufficient funds") });
    expect(await list()).toEqual([]);
    await rent();
    expect(shop.rentRequests).toHaveLength(3);
  });

  it("asks for nothing while the carrier cannot say what it holds, or holds the number already", async () => {
    shop.isAway = true;
    expect(await refuseRent()).toMatchObject({ status: 502 });
    shop.isAway = false;
    shop.owned.add(NUMBER);
    expect(await refuseRent()).toMatchObject({ status: 409, code: "number_owned" });
    await admin.call(createPhoneNumberOperation, { params: { config_id: twilioId }, body: { address: NUMBER } });
    expect(await refuseRent()).toMatchObject({ status: 409, code: "number_taken" });
    expect(shop.rentRequests).toEqual([]);
  });

  it("is not for foreign agents and accounts", async () => {
    const stranger = await createTenant(test);
    const { agentId } = await createAgentRows(test, stranger);
    expect(await refuseRent({ workflow_id: agentId })).toMatchObject({ status: 404, detail: "Agent not found" });
    const theirs = await connectTwilio(stranger, "AC of a stranger");
    expect(await refuseRent({ telephony_configuration_id: theirs })).toMatchObject({ status: 404 });
    expect(shop.rentRequests).toEqual([]);
  });
});

describe("giving back", () => {
  it("stops calls, tells the carrier, keeps the row, and is no error again", async () => {
    const { id } = await rent();
    const { body } = await release(id);
    expect(body).toMatchObject({ id, is_active: false, released_at: expect.any(String) });
    expect((await release(id)).body.released_at).toBe(body.released_at);
    expect(shop.releases).toEqual([NUMBER]);
    expect(await list()).toEqual([]);
    const params = { config_id: twilioId, phone_number_id: id };
    expect((await admin.call(getPhoneNumberOperation, { params })).body).toMatchObject({ managed: true });
    expect(await admin.refused(updatePhoneNumberOperation, { params, body: { is_active: true } })).toMatchObject({
      status: 409,
      code: "number_released",
    });
  });

  it("makes room for renting it again, in another row", async () => {
    const first = await rent();
    await release(first.id);
    const second = await rent();
    expect(second.id).not.toBe(first.id);
    expect(shop.rentRequests).toHaveLength(2);
  });

  it("stops calls also while the carrier is away, and goes on until it is back", async () => {
    const { id } = await rent();
    shop.isAway = true;
    const asked = release(id);
    const isActive = async () =>
      (await test.everything.selectFrom("phone_numbers").selectAll().where("id", "=", id).executeTakeFirstOrThrow())
        .is_active;
    await waitUntil("the number takes no calls", async () => !(await isActive()));
    shop.isAway = false;
    expect((await asked).body).toMatchObject({ is_active: false, released_at: expect.any(String) });
  });

  it("says when the carrier keeps it, and can be asked for again", async () => {
    const { id } = await rent();
    shop.refusal = "paid until the end of the month";
    const params = { phone_number_id: id };
    expect(await admin.refused(releaseNumberOperation, { params })).toMatchObject({
      status: 502,
      detail: expect.stringContaining("paid until the end of the month"),
    });
    shop.refusal = null;
    expect((await release(id)).body.released_at).not.toBeNull();
  });

  it("is for rented numbers of the organization only", async () => {
    const { id } = await rent();
    const params = { phone_number_id: id };
    const stranger = api.client((await createTenant(test)).admin);
    expect(await stranger.refused(releaseNumberOperation, { params })).toMatchObject({ status: 404 });
    const key = { config_id: twilioId, phone_number_id: id };
    expect(await admin.refused(deletePhoneNumberOperation, { params: key })).toMatchObject({
      status: 409,
      code: "number_rented",
    });
    shop.owned.add("+14155550199");
    const body = { address: "+14155550199" };
    const added = await admin.call(createPhoneNumberOperation, { params: { config_id: twilioId }, body });
    expect(await admin.refused(releaseNumberOperation, { params: { phone_number_id: added.body.id } })).toMatchObject({
      status: 409,
      code: "number_not_rented",
    });
    expect(shop.releases).toEqual([]);
  });
});
