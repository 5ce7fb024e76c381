import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { checkOutboundReadiness } from "../../../../domain/call/carrier-account.ts";
import type { OrganizationTransaction } from "../../../../infra/postgres/database.ts";
import {
  chooseCallerId,
  computeAccountFingerprint,
  openCredentials,
  resolveOutboundAccount,
  resolveSimulatorAccount,
  sealCredentials,
} from "../../../../infra/postgres/telephony/telephony.repository.ts";
import { twilioDescription } from "../../../../infra/telephony/twilio/twilio.description.ts";
import { vonageDescription } from "../../../../infra/telephony/vonage/vonage.description.ts";
import { createPhoneNumberRow, createTwilioConfiguration, TWILIO_CREDENTIALS } from "../../../factories/telephony.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";
import { testSecrets } from "../../../harness/test-secrets.ts";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  tenant = await createTenant(test);
});

const inTenant = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
  test.database.inOrganization(tenant.organizationId, work);

describe("the account of an outbound call", () => {
  const resolve = (telephonyAccountId?: number) =>
    inTenant(async (tx) => (await resolveOutboundAccount(tx, { telephonyAccountId }))?.id);
  const forgetDefault = () =>
    test.everything
      .updateTable("telephony_configurations")
      .set({ is_default_outbound: false })
      .where("organization_id", "=", tenant.organizationId)
      .execute();

  it("is the one asked for, else the default", async () => {
    const twilioId = await createTwilioConfiguration(test, tenant);
    expect(await resolve(twilioId)).toBe(twilioId);
    expect(await resolve()).toBe(tenant.simulatorAccountId);
  });

  it("is the only one when none is the default, and none of several", async () => {
    await forgetDefault();
    expect(await resolve()).toBe(tenant.simulatorAccountId);
    await createTwilioConfiguration(test, tenant);
    expect(await resolve()).toBeUndefined();
  });

  it("is never another organization's", async () => {
    expect(await resolve(await createTwilioConfiguration(test, await createTenant(test)))).toBeUndefined();
  });

  it("is the simulator for calls that must reach nobody", async () => {
    await createTwilioConfiguration(test, { ...tenant, name: "Before it by name" });
    expect((await inTenant(resolveSimulatorAccount))?.id).toBe(tenant.simulatorAccountId);
  });
});

describe("the caller id", () => {
  let telephonyAccountId: number;
  const callerId = (phoneNumberId?: number) =>
    inTenant((tx) => chooseCallerId(tx, { telephonyAccountId, phoneNumberId }));
  const add = (e164: string, more: { isActive?: boolean; isDefault?: boolean } = {}) =>
    createPhoneNumberRow(test, { organizationId: tenant.organizationId, telephonyAccountId, e164, ...more });

  beforeEach(async () => {
    telephonyAccountId = await createTwilioConfiguration(test, tenant);
  });

  it("is missing where there is no active number", async () => {
    expect(await callerId()).toBeNull();
    await add("+14155550100", { isActive: false });
    expect(await callerId()).toBeNull();
  });

  it("is the number asked for, else the default", async () => {
    const asked = await add("+14155550100");
    await add("+14155550101", { isDefault: true });
    const inactive = await add("+14155550102", { isActive: false });
    expect(await callerId(asked)).toBe("+14155550100");
    expect(await callerId(inactive)).toBeNull();
    for (let round = 0; round < 10; round++) expect(await callerId()).toBe("+14155550101");
  });

  it("is any active number without a default", async () => {
    await add("+14155550100");
    await add("+14155550101");
    const seen = new Set<string | null>();
    for (let round = 0; round < 60; round++) seen.add(await callerId());
    expect([...seen].sort()).toEqual(["+14155550100", "+14155550101"]);
  });
});

describe("credentials", () => {
  it("open for their own organization only", () => {
    const { credentials_sealed } = sealCredentials(TWILIO_CREDENTIALS, { organizationId: 1, secrets: testSecrets });
    expect(credentials_sealed.includes(String(TWILIO_CREDENTIALS["auth_token"]))).toBe(false);
    expect(openCredentials({ credentials_sealed, organization_id: 1 }, testSecrets)).toEqual(TWILIO_CREDENTIALS);
    expect(() => openCredentials({ credentials_sealed, organization_id: 2 }, testSecrets)).toThrow();
  });

  it("name the account by what is no password", () => {
    const fingerprint = (credentials: object) =>
      computeAccountFingerprint(twilioDescription, { ...TWILIO_CREDENTIALS, ...credentials })?.toString("hex");
    expect(fingerprint({ auth_token: "rotated" })).toBe(fingerprint({}));
    expect(fingerprint({ account_sid: "another" })).not.toBe(fingerprint({}));
    expect(computeAccountFingerprint({ ...twilioDescription, fields: [] }, TWILIO_CREDENTIALS)).toBeNull();
  });
});

describe("readiness", () => {
  const active = { inactive_since: null, inactive_reason: null };
  it("needs a number where the carrier needs a caller id", () => {
    const none = { activeNumbers: 0, description: twilioDescription, credentials: {} };
    expect(checkOutboundReadiness(active, none)).toMatchObject({ ready: false, blockedBy: "phone_number" });
    expect(checkOutboundReadiness(active, { ...none, activeNumbers: 1 })).toEqual({
      ready: true,
      blockedReason: null,
      blockedBy: null,
    });
    const description = { ...twilioDescription, needsCallerId: false };
    expect(checkOutboundReadiness(active, { ...none, description })).toMatchObject({ ready: true });
  });

  it("needs the settings without which nothing is dialled", () => {
    const account = { activeNumbers: 1, description: vonageDescription, credentials: { signature_secret: "" } };
    expect(checkOutboundReadiness(active, account)).toEqual({
      ready: false,
      blockedReason: "Add the signature secret: without it nothing is dialled",
      blockedBy: "signature_secret",
    });
    const whole = { ...account, credentials: { signature_secret: "a secret" } };
    expect(checkOutboundReadiness(active, whole)).toMatchObject({ ready: true });
  });

  it("ends when the carrier refuses the account", () => {
    const refused = { inactive_since: new Date(), inactive_reason: "suspended" };
    const readiness = checkOutboundReadiness(refused, {
      activeNumbers: 1,
      description: twilioDescription,
      credentials: {},
    });
    expect(readiness).toEqual({
      ready: false,
      blockedReason:
        "Twilio refused this account, so it is set aside: suspended. Mend that, then reactivate the account",
      blockedBy: "credentials",
    });
  });
});
