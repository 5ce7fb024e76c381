import { createHmac, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { deliverWebhooks, type WebhookDependencies } from "../../../activities/webhook-delivery/deliver-webhooks.ts";
import type { TimelineKind } from "../../../domain/timeline/timeline-kinds.ts";
import type { WebhookEvent } from "../../../domain/webhook/webhook-events.ts";
import { KEPT_BODY_LENGTH } from "../../../domain/webhook/webhook-request.ts";
import { createGuardedRequests } from "../../../infra/guarded-request/guarded-requests.ts";
import { publicOnly, readOutboundPolicy } from "../../../infra/guarded-request/outbound-policy.ts";
import { insertAct, type NewAct } from "../../../infra/postgres/audit/acts.repository.ts";
import { recordTimeline } from "../../../infra/postgres/timeline/timeline.repository.ts";
import { listWaitingEndpoints } from "../../../infra/postgres/webhook/webhook.repository.ts";
import { createWebhookSecret, sealWebhookSecret } from "../../../infra/postgres/webhook/webhook-secret.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { type HttpReceiver, type ReceivedRequest, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";

const HOUR_MS = 3_600_000;

let test: TestDatabase;
let tenant: Tenant;
let receiver: HttpReceiver;
let nowMs: number;
let deps: WebhookDependencies;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  tenant = await createTenant(test);
  receiver = await startHttpReceiver();
  nowMs = Date.now();
  deps = {
    database: test.database,
    guardedRequests: createGuardedRequests(readOutboundPolicy("127.0.0.1")),
    secrets: testSecrets,
    clock: { now: () => new Date(nowMs) },
  };
});
afterEach(() => receiver.close());

