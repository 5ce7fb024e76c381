import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  createTelephonyAccountOperation,
  getTelephonyAccountOperation,
  updateTelephonyAccountOperation,
} from "../../../api/telephony/telephony.operations.ts";
import { openCredentials } from "../../../infra/postgres/telephony/telephony.repository.ts";
import { createPhoneNumberRow } from "../../factories/telephony.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";

const { publicKey } = generateKeyPairSync("ed25519");
const pemOfRsa = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
}).privateKey.trim();
const webhookPublicKey = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");

/** Settings as each carrier hands them out; which of them are secrets. */
const CARRIERS = {
  twilio: {
    settings: { account_sid: `AC${"0".repeat(31)}7`, auth_token: "0123456789abcdef0123456789abcdef" },
    secrets: ["auth_token"],
  },
  telnyx: {
    settings: {
      api_key: "KEY0123456789ABCDEF0123456789ABCDEF_secretpart0123456789",
      connection_id: "1293384261075731499",
      webhook_public_key: webhookPublicKey,
    },
    secrets: ["api_key"],
  },
  plivo: {
    settings: { auth_id: "MAXXXXXXXXXXXXXXXXXX", auth_token: "NzQ2MmU1ZGQ4NzQ2MmU1ZGQ4NzQ2MmU1ZGQ4NzQ2" },
    secrets: ["auth_token"],
  },
  vonage: {
    settings: {
      api_key: "a1b2c3d4",
      api_secret: "Sixteen_Letters1",
      application_id: "aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab",
      private_key: pemOfRsa,
      signature_secret: "another secret of thirty-two bytes",
    },
    secrets: ["api_secret", "private_key", "signature_secret"],
  },
} as const;

let test: TestDatabase;
let api: TestApi;
let tenant: Tenant;
let admin: ApiClient;

beforeAll(async () => {
  test = await createTestDatabase();
  // Every carrier is where nobody listens.
  api = await startTestApi(test);
  tenant = await createTenant(test);
  admin = api.client(tenant.admin);
});
afterAll(async () => {
  await api.close();
  await test.drop();
});

const storedOf = async (id: number) => {
  const row = await test.everything
    .selectFrom("telephony_configurations")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return openCredentials(row, testSecrets);
};

describe.each(Object.entries(CARRIERS))("an account at %s", (provider, { settings, secrets }) => {
  let id: number;

  it("is saved although the carrier cannot be reached, which is said; no secret is shown", async () => {
    const body = { name: `At ${provider}`, config: { provider, ...settings } };
    const created = (await admin.call(createTelephonyAccountOperation, { body })).body;
    id = created.id;
    expect(created.credential_check).toMatchObject({ ok: false, message: expect.any(String) });
    expect(await storedOf(id)).toMatchObject({ ...settings });
    const shown = (await admin.call(getTelephonyAccountOperation, { params: { config_id: id } })).body;
    for (const [name, value] of Object.entries(settings))
      if (secrets.some((secret) => secret === name)) {
        expect(JSON.stringify([created, shown])).not.toContain(value.slice(0, -4));
        expect(shown.credentials[name]).toMatch(/^\*{4}/);
      }
  });

  it("keeps its secrets when their masks are sent back", async () => {
    const params = { config_id: id };
    const { credentials } = (await admin.call(getTelephonyAccountOperation, { params })).body;
    const config = { provider, ...credentials, calls_per_second: 0.5 };
    await admin.call(updateTelephonyAccountOperation, { params, body: { config } });
    expect(await storedOf(id)).toMatchObject({ ...settings });
  });

  it("is ready once it has an active number, and says until then what is missing", async () => {
    const read = async () => (await admin.call(getTelephonyAccountOperation, { params: { config_id: id } })).body;
    expect(await read()).toMatchObject({
      is_ready_for_outbound: false,
      outbound_blocked_reason: expect.stringContaining("number"),
    });
    const { organizationId } = tenant;
    await createPhoneNumberRow(test, { organizationId, telephonyAccountId: id, e164: `+1415555${1000 + id}` });
    expect(await read()).toMatchObject({ is_ready_for_outbound: true, outbound_blocked_reason: null });
  });
});
