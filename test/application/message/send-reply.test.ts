import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { sendReply } from "../../../application/message/send-reply.ts";
import { sealCredentials } from "../../../infra/postgres/telephony/telephony.repository.ts";
import { createCarrierRegistry } from "../../../infra/telephony/carrier-registry.ts";
import { noPrices } from "../../../infra/telephony/price-table.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow } from "../../factories/calls.ts";
import { createPhoneNumberRow } from "../../factories/telephony.ts";
import { createTenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { SIMULATOR_SIGNING_KEY } from "../../harness/test-simulator.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startCallbackReceiver } from "../../infra/telephony/callback-receiver.ts";
import { startVonageStandIn, type VonageStandIn } from "../../infra/telephony/vonage-stand-in.ts";

const OURS = "+12025550100";
const PERSON = "+12125550101";
const STORY = "A sentence of a long story. ".repeat(60).trim();

let test: TestDatabase;
let vonage: VonageStandIn;
/** It takes what the carrier reports. */
let receiver: Awaited<ReturnType<typeof startCallbackReceiver>>;

beforeAll(async () => {
  test = await createTestDatabase();
  vonage = await startVonageStandIn();
  receiver = await startCallbackReceiver();
});
afterAll(async () => {
  await vonage.close();
  await receiver.close();
  await test.drop();
});

it("cuts an answer into texts that are no longer than the carrier of the person's text takes", async () => {
  const tenant = await createTenant(test);
  const { organizationId, simulatorAccountId: telephonyAccountId } = tenant;
  await test.everything
    .updateTable("telephony_configurations")
    .set({ provider: "vonage", ...sealCredentials(vonage.credentials, { organizationId, secrets: testSecrets }) })
    .where("id", "=", telephonyAccountId)
    .execute();
  await createPhoneNumberRow(test, { organizationId, telephonyAccountId, e164: OURS });
  const agent = await createAgentRows(test, tenant);
  const run = await createRunRow(test, { organizationId, ...agent }, { mode: "textchat" });
  const message = await test.everything
    .insertInto("text_messages")
    .values({
      uuid: randomUUID(),
      organization_id: organizationId,
      direction: "inbound",
      state: "received",
      reason: "received",
      actor: "carrier",
      telephony_configuration_id: telephonyAccountId,
      provider: "vonage",
      own_number: OURS,
      phone_number: PERSON,
      body: "Tell me a story",
      encoding: "GSM-7",
      segments: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const deps = {
    database: test.database,
    secrets: testSecrets,
    prices: noPrices,
    publicBaseUrl: receiver.baseUrl,
    carriers: createCarrierRegistry({
      simulator: { baseUrl: "http://127.0.0.1:1", signingKey: SIMULATOR_SIGNING_KEY },
      vonage: { baseUrl: vonage.baseUrl },
    }),
  };
  const reply = { run, message, threadUuid: randomUUID(), key: "reply-1", text: STORY };
  expect(await sendReply(deps, reply)).toEqual({ kind: "sent" });
  const texts = vonage.requests.flatMap(({ path, body }) =>
    path === "/v1/messages" ? [String(Object(body).text)] : [],
  );
  expect(texts.map(({ length }) => length <= 1_000)).toEqual([true, true]);
  expect(texts.join(" ")).toBe(STORY);
  // "submitted" and "delivered" of each: a carrier that still reports is not left alone.
  await waitUntil("the texts are reported", async () => receiver.of("api").length === 2 * texts.length);
});
