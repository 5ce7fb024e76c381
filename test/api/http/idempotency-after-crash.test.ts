import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createApiKeyOperation } from "../../../api/api-keys/api-keys.operations.ts";
import { createChannelOperation } from "../../../api/channels/channels.operations.ts";
import { createContactListOperation } from "../../../api/contacts/contacts.operations.ts";
import { createPhoneNumberOperation } from "../../../api/numbers/phone-numbers.operations.ts";
import { createTelephonyAccountOperation } from "../../../api/telephony/telephony.operations.ts";
import type { Database } from "../../../infra/postgres/database.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
let api: TestApi;
let dying: TestApi;
let tenant: Tenant;
let admin: ApiClient;
/** Set: the process is as good as dead once the key is claimed and the work is committed. */
let transactionsLeft = Number.POSITIVE_INFINITY;

const mortal = (database: Database): Database => ({
  ...database,
  inOrganization: (organizationId, work) => {
    countTransaction();
    return database.inOrganization(organizationId, work);
  },
  withEntities: (organizationId, work) => {
    countTransaction();
    return database.withEntities(organizationId, work);
  },
});

const countTransaction = () => {
  transactionsLeft -= 1;
  if (transactionsLeft < 0) throw new Error("the process is dead");
};

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  dying = await startTestApi(test, { dependencies: { database: mortal(test.database) } });
  tenant = await createTenant(test);
  admin = api.client({ token: tenant.admin.token });
});
afterAll(async () => {
  await Promise.all([api.close(), dying.close()]);
  await test.drop();
});

const CLAIM = 1;

/** Sends a request to a process that dies between its work and its answer, then again to another. */
const sendTwice = async (
  send: (client: ApiClient, idempotencyKey: string) => Promise<{ body: unknown }>,
  transactionsOfWork = 1,
) => {
  const key = randomUUID();
  transactionsLeft = CLAIM + transactionsOfWork;
  await expect(send(dying.client({ token: tenant.admin.token }), key)).rejects.toThrow();
  transactionsLeft = Number.POSITIVE_INFINITY;
  // A second later, or after the time for which a request may still be running.
  const early = await send(admin, key).catch((error: unknown) => error);
  await test.everything
    .updateTable("idempotency_keys")
    .set({ created_at: new Date(Date.now() - 60_000) })
    .where("key", "=", key)
    .execute();
  const late = await send(admin, key);
  expect(early).toMatchObject({ body: late.body });
  return late.body;
};

const rowsOf = async (table: "contact_lists" | "api_keys" | "folders" | "telephony_configurations" | "phone_numbers") =>
  (await test.everything.selectFrom(table).select("id").where("organization_id", "=", tenant.organizationId).execute())
    .length;

describe("a request whose process died before it answered, repeated with its Idempotency-Key,", () => {
  it("makes one contact list", async () => {
    await sendTwice((client, idempotencyKey) =>
      client.call(createContactListOperation, { body: { name: "Once" } }, { idempotencyKey }),
    );
    expect(await rowsOf("contact_lists")).toBe(1);
  });

  it("makes one API key, and tells its value", async () => {
    const before = await rowsOf("api_keys");
    const body = await sendTwice((client, idempotencyKey) =>
      client.call(createApiKeyOperation, { body: { name: "Once" } }, { idempotencyKey }),
    );
    expect(body).toMatchObject({ api_key: expect.stringMatching(/^vap_/) });
    expect(await rowsOf("api_keys")).toBe(before + 1);
  });

  it("makes one channel", async () => {
    await sendTwice((client, idempotencyKey) =>
      client.call(createChannelOperation, { body: { name: "Once" } }, { idempotencyKey }),
    );
  });

  it("makes one carrier account with one number", async () => {
    const before = await rowsOf("telephony_configurations");
    await sendTwice((client, idempotencyKey) =>
      client.call(
        createTelephonyAccountOperation,
        { body: { name: "Once", config: { provider: "simulator" } } },
        { idempotencyKey },
      ),
    );
    expect(await rowsOf("telephony_configurations")).toBe(before + 1);
    // Between the two of its work, the carrier is asked whether the number is on the account.
    await sendTwice(
      (client, idempotencyKey) =>
        client.call(
          createPhoneNumberOperation,
          { params: { config_id: tenant.simulatorAccountId }, body: { address: "+12025550123" } },
          { idempotencyKey },
        ),
      2,
    );
  });
});
