import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import express from "express";
import { carrierRelays } from "../../../../api/calls/carrier-callbacks/carrier-relays.ts";
import { refusePlainRequests } from "../../../../api/conversations/relay/plain-requests.ts";
import { webCallRelays } from "../../../../api/conversations/web-call/web-call-connections.ts";
import { createMetrics } from "../../../../infra/telemetry/metrics.ts";
import { type CapturedLog, captureLog } from "../../../harness/captured-log.ts";
import { startTestApi, type TestApi } from "../../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

const RELAY = "/api/v1/telephony/relay/simulator/1/00000000-0000-4000-8000-000000000000/a-token";

describe("a plain request at an address of WebSockets", () => {
  let test: TestDatabase;
  let api: TestApi;
  const log = captureLog();

  beforeAll(async () => {
    test = await createTestDatabase();
    api = await startTestApi(test, { dependencies: { logger: log.logger } });
  });
  afterAll(async () => {
    await api.close();
    await test.drop();
  });

  it.each([RELAY, "/api/v1/talk/a-token"])("is told to upgrade, is counted, and is a warning: %s", async (path) => {
    const before = await readCount(api.dependencies.metrics);
    const answer = await fetch(`${api.baseUrl}${path}`);
    expect(answer.status).toBe(426);
    expect(answer.headers.get("upgrade")).toBe("websocket");
    expect(await answer.json()).toEqual({
      code: "upgrade_required",
      detail: expect.stringContaining("pass the headers Upgrade and Connection"),
    });
    expect((await readCount(api.dependencies.metrics)) - before).toBe(1);
    expect(log.lines().filter(({ msg }) => String(msg).includes("without an upgrade"))).toEqual([
      expect.objectContaining({ level: "warn", requests: 1 }),
    ]);
  });

  it("leaves every other address alone", async () => {
    expect((await fetch(`${api.baseUrl}/api/v1/telephony/elsewhere`)).status).toBe(404);
  });
});

describe("many of them", () => {
  let server: Server;
  let log: CapturedLog;
  let nowMs: number;

  beforeEach(async () => {
    log = captureLog();
    nowMs = 0;
    const telemetry = { logger: log.logger, metrics: createMetrics() };
    const app = express().use(refusePlainRequests(telemetry, [carrierRelays, webCallRelays], () => nowMs));
    server = createServer(app).listen(0, "127.0.0.1");
    await once(server, "listening");
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const ask = async (times: number) => {
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    for (let time = 0; time < times; time += 1) await (await fetch(`http://127.0.0.1:${port}${RELAY}`)).text();
  };

  it("are one warning a minute, with their number", async () => {
    await ask(3);
    nowMs = 59_999;
    await ask(1);
    nowMs = 60_000;
    await ask(2);
    expect(log.lines().map(({ requests }) => requests)).toEqual([1, 4]);
  });
});

const readCount = async (metrics: ReturnType<typeof createMetrics>): Promise<number> =>
  Number(/^ringdown_plain_relay_requests_total (\d+)$/m.exec(await metrics.exposition())?.[1] ?? 0);
