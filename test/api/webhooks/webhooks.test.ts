import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { restartLostDeliveries } from "../../../activities/maintenance/restart-lost-deliveries.ts";
import { createChannelOperation, readTimelineOperation } from "../../../api/channels/channels.operations.ts";
import { startWaitingDeliveries } from "../../../api/webhooks/start-waiting-deliveries.ts";
import {
  createWebhookOperation,
  deleteWebhookOperation,
  getDeliveryOperation,
  getWebhookOperation,
  listDeadLettersOperation,
  listDeliveriesOperation,
  listWebhooksOperation,
  resendDeliveryOperation,
  rotateSecretOperation,
  testWebhookOperation,
  updateWebhookOperation,
} from "../../../api/webhooks/webhooks.operations.ts";
import { webhookDeliveryContract } from "../../../workflows/webhook-delivery/webhook-delivery.contract.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { type HttpReceiver, type ReceivedRequest, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startTestWorker } from "../campaigns/running-worker.ts";

let test: TestDatabase;
let api: TestApi;
let worker: { stop(): Promise<void> };
let tenant: Tenant;
let admin: ApiClient;
let receiver: HttpReceiver;

beforeAll(async () => {
  test = await createTestDatabase();
  const namespace = await createTestNamespace();
  api = await startTestApi(test, { environment: { TEMPORAL_NAMESPACE: namespace } });
  worker = await startTestWorker(test, { api, namespace });
});
afterAll(async () => {
  await worker.stop();
  await api.close();
  await test.drop();
});
beforeEach(async () => {
  tenant = await createTenant(test);
  admin = api.client({ token: tenant.admin.token });
  receiver = await startHttpReceiver();
});
afterEach(() => receiver.close());

const create = async (body: object = {}) =>
  (await admin.call(createWebhookOperation, { body: { url: `${receiver.url}/hook?token=in-the-url`, ...body } })).body;
/** Makes a change that the timeline records. */
const happen = (name: string) => admin.call(createChannelOperation, { body: { name } });
const look = () => startWaitingDeliveries(api.dependencies);
const paramsOf = ({ id }: { id: number }) => ({ params: { webhook_id: id } });
const deliveriesOf = async (webhook: { id: number }) =>
  (await admin.call(listDeliveriesOperation, paramsOf(webhook))).body.deliveries;
const received = (count: number) =>
  waitUntil(`${count} events were received`, () => Promise.resolve(receiver.requests.length >= count));
const settled = (webhook: { id: number }) =>
  waitUntil("nothing waits", async () => (await deliveriesOf(webhook)).every(({ state }) => state !== "pending"));
const bodies = () => receiver.requests.map(({ body }) => JSON.parse(body));
const workflowOf = ({ id }: { id: number }) =>
  api.dependencies.temporal.workflow.getHandle(
    webhookDeliveryContract.workflowId({ organizationId: tenant.organizationId, endpointId: id }),
  );
const isRunning = async (webhook: { id: number }) => (await workflowOf(webhook).describe()).status.name === "RUNNING";

describe("a webhook", () => {
  it("shows its secret once, and nowhere else", async () => {
    const { secret, ...webhook } = await create({ events: ["campaign", "campaign", "call_ended"], description: "CRM" });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({
      events: ["campaign", "call_ended"],
      description: "CRM",
      is_active: true,
      failing_since: null,
    });
    expect((await admin.call(getWebhookOperation, paramsOf(webhook))).body).toEqual(webhook);
    expect((await admin.call(listWebhooksOperation)).body).toEqual([webhook]);
    const rows = JSON.stringify([
      await test.everything.selectFrom("webhook_endpoints").selectAll().execute(),
      await test.everything.selectFrom("timeline_events").selectAll().execute(),
    ]);
    expect(rows).not.toContain(secret);
    const events = JSON.stringify(await test.everything.selectFrom("timeline_events").selectAll().execute());
    expect(events).not.toContain("in-the-url");
  });

  it.each([
    ["a private address", { url: "http://192.168.1.1/" }, ["body", "url"]],
    ["a metadata service", { url: "http://169.254.169.254/latest" }, ["body", "url"]],
    ["no address", { url: "hello" }, ["body", "url"]],
    ["an event that there is not", { events: ["call_endet"] }, ["body", "events", 0]],
  ])("is refused with %s", async (_name, body, loc) => {
    const refusal = await admin.refused(createWebhookOperation, { body: { url: "https://example.com", ...body } });
    expect(refusal).toMatchObject({ status: 422, detail: [{ loc }] });
  });

  it("is one of twenty at most", async () => {
    for (let made = 0; made < 20; made += 1) await create({ is_active: false });
    expect(await admin.refused(createWebhookOperation, { body: { url: "https://example.com" } })).toMatchObject({
      status: 409,
      code: "too_many_webhooks",
    });
  });

  it("is changed, and gone with its deliveries when it is removed", async () => {
    const webhook = await create({ is_active: false });
    const body = { url: "https://example.com/other", events: ["document" as const], is_active: true };
    expect((await admin.call(updateWebhookOperation, { ...paramsOf(webhook), body })).body).toMatchObject(body);
    expect((await admin.call(deleteWebhookOperation, paramsOf(webhook))).status).toBe(200);
    expect((await admin.refused(getWebhookOperation, paramsOf(webhook))).status).toBe(404);
  });
});

