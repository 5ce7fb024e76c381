import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { sendMessageOperation } from "../../../api/messages/messages.operations.ts";
import type { Follower } from "../../../domain/call/account-failover-and-route.rules.ts";
import { sealCredentials } from "../../../infra/postgres/telephony/telephony.repository.ts";
import { createPhoneNumberRow } from "../../factories/telephony.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTestApi } from "../../harness/tenant-api.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { startTestSimulator } from "../../harness/test-simulator.ts";
import { textingPeople } from "./texting-people.ts";

/** The first account's carrier refuses everything; the numbers that end in 1 and 2 are throttled and not answered by any. */
const simulator = await startTestSimulator({
  script: {
    suspended_accounts: ["suspended"],
    texts: [
      { match: "^\\+1212555.*1$", answer: "throttled", times: 1 },
      { match: "^\\+1212555.*2$", answer: "request_lost" },
    ],
  },
});
const { test, api } = await useTestApi({ environment: { CARRIER_SIMULATOR_BASE_URL: simulator.baseUrl } });
afterAll(() => simulator.close());
const { recordsOf } = textingPeople(simulator, api);

let tenant: Tenant;
let operator: ApiClient;
let last = 0;
let accounts: { own: number; follower: number };

beforeEach(async () => {
  tenant = await createTenant(test);
  operator = api.client({ token: tenant.operator.token });
  accounts = { own: await createAccount("suspended"), follower: await createAccount("working") };
  await follow([{ telephony_configuration_id: accounts.follower, countries: null }]);
});

const createAccount = async (account: string): Promise<number> => {
  const { organizationId } = tenant;
  const { id } = await test.everything
    .insertInto("telephony_configurations")
    .values({
      organization_id: organizationId,
      name: `${account} ${last}`,
      provider: "simulator",
      ...sealCredentials({ account }, { organizationId, secrets: testSecrets }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const e164 = `+1202555${String(1000 + (last += 1))}`;
  await createPhoneNumberRow(test, { organizationId, telephonyAccountId: id, e164 });
  return id;
};
const follow = (failover: Follower[], more: object = {}) =>
  test.everything
    .updateTable("telephony_configurations")
    .set({ failover: JSON.stringify(failover) as never, ...more })
    .where("id", "=", accounts.own)
    .execute();
const person = (digit = 0): string => `+1212555${String((last += 1)).padStart(3, "0")}${digit}`;
const send = (to: string, { key, ...more }: { key?: string; [field: string]: unknown } = {}) =>
  operator.call(
    sendMessageOperation,
    { body: { to, body: "Hello", telephony_configuration_id: accounts.own, ...more } },
    key === undefined ? {} : { idempotencyKey: key },
  );
const sent = async (...asked: Parameters<typeof send>) => (await send(...asked)).body;
const standing = () =>
  test.everything
    .selectFrom("telephony_paces")
    .select(["texts_failed_in_row", "texts_out_for_seconds", "failures_in_row"])
    .where("telephony_configuration_id", "=", accounts.own)
    .executeTakeFirst();
const endTimeOut = () =>
  test.everything
    .updateTable("telephony_paces")
    .set({ texts_out_until: sql<Date>`now() - interval '1 second'` })
    .where("telephony_configuration_id", "=", accounts.own)
    .execute();

describe("texts of an account whose carrier fails", () => {
  it("go to the account that follows it where its carrier takes none as long as they are", async () => {
    await test.everything
      .updateTable("telephony_configurations")
      .set({ provider: "vonage" })
      .where("id", "=", accounts.own)
      .execute();
    const text = await sent(person(), { body: "a".repeat(1_001) });
    expect(text).toMatchObject({ telephony_configuration_id: accounts.follower, state: "sent" });
  });

  it("go to the account that follows it, never one text to both", async () => {
    const [first, second] = [person(), person()];
    const failed = await sent(first, { key: "first" });
    expect(failed).toMatchObject({ state: "failed", telephony_configuration_id: accounts.own });
    expect(await sent(first, { key: "first" })).toMatchObject({ id: failed.id, state: "failed" });
    expect(await recordsOf(first)).toHaveLength(1);
    const next = await sent(second);
    expect(next).toMatchObject({ telephony_configuration_id: accounts.follower });
    expect((await recordsOf(second)).map(({ request }) => request.account)).toEqual(["working"]);
    expect(await standing()).toEqual({ texts_failed_in_row: 1, texts_out_for_seconds: 30, failures_in_row: 0 });
    const events = await test.everything
      .selectFrom("timeline_events")
      .select("summary")
      .where("organization_id", "=", tenant.organizationId)
      .where("kind", "=", "system")
      .execute();
    expect(events.filter(({ summary }) => summary.includes("its texts go to those that follow it"))).toHaveLength(1);
  });

  it("try it again with one text after a while", async () => {
    await sent(person());
    await endTimeOut();
    expect(await sent(person())).toMatchObject({ telephony_configuration_id: accounts.own, state: "failed" });
    expect(await sent(person())).toMatchObject({ telephony_configuration_id: accounts.follower });
    expect(await standing()).toMatchObject({ texts_out_for_seconds: 60 });
  });

  it("stay there where a number of it is named, and where nobody follows for the country", async () => {
    await sent(person());
    const { id } = await test.everything
      .selectFrom("phone_numbers")
      .select("id")
      .where("telephony_configuration_id", "=", accounts.own)
      .executeTakeFirstOrThrow();
    const named = await sent(person(), { from_phone_number_id: id });
    expect(named).toMatchObject({ telephony_configuration_id: accounts.own, state: "failed" });
    await follow([{ telephony_configuration_id: accounts.follower, countries: ["DE"] }]);
    expect(await sent(person())).toMatchObject({ telephony_configuration_id: accounts.own });
  });

  it("count a throttled one as sent by nobody, and an unclear one as sent", async () => {
    await test.everything
      .updateTable("telephony_configurations")
      .set({
        ...sealCredentials({ account: "busy" }, { organizationId: tenant.organizationId, secrets: testSecrets }),
      })
      .where("id", "=", accounts.own)
      .execute();
    const throttled = person(1);
    const refusal = await operator.refused(
      sendMessageOperation,
      { body: { to: throttled, body: "Hello", telephony_configuration_id: accounts.own } },
      { idempotencyKey: "slow" },
    );
    expect(refusal.status).toBe(429);
    await sent(throttled, { key: "slow" });
    expect((await recordsOf(throttled)).map(({ answer }) => answer)).toEqual(["throttled", "accepted"]);
    const unclear = person(2);
    const first = await sent(unclear, { key: "unclear" });
    expect(await sent(unclear, { key: "unclear" })).toMatchObject({ id: first.id, state: "unknown" });
    expect((await recordsOf(unclear)).map(({ request }) => request.account)).toEqual(["busy"]);
  });
});
