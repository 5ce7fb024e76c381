import { createServer, type Server } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import express from "express";
import { logOutOperation } from "../../../api/auth/auth.operations.ts";
import { createEventStreams, type EventStreams } from "../../../api/http/event-streams.ts";
import { createSharedReadings, type Reading } from "../../../api/http/load/shared-readings.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows, fillCampaign } from "../../factories/campaigns.ts";
import { createKey, createTenant, type Tenant } from "../../factories/tenant.ts";
import type { Credentials } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { unreachableTemporal } from "../campaigns/unreachable-temporal.ts";

const temporal = unreachableTemporal();
let test: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test, { dependencies: { temporal } });
});
afterAll(async () => {
  await api.close();
  await temporal.connection.close();
  await test.drop();
});

const MOST_STREAMS = 20;

const runningCampaign = async (tenant: Tenant): Promise<number> => {
  const agent = await createAgentRows(test, tenant);
  const operator = api.client({ token: tenant.operator.token });
  const listId = await createContactListRows(test, tenant);
  const { id } = await createCampaign(operator, { workflow_id: agent.agentId, contact_list_id: listId });
  const campaign = { id, organizationId: tenant.organizationId, ...agent, state: "running" as const };
  await fillCampaign(test, campaign, { contacts: [{ state: "pending" }] });
  return id;
};

interface Follower {
  response: Response;
  ended: Promise<void>;
  close(): void;
}

const follow = async (campaignId: number, credentials: Credentials): Promise<Follower> => {
  const reader = new AbortController();
  const path = `/api/v1/campaigns/${campaignId}/progress/stream`;
  const response = await api.client(credentials).fetch(path, { signal: reader.signal });
  const read = async () => {
    for await (const _chunk of response.body ?? []);
  };
  return { response, ended: read().catch(() => {}), close: () => reader.abort() };
};

describe("the streams of an organization", () => {
  it("are twenty; the next one is refused until one is closed, and no other organization notices", async () => {
    const [tenant, neighbour] = [await createTenant(test), await createTenant(test)];
    const [campaignId, others] = [await runningCampaign(tenant), await runningCampaign(neighbour)];
    const credentials = { token: tenant.viewer.token };
    const followers = await Promise.all(Array.from({ length: MOST_STREAMS }, () => follow(campaignId, credentials)));
    expect(followers.map(({ response }) => response.status)).toEqual(Array(MOST_STREAMS).fill(200));
    const { response } = await follow(campaignId, credentials);
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("5");
    const elsewhere = await follow(others, { token: neighbour.viewer.token });
    expect(elsewhere.response.status).toBe(200);
    followers[0]?.close();
    const next = await waitUntil("a stream is free", async () => {
      const follower = await follow(campaignId, credentials);
      return follower.response.status === 200 ? follower : undefined;
    });
    for (const follower of [...followers, elsewhere, next]) follower.close();
  });

  it("give their place back when what they ask for is not there", async () => {
    const tenant = await createTenant(test);
    for (let asked = 0; asked <= MOST_STREAMS; asked += 1)
      expect((await follow(999_999, { token: tenant.viewer.token })).response.status).toBe(404);
  });
});

describe("a stream ends with what it was opened by", () => {
  it("the key, when it is archived; a stream of another key goes on", async () => {
    const tenant = await createTenant(test);
    const campaignId = await runningCampaign(tenant);
    const [key, other] = [await createKey(test, { tenant }), await createKey(test, { tenant })];
    const [stream, goesOn] = [await follow(campaignId, key), await follow(campaignId, other)];
    await api.client({ token: tenant.admin.token }).fetch(`/api/v1/users/api-keys/${key.id}`, { method: "DELETE" });
    await stream.ended;
    expect(await Promise.race([goesOn.ended, Promise.resolve("open")])).toBe("open");
    goesOn.close();
  });

  it("the session, when it is logged out", async () => {
    const tenant = await createTenant(test);
    const campaignId = await runningCampaign(tenant);
    const stream = await follow(campaignId, { token: tenant.viewer.token });
    await api.client({ token: tenant.viewer.token }).call(logOutOperation);
    await stream.ended;
  });
});

