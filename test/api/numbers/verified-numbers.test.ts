import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { recordConsentOperation } from "../../../api/contacts/consents.operations.ts";
import { createPhoneNumberOperation } from "../../../api/numbers/phone-numbers.operations.ts";
import {
  confirmVerificationOperation,
  listVerifiedNumbersOperation,
  removeVerifiedNumberOperation,
  startVerificationOperation,
  verificationOptionsOperation,
} from "../../../api/numbers/verified-numbers.operations.ts";
import { updatePreferencesOperation } from "../../../api/organizations/organizations.operations.ts";
import type { CarrierRegistry } from "../../../infra/telephony/carrier-registry.ts";
import { createTwilioConfiguration, TWILIO_CREDENTIALS } from "../../factories/telephony.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { startTestSimulator } from "../../harness/test-simulator.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startTestWorker } from "../campaigns/running-worker.ts";
import { createFakeShop, type FakeShop } from "./fake-shop.ts";

const NUMBER = "+14155550142";
const TEN_MINUTES_MS = 600_000;

let test: TestDatabase;
let api: TestApi;
let worker: { stop(): Promise<void> };
let simulator: Awaited<ReturnType<typeof startTestSimulator>>;
let shop: FakeShop;
/** The words of calls through the simulator. */
let greetings: string[];
let tenant: Tenant;
let admin: ApiClient;
let twilioId: number;

beforeAll(async () => {
  test = await createTestDatabase();
  const namespace = await createTestNamespace();
  const script = { speed: 300, defaults: { outcomes: ["answered" as const], ring_seconds: 1, talk_seconds: 5 } };
  simulator = await startTestSimulator({ script });
  shop = createFakeShop({ simulatorUrl: simulator.baseUrl });
  api = await startTestApi(test, {
    environment: { TEMPORAL_NAMESPACE: namespace },
    dependencies: { carriers: listening(shop.carriers) },
  });
  worker = await startTestWorker(test, { api, namespace });
});
afterAll(async () => {
  await simulator.close();
  await worker.stop();
  await api.close();
  await test.drop();
});

beforeEach(async () => {
  Object.assign(shop, { isAway: false, refusal: null });
  shop.verifying.clear();
  greetings = [];
  tenant = await createTenant(test);
  admin = api.client(tenant.admin);
  const account_sid = `AC${String(tenant.organizationId).padStart(32, "0")}`;
  const credentials = { ...TWILIO_CREDENTIALS, account_sid };
  twilioId = await createTwilioConfiguration(test, { organizationId: tenant.organizationId, credentials });
});

const listening = (carriers: CarrierRegistry): CarrierRegistry => ({
  ...carriers,
  get: (provider) => {
    const carrier = carriers.get(provider);
    if (provider !== "simulator") return carrier;
    const placeCall: typeof carrier.placeCall = (credentials, request, timeoutMs) => {
      greetings.push(request.greeting);
      return carrier.placeCall(credentials, request, timeoutMs);
    };
    return { ...carrier, placeCall };
  },
});

const start = async (more: object = {}) =>
  (await admin.call(startVerificationOperation, { body: { phone_number: NUMBER, ...more } })).body;
const refuseStart = (more: object = {}) =>
  admin.refused(startVerificationOperation, { body: { phone_number: NUMBER, ...more } });
const confirm = async (code?: string) =>
  (await admin.call(confirmVerificationOperation, { body: { phone_number: NUMBER, code } })).body;
const refuseConfirm = (code?: string) =>
  admin.refused(confirmVerificationOperation, { body: { phone_number: NUMBER, code } });
const list = async () => (await admin.call(listVerifiedNumbersOperation, {})).body.verified_numbers;
const verifications = () =>
  test.everything
    .selectFrom("number_verifications")
    .selectAll()
    .where("organization_id", "=", tenant.organizationId)
    .orderBy("id")
    .execute();
const addToDoNotCall = () =>
  test.everything
    .insertInto("do_not_call")
    .values({ organization_id: tenant.organizationId, phone_number: NUMBER, source: "manual" })
    .execute();
