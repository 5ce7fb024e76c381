import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "@jest/globals";
import { createMetrics } from "../../../infra/telemetry/metrics.ts";
import { createProbeEndpoints } from "../../../infra/telemetry/probe-endpoints.ts";
import { createReadiness, type ReadinessChecks } from "../../../infra/telemetry/readiness.ts";
import { captureLog } from "../../harness/captured-log.ts";
import { readExposition } from "../../harness/exposition.ts";

const TOKEN = "a-token-for-prometheus";
const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Settings {
  config?: { METRICS_TOKEN?: string; TRUST_PROXY?: number };
  checks?: ReadinessChecks;
  stopping?: AbortSignal;
  keepMs?: number;
}

const serve = async ({ config, checks = {}, stopping = new AbortController().signal, keepMs = 0 }: Settings = {}) => {
  const log = captureLog();
  const { logger } = log;
  const answer = createProbeEndpoints({
    config: { METRICS_TOKEN: undefined, TRUST_PROXY: 0, ...config },
    readiness: createReadiness({ checks, logger, stopping, timeoutMs: 100, keepMs }),
    metrics: createMetrics({ ofProcess: true }),
    logger,
  });
  const server = createServer((request, response) => {
    if (!answer(request, response)) response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close().closeAllConnections());
  const address = server.address();
  const root = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  return { log, ask: (path: string, init?: RequestInit) => fetch(`${root}${path}`, init) };
};

const well = async () => "an answer";
const ill = async () => {
  throw new Error("connect ECONNREFUSED 10.1.2.3:5432 as postgresql://ringdown:hunter2hunter2@db");
};

describe("/readyz", () => {
  it("is 200 when every part answers, and names them", async () => {
    const { ask } = await serve({ checks: { database: well, temporal: well } });
    const response = await ask("/readyz");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ready", parts: { database: "ready", temporal: "ready" } });
  });

  it("is 503 and names the part that fails, without its address; the log has the reason, once", async () => {
    const { ask, log } = await serve({ checks: { database: ill, temporal: well } });
    for (const _ of [1, 2]) {
      const response = await ask("/readyz");
      expect(response.status).toBe(503);
      expect(await response.json()).toEqual({
        status: "not_ready",
        parts: { database: "not_ready", temporal: "ready" },
      });
    }
    expect(log.lines().filter(({ level }) => level === "warn")).toMatchObject([{ part: "database", msg: "not ready" }]);
    expect(log.text()).not.toContain("hunter2");
  });

  it("is 503 when a part does not answer in time", async () => {
    const { ask } = await serve({ checks: { database: () => new Promise(() => {}), temporal: well } });
    expect(await (await ask("/readyz")).json()).toMatchObject({ parts: { database: "not_ready", temporal: "ready" } });
  });

  it("asks the parts once for many probes", async () => {
    let asked = 0;
    const { ask } = await serve({ checks: { database: async () => (asked += 1) }, keepMs: 60_000 });
    await Promise.all(Array.from({ length: 20 }, () => ask("/readyz")));
    expect(asked).toBe(1);
  });

  it("is 503 as soon as the process stops; /livez is 200 all along", async () => {
    const stopping = new AbortController();
    const { ask } = await serve({ checks: { database: well }, stopping: stopping.signal, keepMs: 60_000 });
    expect((await ask("/readyz")).status).toBe(200);
    stopping.abort();
    const response = await ask("/readyz");
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ status: "stopping" });
    expect((await ask("/livez")).status).toBe(200);
  });
});

describe("/metrics", () => {
  it("is the text format, whole", async () => {
    const { ask } = await serve();
    const response = await ask("/metrics");
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const names = new Set(readExposition(await response.text()).map(({ name }) => name));
    for (const name of ["process_cpu_seconds_total", "nodejs_eventloop_utilization_ratio"])
      expect(names).toContain(name);
    // Whoever measured these would wake a process at rest all the time.
    expect([...names].filter((name) => name.includes("lag_"))).toEqual(["nodejs_eventloop_lag_seconds"]);
    const ours = [...names].filter((name) => name.startsWith("ringdown_"));
    // The one without a unit is 1, with what is built as its labels.
    expect(ours.filter((name) => !/_(total|seconds(_bucket|_sum|_count)?|connections|waiters)$/.test(name))).toEqual([
      "ringdown_build_info",
    ]);
  });

  it("without a token is for this machine, not for whom a proxy speaks", async () => {
    const { ask } = await serve();
    expect((await ask("/metrics")).status).toBe(200);
    for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
      expect((await ask("/metrics", { headers: { [name]: "203.0.113.7" } })).status).toBe(403);
    const behindProxy = await serve({ config: { TRUST_PROXY: 1 } });
    expect((await behindProxy.ask("/metrics")).status).toBe(403);
  });

  it("with a token is for whoever sends it, from wherever", async () => {
    const { ask } = await serve({ config: { METRICS_TOKEN: TOKEN, TRUST_PROXY: 1 } });
    const withToken = (token: string) => ask("/metrics", { headers: { authorization: `Bearer ${token}` } });
    expect((await withToken(TOKEN)).status).toBe(200);
    expect((await withToken(`${TOKEN}x`)).status).toBe(401);
    expect((await ask("/metrics")).status).toBe(401);
  });
});

it("leaves every other request to whoever is asked next", async () => {
  const { ask } = await serve();
  expect((await ask("/metrics/")).status).toBe(404);
  expect((await ask("/readyz", { method: "POST" })).status).toBe(404);
});
