import { afterAll, afterEach, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { sendMessageOperation } from "../../../api/messages/messages.operations.ts";
import { buildNumberLockKey } from "../../../infra/postgres/locks.ts";
import { createTenant } from "../../factories/tenant.ts";
import { createApiClient } from "../../harness/api-client.ts";
import { type ApiProcess, startApiProcess } from "../../harness/api-process.ts";
import { respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { createTestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { serverSettings } from "../../harness/worker-process.ts";

/** The process that sends a text is killed between its intention and the answer, and the text is asked for again elsewhere. */
const test = await createTestDatabase();
const tenant = await createTenant(test);
const carrier = await startHttpReceiver();
const running: ApiProcess[] = [];

const start = async () => {
  const settings = { ...serverSettings(), PORT: "0", DATABASE_URL: test.url, CARRIER_SIMULATOR_BASE_URL: carrier.url };
  const api = startApiProcess(settings);
  running.push(api);
  const client = createApiClient(await api.listening(), { token: tenant.operator.token });
  const send = (to: string) =>
    client.call(sendMessageOperation, { body: { to, body: "Hello" } }, { idempotencyKey: `to ${to}` });
  return { api, send };
};
const kill = async ({ child, ended }: ApiProcess) => {
  child.kill("SIGKILL");
  await ended;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map(kill));
});
afterAll(async () => {
  await carrier.close();
  await test.drop();
});

/** A request of a process that has died counts as running for a while. */
const waitOut = () =>
  test.everything
    .updateTable("idempotency_keys")
    .set({ created_at: new Date(Date.now() - 600_000) })
    .execute();

const requestsFor = (to: string) => carrier.requests.filter(({ body }) => body.includes(to));
const rowOf = (to: string) =>
  test.everything.selectFrom("text_messages").selectAll().where("phone_number", "=", to).executeTakeFirst();

it("a text whose carrier was asked is not asked for again", async () => {
  const to = "+12125550151";
  carrier.answer = () => undefined;
  const first = await start();
  const lost = first.send(to).catch(() => null);
  await waitUntil("the carrier is asked", () => requestsFor(to).length > 0);
  await kill(first.api);
  expect(await lost).toBeNull();
  carrier.answer = (_request, response) => respond(response, 500, {});
  const second = await start();
  await waitOut();
  expect((await second.send(to)).body).toMatchObject({ state: "queued", to });
  expect(requestsFor(to)).toHaveLength(1);
});

it("a text whose carrier was not asked yet is not asked for by anybody else", async () => {
  const to = "+12125550152";
  const first = await start();
  await test.everything.transaction().execute(async (holding) => {
    const key = buildNumberLockKey(tenant.organizationId, to);
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(holding);
    const lost = first.send(to).catch(() => null);
    await waitUntil("the intention is written", () => rowOf(to));
    await kill(first.api);
    expect(await lost).toBeNull();
  });
  const second = await start();
  await waitOut();
  expect((await second.send(to)).body).toMatchObject({ state: "queued", to });
  expect(requestsFor(to)).toEqual([]);
});