const allowGermanyAlone = () => admin.call(updatePreferencesOperation, { body: { allowed_countries: ["DE"] } });
const WRONG_COUNTRY = {
  status: 403,
  code: "blocked_number_kind",
  detail: expect.stringContaining("The number is in US, and the organization's preferences allow only DE"),
};
const callsOver = () =>
  waitUntil("the call is over", async () => {
    const runs = await test.everything
      .selectFrom("call_runs")
      .select("state")
      .where("organization_id", "=", tenant.organizationId)
      .execute();
    return runs.every(({ state }) => ["completed", "failed", "canceled"].includes(state));
  });

/** Returns the six digits that the last call read, twice alike. */
const heardCode = (): string => {
  const [, first = "", second = ""] =
    /is: ([\d. ]+)\. Once more: ([\d. ]+)\. Goodbye/.exec(greetings.at(-1) ?? "") ?? [];
  expect(second).toBe(first);
  expect(first.replaceAll(". ", "")).toMatch(/^\d{6}$/);
  return first.replaceAll(". ", "");
};
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("a number that is verified by a call", () => {
  it("hears a code twice, and is a caller id of every account once the code is told", async () => {
    const started = await start();
    expect(started).toMatchObject({
      method: "call",
      tries_left: 5,
      code_to_type: null,
      workflow_run_id: expect.any(Number),
    });
    const minutes = Date.parse(started.expires_at) - Date.now();
    expect([minutes > TEN_MINUTES_MS - 30_000, minutes < TEN_MINUTES_MS + 1000]).toEqual([true, true]);
    const code = heardCode();
    const number = { phone_number: NUMBER, method: "call", telephony_configuration_id: null };
    expect(await confirm(code)).toMatchObject(number);
    expect(await confirm(code)).toMatchObject(number);
    expect(await list()).toEqual([{ ...number, proof: "declaration", verified_at: expect.any(String) }]);
    const params = { config_id: twilioId };
    const { body } = await admin.call(createPhoneNumberOperation, { params, body: { address: NUMBER } });
    expect(body).toMatchObject({ ownership: "verified", is_active: true });
    expect(await refuseStart()).toMatchObject({ status: 409, code: "already_verified" });
  });

  it("is called once, however often it is started while it rings", async () => {
    const started = await Promise.all([start(), start(), start()]);
    expect(new Set(started.map(({ workflow_run_id }) => workflow_run_id)).size).toBe(1);
    expect(greetings).toHaveLength(1);
  });

  it("has five tries; then even the code is of no use", async () => {
    await start();
    const code = heardCode();
    for (const left of [4, 3, 2, 1])
      expect(await refuseConfirm(wrong(code))).toMatchObject({
        status: 400,
        code: "wrong_code",
        detail: expect.stringContaining(`${left} `),
      });
    expect(await refuseConfirm(wrong(code))).toMatchObject({ status: 409, code: "too_many_tries" });
    expect(await refuseConfirm(code)).toMatchObject({ status: 409, code: "verification_over" });
    expect(await list()).toEqual([]);
    await callsOver();
    await start();
    expect(await confirm(heardCode())).toMatchObject({ phone_number: NUMBER });
  });

  it("has ten minutes", async () => {
    await start();
    const code = heardCode();
    await test.everything
      .updateTable("number_verifications")
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where("organization_id", "=", tenant.organizationId)
      .execute();
    expect(await refuseConfirm(code)).toMatchObject({ status: 409, code: "verification_expired" });
    expect((await verifications()).map(({ state }) => state)).toEqual(["expired"]);
    expect(await refuseConfirm(code)).toMatchObject({ status: 409, code: "verification_expired" });
  });

  it("is not called when it is on the do-not-call list", async () => {
    await addToDoNotCall();
    expect(await refuseStart()).toMatchObject({
      status: 403,
      code: "blocked_dnc",
      detail: expect.stringContaining("do-not-call"),
    });
    expect(greetings).toEqual([]);
    expect(await refuseConfirm("000000")).toMatchObject({ status: 409, code: "verification_over" });
  });

  it("is not called when the preferences do not allow its country", async () => {
    await allowGermanyAlone();
    expect(await refuseStart()).toMatchObject(WRONG_COUNTRY);
    expect(greetings).toEqual([]);
  });

  it("is called five times a day at most", async () => {
    await start();
    const [row] = await verifications();
    await callsOver();
    await test.everything
      .insertInto("number_verifications")
      .values(
        Array.from({ length: 4 }, () => ({
          organization_id: tenant.organizationId,
          phone_number: NUMBER,
          method: "call" as const,
          telephony_configuration_id: tenant.simulatorAccountId,
          state: "failed" as const,
          expires_at: row?.expires_at ?? new Date(),
          actor: "system",
        })),
      )
      .execute();
    expect((await refuseStart()).status).toBe(429);
    expect(greetings).toHaveLength(1);
  });

  it("belongs to the organization that proved it alone", async () => {
    await start();
    await confirm(heardCode());
    const stranger = api.client((await createTenant(test, "Another")).admin);
    expect((await stranger.call(listVerifiedNumbersOperation, {})).body.verified_numbers).toEqual([]);
    expect(
      await stranger.refused(confirmVerificationOperation, { body: { phone_number: NUMBER, code: "1" } }),
    ).toMatchObject({ status: 404 });
  });

  it("is a caller id no longer once it is removed", async () => {
    await start();
    await confirm(heardCode());
    const params = { config_id: twilioId };
    await admin.call(createPhoneNumberOperation, { params, body: { address: NUMBER } });
    await admin.call(removeVerifiedNumberOperation, { params: { phone_number: NUMBER } });
    expect(await list()).toEqual([]);
    const { is_active } = await test.everything
      .selectFrom("phone_numbers")
      .select("is_active")
      .where("organization_id", "=", tenant.organizationId)
      .where("address_normalized", "=", NUMBER)
      .executeTakeFirstOrThrow();
    expect(is_active).toBe(false);
  });

  it("is removed by the name that it has in the organization's country", async () => {
    await start();
    await confirm(heardCode());
    await admin.call(updatePreferencesOperation, { body: { country: "US" } });
    await admin.call(removeVerifiedNumberOperation, { params: { phone_number: "(415) 555-0142" } });
    expect(await list()).toEqual([]);
  });
});

