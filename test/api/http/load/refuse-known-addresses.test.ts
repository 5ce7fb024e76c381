import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, it } from "@jest/globals";
import express from "express";
import { allowCrossOrigin } from "../../../../api/http/cross-origin.ts";
import { tooManyRequests } from "../../../../api/http/http-error.ts";
import { createRateLimits, type QuotaReading } from "../../../../api/http/load/rate-limits.ts";
import { refuseKnownAddresses } from "../../../../api/http/load/refuse-known-addresses.ts";
import { readConfig } from "../../../../infra/config/config.ts";
import { createMetrics } from "../../../../infra/telemetry/metrics.ts";

const REFUSED: QuotaReading = {
  policy: "address",
  quota: 5,
  remaining: 0,
  resetSeconds: 1,
  windowEndsInMs: 700,
  refusal: tooManyRequests("Too many requests from this address: at most 5 a second", 1),
};
const ORIGIN = "https://page.example";

let server: Server;
let url: string;
let heldMs: number[];
let reading: QuotaReading | undefined;

beforeAll(async () => {
  const app = express();
  const limits = { ...createRateLimits(readConfig({})), findRefusalOfAddress: () => reading };
  const held = { hold: async ({ ms }: { ms: number }) => void heldMs.push(ms) };
  const known = { limits, held, crossOrigin: allowCrossOrigin([ORIGIN]), unlimitedPaths: ["/callbacks/"] };
  app.use("/api/v1", refuseKnownAddresses(known, { metrics: createMetrics() }));
  app.use((_request, response) => void response.send("served"));
  server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/api/v1`;
});
beforeEach(() => {
  heldMs = [];
  reading = REFUSED;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

it("holds the answer until the window ends, and answers as the usual way does", async () => {
  const answer = await fetch(`${url}/health`, { headers: { origin: ORIGIN, "x-request-id": "mine" } });
  expect(heldMs).toEqual([700]);
  expect(answer.status).toBe(429);
  expect(await answer.json()).toEqual({
    detail: "Too many requests from this address: at most 5 a second",
    code: "too_many_requests",
  });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "retry-after": "1",
    "ratelimit-policy": '"address";q=5;w=1',
    ratelimit: '"address";r=0;t=1',
    "x-request-id": "mine",
    "cache-control": "no-store",
    "access-control-allow-origin": ORIGIN,
  });
});

it.each([
  ["somebody who was not refused", "/health", "GET", undefined],
  ["a carrier's callback, whose address serves all its customers", "/callbacks/one", "POST", REFUSED],
  ["the question of a browser whether it may ask", "/health", "OPTIONS", REFUSED],
])("lets %s through", async (_who, path, method, known) => {
  reading = known;
  const answer = await fetch(`${url}${path}`, { method });
  expect([answer.status, await answer.text()]).toEqual([200, "served"]);
  expect(heldMs).toEqual([]);
});