describe("an event", () => {
  it("arrives as the timeline shows it, in order, each once, and the workflow ends", async () => {
    const webhook = await create();
    for (const name of ["one", "two", "three"]) await happen(name);
    expect(await look()).toBe(1);
    await received(4);
    await settled(webhook);
    const timeline = (await admin.call(readTimelineOperation)).body.events.toReversed();
    const heard = bodies().map(({ data }) => data);
    expect(heard).toEqual(timeline.filter(({ id }) => heard.some((event) => event.id === id)));
    expect(heard.map(({ summary }) => summary).slice(1)).toEqual(
      [1, 2, 3].map(() => expect.stringMatching(/^Channel/)),
    );
    expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(4);
    const { headers = {}, body = "" }: Partial<ReceivedRequest> = receiver.requests[0] ?? {};
    const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
    const key = Buffer.from(webhook.secret.slice("whsec_".length), "base64");
    expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
    await waitUntil("its workflow ends", async () => !(await isRunning(webhook)));
    expect(await look()).toBe(0);
  });

  it("an event that fails is found in the list, and sent again by hand at once", async () => {
    const webhook = await create({ events: ["system"] });
    receiver.answer = (_request, response) => respond(response, 500, {});
    await happen("one");
    await look();
    await waitUntil("a try was written down", async () =>
      (await deliveriesOf(webhook)).some(({ attempts }) => attempts > 0),
    );
    const failing = (await deliveriesOf(webhook)).at(-1);
    expect(failing).toMatchObject({ state: "pending", last_status: 500, last_error: "It answered with status 500" });
    expect((await admin.call(getWebhookOperation, paramsOf(webhook))).body).toMatchObject({
      failing_since: expect.any(String),
      next_attempt_at: expect.any(String),
    });
    // Simulates a day that has passed.
    const given = { state: "failed" as const, settled_at: new Date() };
    await test.everything.updateTable("webhook_deliveries").set(given).where("endpoint_id", "=", webhook.id).execute();
    const { deliveries } = (await admin.call(listDeadLettersOperation)).body;
    expect(deliveries.map(({ webhook_id, state }) => [webhook_id, state])).toContainEqual([webhook.id, "failed"]);
    receiver.answer = (_request, response) => respond(response, 200, {});
    const before = receiver.requests.length;
    for (const { id } of deliveries) {
      const params = { webhook_id: webhook.id, delivery_id: id };
      expect((await admin.call(resendDeliveryOperation, { params })).body).toMatchObject({
        id,
        state: "pending",
        attempts: 0,
      });
    }
    await received(before + deliveries.length);
    await settled(webhook);
    const ids = receiver.requests.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids)).toEqual(new Set(deliveries.map(({ uuid }) => uuid)));
    expect((await admin.call(listDeadLettersOperation)).body.deliveries).toEqual([]);
  });

  it("waits on when its workflow is terminated, and another one is started for it", async () => {
    const webhook = await create({ events: ["system"] });
    receiver.answer = (_request, response) => respond(response, 503, {});
    await happen("one");
    await look();
    await received(1);
    await waitUntil("the try is written down", async () =>
      (await deliveriesOf(webhook)).some(({ attempts }) => attempts > 0),
    );
    await workflowOf(webhook).terminate();
    receiver.answer = (_request, response) => respond(response, 200, {});
    expect(await look()).toBe(0);
    expect(await restartLostDeliveries(api.dependencies)).toBe(0);
    expect(await restartLostDeliveries(api.dependencies, { overdueSeconds: -3600 })).toBe(1);
    await settled(webhook);
    await waitUntil("its workflow ends", async () => !(await isRunning(webhook)));
    expect(await restartLostDeliveries(api.dependencies, { overdueSeconds: -3600 })).toBe(0);
  });

  it("an event of a webhook that is switched off waits until it is switched on", async () => {
    const webhook = await create({ events: ["system"] });
    await admin.call(updateWebhookOperation, { ...paramsOf(webhook), body: { is_active: false } });
    await happen("not heard of");
    await look();
    const waiting = await deliveriesOf(webhook);
    expect(await admin.refused(testWebhookOperation, paramsOf(webhook))).toMatchObject({
      status: 409,
      code: "webhook_is_off",
    });
    await admin.call(updateWebhookOperation, { ...paramsOf(webhook), body: { is_active: true } });
    await look();
    await received(waiting.length + 1);
    await settled(webhook);
    expect(receiver.requests.some(({ body }) => body.includes("not heard of"))).toBe(false);
  });

  it("may be a test, made once for each key", async () => {
    const webhook = await create({ events: ["campaign"] });
    const options = { idempotencyKey: "one test" };
    const first = (await admin.call(testWebhookOperation, paramsOf(webhook), options)).body;
    expect((await admin.call(testWebhookOperation, paramsOf(webhook), options)).body.id).toBe(first.id);
    await received(1);
    await settled(webhook);
    expect(bodies()).toEqual([
      { type: "test", timestamp: expect.stringMatching(/Z$/), data: { message: expect.any(String) } },
    ]);
    expect(receiver.requests[0]?.headers["webhook-id"]).toBe(first.uuid);
  });

  it("is shown with what was sent and answered, to who configures webhooks", async () => {
    const webhook = await create({ events: ["campaign"] });
    receiver.answer = (_request, response) => respond(response, 422, { why: "no such event" });
    const made = (await admin.call(testWebhookOperation, paramsOf(webhook))).body;
    await settled(webhook);
    const params = { webhook_id: webhook.id, delivery_id: made.id };
    const { exchange, ...delivery } = (await admin.call(getDeliveryOperation, { params })).body;
    expect(delivery).toEqual((await deliveriesOf(webhook)).find(({ id }) => id === made.id));
    expect(exchange).toMatchObject({
      url: webhook.url,
      request_headers: { "webhook-id": made.uuid, "webhook-signature": expect.stringMatching(/^v1,.{6}\*{3}$/) },
      request_body: receiver.requests[0]?.body,
      answer_status: 422,
      answer_body: '{"why":"no such event"}',
    });
    expect(JSON.stringify(exchange)).not.toContain(webhook.secret);
    const other = { ...params, webhook_id: (await create()).id };
    expect(await admin.refused(getDeliveryOperation, { params: other })).toMatchObject({ status: 404 });
    const viewer = api.client({ token: tenant.viewer.token });
    expect(await viewer.refused(getDeliveryOperation, { params })).toMatchObject({ status: 403 });
  });

  it("is signed with a new secret when there is one, and with the old one too", async () => {
    const webhook = await create({ events: ["campaign"] });
    const { secret } = (await admin.call(rotateSecretOperation, paramsOf(webhook))).body;
    expect(secret).not.toBe(webhook.secret);
    await admin.call(testWebhookOperation, paramsOf(webhook));
    await received(1);
    expect(String(receiver.requests[0]?.headers["webhook-signature"]).split(" ")).toHaveLength(2);
  });

  it("is listed page by page", async () => {
    const webhook = await create({ events: ["campaign"] });
    for (let sent = 0; sent < 3; sent += 1) await admin.call(testWebhookOperation, paramsOf(webhook));
    await settled(webhook);
    const query = { limit: 2, state: "delivered" as const };
    const first = (await admin.call(listDeliveriesOperation, { ...paramsOf(webhook), query })).body;
    expect(first.deliveries).toHaveLength(2);
    const before_id = first.next_before_id ?? 0;
    const second = (await admin.call(listDeliveriesOperation, { ...paramsOf(webhook), query: { ...query, before_id } }))
      .body;
    expect([second.deliveries.length, second.next_before_id]).toEqual([1, null]);
    expect(new Set([...first.deliveries, ...second.deliveries].map(({ id }) => id)).size).toBe(3);
  });
});