describe("a number that a carrier verifies for itself", () => {
  const byCarrier = () => ({ method: "carrier", telephony_configuration_id: twilioId });

  it("is verified for that account, once the carrier is convinced", async () => {
    expect(await start(byCarrier())).toMatchObject({
      method: "carrier",
      code_to_type: "123456",
      workflow_run_id: null,
    });
    expect(await refuseConfirm()).toMatchObject({ status: 400, code: "not_verified_yet" });
    shop.verifying.set(NUMBER, "done");
    expect(await confirm()).toMatchObject({ method: "carrier", telephony_configuration_id: twilioId });
    expect(greetings).toEqual([]);
    await admin.call(removeVerifiedNumberOperation, { params: { phone_number: NUMBER } });
    expect([...shop.verifying.keys()]).toEqual([]);
  });

  it("is not contacted when it is on the do-not-call list", async () => {
    await addToDoNotCall();
    expect(await refuseStart(byCarrier())).toMatchObject({ status: 403, code: "blocked_dnc" });
    expect(shop.verifying.size).toBe(0);
  });

  it("is not contacted when the preferences do not allow its country", async () => {
    await allowGermanyAlone();
    expect(await refuseStart(byCarrier())).toMatchObject(WRONG_COUNTRY);
    expect(shop.verifying.size).toBe(0);
  });

  it("is not contacted when its consent was withdrawn", async () => {
    const body = { phone_number: NUMBER, status: "withdrawn" as const, source: "letter" };
    await admin.call(recordConsentOperation, { body });
    expect(await refuseStart(byCarrier())).toMatchObject({ status: 403, code: "blocked_consent" });
    expect(shop.verifying.size).toBe(0);
  });

  it("is refused in the carrier's words", async () => {
    shop.refusal = "This country is not served.";
    expect(await refuseStart(byCarrier())).toMatchObject({
      detail: expect.stringContaining("This country is not served."),
    });
    expect((await verifications()).map(({ state }) => state)).toEqual(["failed"]);
  });

  it("is offered where the carrier does it", async () => {
    const { body } = await admin.call(verificationOptionsOperation, {});
    expect(body.methods).toMatchObject([
      { method: "call", telephony_configuration_id: null, expires_in_minutes: 10, tries: 5 },
      { method: "carrier", telephony_configuration_id: twilioId, provider: "twilio" },
    ]);
  });
});