describe("a reading that all listeners share", () => {
  const reading: Reading = { eventsAfter: () => [] };
  const listener = () => {
    const heard: unknown[] = [];
    return { heard, onReading: (one: Reading) => heard.push(one), onFailure: (error: unknown) => heard.push(error) };
  };

  it("is read once for all of them, and no more when the last one has gone", async () => {
    const readings = createSharedReadings();
    let reads = 0;
    const topic = { name: "one", everyMs: 5, read: () => Promise.resolve(((reads += 1), reading)) };
    const [first, second] = [listener(), listener()];
    const leave = await Promise.all([first, second].map((each) => readings.join(1, topic, each)));
    expect(reads).toBe(1);
    await waitUntil("both have heard more", () => first.heard.length > 3 && second.heard.length > 3);
    expect(Math.abs(first.heard.length - reads)).toBeLessThanOrEqual(1);
    for (const each of leave) each();
    const last = reads;
    (await readings.join(1, { ...topic, name: "two", read: () => Promise.resolve(reading) }, listener()))();
    expect(reads).toBe(last);
    (await readings.join(2, topic, listener()))();
    expect(reads).toBe(last + 1);
  });

  it("tells a failed first read to who asked, and a later one to all", async () => {
    const readings = createSharedReadings();
    const failing = { name: "a", everyMs: 5, read: () => Promise.reject(new Error("gone")) };
    await expect(readings.join(1, failing, listener())).rejects.toThrow("gone");
    let isGone = false;
    const read = () => (isGone ? Promise.reject(new Error("gone")) : Promise.resolve(reading));
    const followers = [listener(), listener()];
    for (const each of followers) await readings.join(1, { name: "b", everyMs: 5, read }, each);
    isGone = true;
    await waitUntil("both have heard of it", () => followers.every(({ heard }) => heard.at(-1) instanceof Error));
  });
});

describe("one stream", () => {
  let server: Server;
  afterEach(() => server.close().closeAllConnections());

  const serve = async (streams: EventStreams, feed: () => Reading): Promise<string> => {
    const app = express();
    app.get("/", async (request, response) => {
      const credential = { kind: "session" as const, hash: Buffer.alloc(0) };
      const lastEventId = request.get("last-event-id") ?? null;
      const topic = { name: "feed", everyMs: 5, read: () => Promise.resolve(feed()) };
      await (await streams.open({ organizationId: 1, credential, lastEventId }, topic)).send(response);
    });
    server = createServer(app).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`;
  };
  const streamsOf = (lifeMs: number) =>
    createEventStreams(
      {
        logger: createLogger("test", { level: "silent" }),
        credentials: { watch: () => () => {} },
        permits: { claim: () => Promise.resolve(true), release: () => {} },
      },
      { perOrganization: 20, total: 20, lifeMs },
    );
  const numbersUpTo = (last: number): Reading => ({
    end: { data: { last } },
    eventsAfter: (lastEventId) =>
      Array.from({ length: last }, (_, at) => at + 1)
        .filter((number) => number > Number(lastEventId ?? 0))
        .map((number) => ({ id: String(number), event: "number", data: { number } })),
  });

  it("begins behind the event that the client has seen last", async () => {
    const url = await serve(streamsOf(60_000), () => numbersUpTo(3));
    const text = async (headers: Record<string, string>) => (await fetch(url, { headers })).text();
    expect((await text({})).match(/^id: \d$/gm)).toEqual(["id: 1", "id: 2", "id: 3"]);
    expect(await text({ "last-event-id": "2" })).toBe(
      'retry: 1000\nid: 3\nevent: number\ndata: {"number":3}\n\nid: end\nevent: end\ndata: {"last":3}\n\n',
    );
  });

  it("is 204 for who has seen its end, and goes on for them when its topic goes on", async () => {
    let isOver = true;
    const url = await serve(streamsOf(50), () => (isOver ? numbersUpTo(1) : { eventsAfter: () => [] }));
    const again = () => fetch(url, { headers: { "last-event-id": "end" } });
    expect(await again()).toMatchObject({ status: 204, body: null });
    isOver = false;
    expect(await (await again()).text()).toBe("retry: 1000\n");
  });

  it("gives its place back when it is refused after its end", async () => {
    const url = await serve(streamsOf(60_000), () => numbersUpTo(1));
    for (let asked = 0; asked <= MOST_STREAMS; asked += 1)
      expect((await fetch(url, { headers: { "last-event-id": "end" } })).status).toBe(204);
  });

  it("ends when its time is over", async () => {
    const url = await serve(streamsOf(50), () => ({ eventsAfter: () => [] }));
    expect(await (await fetch(url)).text()).toBe("retry: 1000\n");
  });
});