const secret = createWebhookSecret();
const createEndpoint = async (values: { url?: string; events?: WebhookEvent[]; is_active?: boolean } = {}) => {
  const { organizationId } = tenant;
  const row = await test.everything
    .insertInto("webhook_endpoints")
    .values({
      organization_id: organizationId,
      url: `${receiver.url}/hook`,
      events: [],
      secret_sealed: sealWebhookSecret(secret, { organizationId, secrets: testSecrets }),
      ...values,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
};
const tell = (kind: TimelineKind, summary = "Something happened") =>
  test.database.inOrganization(tenant.organizationId, (tx) =>
    recordTimeline(tx, { organizationId: tenant.organizationId, kind, actor: "system", summary, payload: { a: 1 } }),
  );
const deliver = (endpointId: number, force = false) =>
  deliverWebhooks(deps, { organizationId: tenant.organizationId, endpointId, force });
const deliveries = (endpointId: number) =>
  test.everything
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("endpoint_id", "=", endpointId)
    .orderBy("id")
    .execute();
const exchangesOf = (endpointId: number) =>
  test.everything
    .selectFrom("webhook_exchanges")
    .innerJoin("webhook_deliveries", "webhook_deliveries.id", "webhook_exchanges.delivery_id")
    .selectAll("webhook_exchanges")
    .where("endpoint_id", "=", endpointId)
    .execute();
const askForTest = (endpointId: number) =>
  test.everything
    .insertInto("webhook_deliveries")
    .values({ organization_id: tenant.organizationId, endpoint_id: endpointId, event_type: "test" })
    .execute();
const endpoint = (id: number) =>
  test.everything.selectFrom("webhook_endpoints").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const bodies = () => receiver.requests.map(({ body }) => JSON.parse(body));
const answer = (status: number) => {
  receiver.answer = (_request, response) => respond(response, status, {});
};

/** Verifies the signature as the README shows it, by Standard Webhooks. */
const isSigned = ({ headers, body }: ReceivedRequest, key: string): boolean => {
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  const expected = createHmac("sha256", Buffer.from(key.replace("whsec_", ""), "base64"))
    .update(signed)
    .digest("base64");
  return String(headers["webhook-signature"]).split(" ").includes(`v1,${expected}`);
};

describe("an act of the audit", () => {
  const act = (uuid: string): NewAct => ({
    organizationId: tenant.organizationId,
    uuid,
    kind: "downloaded",
    actor: "user:7",
    userId: 7,
    operation: "calls.artifact",
    subject: { run_id: "12" },
    address: "192.0.2.7",
    userAgent: null,
  });
  const note = (uuid: string) => test.database.inOrganization(tenant.organizationId, (tx) => insertAct(tx, act(uuid)));

  it("is sent signed, once for each act, to those alone who name it, and not where it was rolled back", async () => {
    const [named, others] = [await createEndpoint({ events: ["audit.act"] }), await createEndpoint()];
    const uuid = randomUUID();
    await note(uuid);
    await note(uuid);
    const broken = test.database.inOrganization(tenant.organizationId, async (tx) => {
      await insertAct(tx, act(randomUUID()));
      throw new Error("the change is not made");
    });
    await expect(broken).rejects.toThrow("not made");
    answer(500);
    await deliver(named);
    answer(200);
    nowMs += HOUR_MS;
    await deliver(named);
    expect(await deliveries(others)).toEqual([]);
    expect((await deliveries(named)).map(({ event_type, state, attempts }) => [event_type, state, attempts])).toEqual([
      ["audit.act", "delivered", 2],
    ]);
    expect(receiver.requests.every((request) => isSigned(request, secret))).toBe(true);
    const [first, second] = receiver.requests;
    // At least once: a repetition has the same id.
    expect(first?.headers["webhook-id"]).toBe(second?.headers["webhook-id"]);
    expect(bodies().at(-1)).toEqual({
      type: "audit.act",
      timestamp: expect.any(String),
      data: {
        id: expect.any(Number),
        at: expect.any(String),
        kind: "downloaded",
        actor: "user:7",
        user_id: 7,
        operation: "calls.artifact",
        subject: { run_id: "12" },
        address: "192.0.2.7",
        user_agent: null,
      },
    });
  });
});

describe("a delivery written with an event", () => {
  it("is a delivery for each webhook that wants to hear of it, and of no other organization", async () => {
    const all = await createEndpoint();
    const some = await createEndpoint({ events: ["call_ended", "campaign"] });
    const off = await createEndpoint({ is_active: false });
    const stranger = tenant;
    tenant = await createTenant(test, "Another");
    const theirs = await createEndpoint();
    tenant = stranger;
    const ids = [await tell("campaign"), await tell("system"), await tell("call_ended")];
    const toldOf = async (id: number) => (await deliveries(id)).map((row) => row.timeline_event_id);
    expect([await toldOf(all), await toldOf(some), await toldOf(off), await toldOf(theirs)]).toEqual([
      ids,
      [ids[0], ids[2]],
      [],
      [],
    ]);
  });

  it("is not there when the change is not", async () => {
    const id = await createEndpoint();
    const change = test.database.inOrganization(tenant.organizationId, async (tx) => {
      await recordTimeline(tx, {
        organizationId: tenant.organizationId,
        kind: "system",
        actor: "system",
        summary: "x",
      });
      throw new Error("rolled back");
    });
    await expect(change).rejects.toThrow("rolled back");
    expect(await deliveries(id)).toEqual([]);
  });
});

describe("a round", () => {
  it("tells everything in its order, signed, once", async () => {
    const id = await createEndpoint();
    for (const summary of ["first", "second", "third"]) await tell("system", summary);
    expect(await deliver(id)).toEqual({ next: "done" });
    expect(bodies().map(({ data }) => data.summary)).toEqual(["first", "second", "third"]);
    expect(bodies()[0]).toMatchObject({
      type: "system",
      timestamp: expect.stringMatching(/Z$/),
      data: { payload: { a: 1 } },
    });
    const ids = receiver.requests.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(3);
    expect((await deliveries(id)).map(({ uuid }) => uuid)).toEqual(ids);
    for (const request of receiver.requests) {
      expect(isSigned(request, secret)).toBe(true);
      expect(isSigned({ ...request, body: `${request.body} ` }, secret)).toBe(false);
      expect(isSigned(request, createWebhookSecret())).toBe(false);
    }
    expect(await deliveries(id)).toMatchObject(Array(3).fill({ state: "delivered", attempts: 1, last_status: 200 }));
    expect(await deliver(id)).toEqual({ next: "done" });
    expect(receiver.requests).toHaveLength(3);
  });

  it("stops at the first that fails, and goes on with it, under the same id, when its time has come", async () => {
    const id = await createEndpoint();
    await tell("system", "first");
    await tell("system", "second");
    answer(500);
    expect(await deliver(id)).toEqual({ next: "wait", delaySeconds: 5 });
    expect(await deliver(id)).toEqual({ next: "wait", delaySeconds: 5 });
    expect(receiver.requests).toHaveLength(1);
    expect((await deliveries(id))[0]).toMatchObject({
      state: "pending",
      attempts: 1,
      last_error: "It answered with status 500",
    });
    nowMs += 5000;
    expect(await deliver(id)).toEqual({ next: "wait", delaySeconds: 30 });
    answer(204);
    expect(await deliver(id, true)).toEqual({ next: "done" });
    expect(bodies().map(({ data }) => data.summary)).toEqual(["first", "first", "first", "second"]);
    expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
    expect(await endpoint(id)).toMatchObject({ failures: 0, failing_since: null, is_delivering: false });
  });

  it("sends a test at once, before the events that wait for their time, and once", async () => {
    const id = await createEndpoint();
    await tell("system", "failing");
    answer(500);
    await deliver(id);
    const waiting = await endpoint(id);
    await askForTest(id);
    expect(await deliver(id)).toEqual({ next: "wait", delaySeconds: 5 });
    expect(bodies().map(({ type }) => type)).toEqual(["system", "test"]);
    expect(await deliveries(id)).toMatchObject([
      { state: "pending", attempts: 1 },
      { state: "failed", attempts: 1, last_status: 500 },
    ]);
    expect(await endpoint(id)).toEqual(waiting);
    answer(200);
    await askForTest(id);
    expect(await deliver(id)).toEqual({ next: "done" });
    expect(bodies().map(({ type }) => type)).toEqual(["system", "test", "test", "system"]);
    expect(await endpoint(id)).toMatchObject({ failures: 0, failing_since: null });
  });

  it("keeps what was sent last, and what was answered, without the signature and within limits", async () => {
    const id = await createEndpoint();
    await tell("system", "x".repeat(50_000));
    receiver.answer = (_request, response) => void response.writeHead(500).end("no\0 é".repeat(1000));
    await deliver(id);
    await deliver(id, true);
    const [request] = receiver.requests.slice(-1);
    const [kept, ...others] = await exchangesOf(id);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({
      url: `${receiver.url}/hook`,
      answer_status: 500,
      took_ms: expect.any(Number),
      request_headers: { "content-type": "application/json", "webhook-id": request?.headers["webhook-id"] },
    });
    const signature = String(request?.headers["webhook-signature"]);
    expect(kept?.request_headers["webhook-signature"]).toBe(`${signature.slice(0, 9)}***`);
    expect(kept?.request_body).toBe(request?.body.slice(0, KEPT_BODY_LENGTH));
    expect(kept?.answer_body).toMatch(/^no é/);
    expect(Buffer.byteLength(kept?.answer_body ?? "")).toBeLessThanOrEqual(2048);
    expect(Buffer.byteLength(kept?.answer_body ?? "")).toBeGreaterThan(1024);
    receiver.answer = (_request, response) => void response.destroy();
    await deliver(id, true);
    expect(await exchangesOf(id)).toMatchObject([{ answer_status: null, answer_body: null }]);
  });

  it("goes nowhere but to the address itself", async () => {
    const id = await createEndpoint();
    receiver.answer = (_request, response) => response.writeHead(307, { location: "http://10.0.0.1/" }).end();
    await tell("system");
    await deliver(id);
    expect((await deliveries(id))[0]).toMatchObject({
      last_status: 307,
      last_error: expect.stringContaining("redirect"),
    });
    deps.guardedRequests = createGuardedRequests(publicOnly);
    await deliver(id, true);
    expect((await deliveries(id))[0]).toMatchObject({
      attempts: 2,
      last_status: null,
      last_error: expect.stringContaining("private network"),
    });
    expect(receiver.requests).toHaveLength(1);
  });

  it("gives up an event that is refused, so that the next is heard of", async () => {
    const id = await createEndpoint();
    await tell("system", "unwanted");
    await tell("system", "wanted");
    receiver.answer = (request, response) => respond(response, request.body.includes("unwanted") ? 422 : 200, {});
    for (let round = 1; round < 5; round += 1) expect(await deliver(id, true)).toMatchObject({ next: "wait" });
    expect(await deliver(id, true)).toEqual({ next: "done" });
    expect((await deliveries(id)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ["failed", 5],
      ["delivered", 1],
    ]);
  });

  it("gives up after a day, with what is as old", async () => {
    const id = await createEndpoint();
    await tell("system", "old");
    await tell("system", "as old");
    answer(503);
    await deliver(id);
    nowMs += 25 * HOUR_MS;
    await tell("system", "new");
    // This is by the clock of the test, which is ahead of the database's.
    await test.everything
      .updateTable("webhook_deliveries")
      .set({ created_at: new Date(nowMs) })
      .where("endpoint_id", "=", id)
      .where("id", "=", ({ selectFrom }) => selectFrom("webhook_deliveries").select(({ fn }) => fn.max("id").as("id")))
      .execute();
    expect(await deliver(id)).toEqual({ next: "wait", delaySeconds: 30 });
    expect((await deliveries(id)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ["failed", 2],
      ["failed", 0],
      ["pending", 0],
    ]);
  });

  it("gives an event that was sent again a day of its own, however old it is", async () => {
    const id = await createEndpoint();
    await tell("system", "old");
    nowMs += 48 * HOUR_MS;
    await test.everything
      .updateTable("webhook_deliveries")
      .set({ resent_at: new Date(nowMs) })
      .where("endpoint_id", "=", id)
      .execute();
    answer(503);
    expect(await deliver(id)).toMatchObject({ next: "wait" });
    expect((await deliveries(id))[0]).toMatchObject({ state: "pending", attempts: 1 });
    nowMs += 25 * HOUR_MS;
    await deliver(id);
    expect((await deliveries(id))[0]).toMatchObject({ state: "failed", attempts: 2 });
  });

  it("switches off a webhook that took nothing for three days, and says so", async () => {
    const id = await createEndpoint();
    const other = await createEndpoint({ events: ["system"] });
    await tell("call_ended");
    answer(500);
    await deliver(id);
    nowMs += 73 * HOUR_MS;
    await tell("call_ended");
    expect(await deliver(id)).toEqual({ next: "done" });
    expect(await endpoint(id)).toMatchObject({
      is_active: false,
      is_delivering: false,
      disabled_reason: "it took nothing for three days",
    });
    expect((await deliveries(id)).map(({ state }) => state)).toEqual(["failed", "failed"]);
    const [told] = await deliveries(other);
    const event = await test.everything
      .selectFrom("timeline_events")
      .selectAll()
      .where("id", "=", told?.timeline_event_id ?? 0)
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({
      kind: "system",
      summary: expect.stringContaining("was switched off: it took nothing for three days"),
    });
    expect(event.summary).not.toContain("/hook");
  });

  it("switches off a webhook that is gone", async () => {
    const id = await createEndpoint();
    await tell("system");
    answer(410);
    expect(await deliver(id)).toEqual({ next: "done" });
    expect(await endpoint(id)).toMatchObject({ is_active: false, disabled_reason: expect.stringContaining("410") });
    await tell("system");
    expect(await deliveries(id)).toHaveLength(1);
  });

  it("signs with the old secret beside the new one, for a while", async () => {
    const id = await createEndpoint();
    const { organizationId } = tenant;
    const fresh = createWebhookSecret();
    const row = await endpoint(id);
    await test.everything
      .updateTable("webhook_endpoints")
      .set({
        secret_sealed: sealWebhookSecret(fresh, { organizationId, secrets: testSecrets }),
        previous_secret_sealed: row.secret_sealed,
        previous_secret_until: new Date(nowMs + HOUR_MS),
      })
      .where("id", "=", id)
      .execute();
    await tell("system");
    await deliver(id);
    nowMs += HOUR_MS;
    await tell("system");
    await deliver(id);
    expect(receiver.requests.map((request) => [isSigned(request, fresh), isSigned(request, secret)])).toEqual([
      [true, true],
      [true, false],
    ]);
  });
});

describe("nobody's deliveries are lost", () => {
  const waiting = async () => (await listWaitingEndpoints(test.database)).map(({ endpointId }) => endpointId);

  it("when a process dies between the sending and the row: the event comes again, under its id", async () => {
    const id = await createEndpoint();
    await tell("system");
    const dying: WebhookDependencies = {
      ...deps,
      guardedRequests: {
        ...deps.guardedRequests,
        send: async (request) => {
          await deps.guardedRequests.send(request);
          throw new Error("the process dies here");
        },
      },
    };
    await expect(
      deliverWebhooks(dying, { organizationId: tenant.organizationId, endpointId: id, force: false }),
    ).rejects.toThrow("dies here");
    expect(await deliver(id)).toEqual({ next: "done" });
    expect(receiver.requests).toHaveLength(2);
    expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  it("when one comes while the last is told: whoever leaves, leaves it to be found", async () => {
    const id = await createEndpoint();
    expect(await waiting()).not.toContain(id);
    await tell("system", "first");
    expect(await waiting()).toContain(id);
    let isDelivering: boolean | undefined;
    receiver.answer = (_request, response) =>
      void endpoint(id).then((row) => {
        isDelivering = row.is_delivering;
        respond(response, 200, {});
      });
    await deliver(id);
    expect(isDelivering).toBe(true);
    expect(await waiting()).not.toContain(id);
    // A change that is under way while the last one looks, and is there afterwards.
    let commit = () => {};
    const change = test.database.inOrganization(tenant.organizationId, async (tx) => {
      await recordTimeline(tx, {
        organizationId: tenant.organizationId,
        kind: "system",
        actor: "system",
        summary: "second",
      });
      await new Promise<void>((resolve) => (commit = resolve));
    });
    expect(await deliver(id)).toEqual({ next: "done" });
    commit();
    await change;
    expect(await waiting()).toContain(id);
    await deliver(id);
    expect(bodies().map(({ data }) => data.summary)).toEqual(["first", "second"]);
  });

  it("when one comes between the look for the next and the leaving: the round goes on with it", async () => {
    const id = await createEndpoint();
    await tell("system", "first");
    let transactions = 0;
    // Taking the endpoint, looking for the next, its body, the try; taking it again, looking in vain, leaving.
    const LEAVING = 7;
    deps.database = {
      ...test.database,
      inOrganization: async (organizationId, work) => {
        transactions += 1;
        if (transactions === LEAVING) await tell("system", "late");
        return test.database.inOrganization(organizationId, work);
      },
    };
    expect(await deliver(id)).toEqual({ next: "done" });
    expect(transactions).toBeGreaterThan(LEAVING);
    expect(bodies().map(({ data }) => data.summary)).toEqual(["first", "late"]);
    expect(await endpoint(id)).toMatchObject({ is_delivering: false });
  });

  it("and what is settled is forgotten after a month", async () => {
    const id = await createEndpoint();
    await tell("system");
    await deliver(id);
    nowMs += 31 * 24 * HOUR_MS;
    await deliver(id);
    expect(await deliveries(id)).toEqual([]);
  });
});
