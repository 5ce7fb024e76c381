import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { buildMonitoring } from "../../../scripts/dashboards.ts";
import { resolveGoTool } from "../../deploy/go-tools.ts";
import { readExposition, type Sample, sumOf } from "../../harness/exposition.ts";
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from "../../harness/otlp-receiver.ts";
import { openTestStack, type TestStack } from "../../harness/test-stack.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { linesOf, NUMBERS, playStory, readHistories, readLogs } from "./watched-platform.ts";

const METRICS_TOKEN = "a-token-for-prometheus";
const COLLECTOR_KEY = "a-key-for-the-collector";
const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER_SPAN = "00f067aa0ba902b7";

let collector: OtlpReceiver;
let stack: TestStack;
let secrets: string[];

beforeAll(async () => {
  collector = await startOtlpReceiver();
  stack = await openTestStack({
    LOG_LEVEL: "trace",
    METRICS_TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${COLLECTOR_KEY}`,
  });
  const typed = await playStory(stack.running, `00-${TRACE_ID}-${CALLER_SPAN}-01`);
  secrets = [...typed, ...ownSecrets(), METRICS_TOKEN, COLLECTOR_KEY];
});

afterAll(async () => {
  await stack?.close();
  await collector?.close();
});

const ownSecrets = (): string[] => {
  const { environment, dataDir } = stack.running;
  const made: Record<string, string> = JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8"));
  const { ENCRYPTION_KEY, S3_SECRET_KEY, SIMULATOR_SIGNING_KEY } = made;
  const { password } = new URL(environment["DATABASE_URL"] ?? "");
  return [ENCRYPTION_KEY, S3_SECRET_KEY, SIMULATOR_SIGNING_KEY, password].map(String);
};

/** Returns which of these texts contain: the numbers also in the national spelling. */
const foundIn = (text: string): string[] => [
  ...NUMBERS.filter((number) => text.includes(number) || text.includes(number.slice(2))),
  ...secrets.filter((secret) => text.includes(secret)),
];

describe("logs and histories", () => {
  it("holds no whole number and no secret in any log, at the level that says most", () => {
    const logs = readLogs(stack.running);
    expect(Object.keys(logs)).toEqual(
      expect.arrayContaining(["api.log", "worker.log", "postgres.log", "temporal.log"]),
    );
    const found = Object.fromEntries(Object.entries(logs).map(([name, text]) => [name, foundIn(text)]));
    expect(found).toEqual(Object.fromEntries(Object.keys(logs).map((name) => [name, []])));
  });

  it("holds none in the history of any workflow", async () => {
    const histories = await readHistories(stack.running);
    expect(histories).toContain("callRun");
    expect(foundIn(histories)).toEqual([]);
  });

  it("says of every request which it was, who asked, and what became of it", () => {
    const requests = linesOf(readLogs(stack.running)["api.log"]).filter(({ msg }) => msg === "request");
    expect(requests).toContainEqual(
      expect.objectContaining({
        level: "info",
        request_id: expect.any(String),
        organization_id: expect.any(Number),
        actor: expect.stringMatching(/^(user|api_key):\d+$/),
        operation: "campaigns.start",
        method: "POST",
        route: "/api/v1/campaigns/{campaign_id}/start",
        status: 200,
        took_ms: expect.any(Number),
        trace_id: TRACE_ID,
      }),
    );
    expect(requests.filter(({ request_id }) => typeof request_id !== "string")).toEqual([]);
    const callbacks = requests.filter(({ operation }) => operation === "carrierCallbacks.status");
    expect(callbacks).toContainEqual(
      expect.objectContaining({ status: 204, organization_id: expect.any(Number), run_uuid: expect.any(String) }),
    );
  });

  it("says of every call where it comes from, and how it ended", () => {
    const lines = linesOf(readLogs(stack.running)["worker.log"]);
    const from = {
      organization_id: expect.any(Number),
      workflow_id: expect.stringMatching(/^org-\d+\/call-/),
      run_id: expect.any(String),
      run_uuid: expect.any(String),
      campaign_id: expect.any(Number),
      activity: expect.any(String),
      attempt: expect.any(Number),
      trace_id: TRACE_ID,
    };
    const handedOver = lines.filter(({ msg }) => msg === "a call was handed to its carrier");
    expect(handedOver.length).toBeGreaterThan(NUMBERS.length - 3);
    for (const line of handedOver) expect(line).toMatchObject({ ...from, to: expect.stringContaining("***") });
    const ended = lines.filter(({ msg }) => msg === "a call has ended");
    expect(new Set(ended.map(({ outcome }) => outcome))).toContain("blocked_dnc");
    const ofCampaigns = ended.filter(({ campaign_id }) => campaign_id !== null);
    expect(ofCampaigns.length).toBeGreaterThan(NUMBERS.length - 3);
    for (const line of ofCampaigns) expect(line).toMatchObject({ ...from, outcome: expect.any(String) });
  });
});

describe("the metrics", () => {
  it("are for whoever has the token", async () => {
    for (const address of [stack.running.addresses.api, stack.running.addresses.worker]) {
      expect((await fetch(`${address}/metrics`)).status).toBe(401);
      const headers = { authorization: "Bearer not-the-token-for-prometheus" };
      expect((await fetch(`${address}/metrics`, { headers })).status).toBe(401);
    }
  });

  it("the metrics of the worker agree with what the simulator was asked, and hold Temporal's own", async () => {
    const samples = await metricsOf(stack.running.addresses.worker);
    const handedOver = linesOf(readLogs(stack.running)["worker.log"]).filter(
      ({ msg }) => msg === "a call was handed to its carrier",
    ).length;
    const name = "ringdown_carrier_request_duration_seconds_count";
    expect(sumOf(samples, name, { operation: "place_call", provider: "simulator" })).toBe(handedOver);
    expect(sumOf(samples, name, { outcome: "throttled" })).toBeGreaterThan(0);
    expect(sumOf(samples, "ringdown_admission_decisions_total", { decision: "blocked_dnc" })).toBe(1);
    expect(sumOf(samples, "ringdown_import_rows_total", { result: "imported" })).toBe(NUMBERS.length - 1);
    expect(sumOf(samples, "ringdown_calls_ended_total", { outcome: "invalid_number" })).toBeGreaterThan(0);
    for (const each of [
      "temporal_workflow_completed_total",
      "process_resident_memory_bytes",
      "ringdown_contacts_claimed_total",
    ])
      expect(sumOf(samples, each)).toBeGreaterThan(0);
    expect(samples.some(({ labels }) => labels["pool"] === "locks")).toBe(true);
  });

  it("have the figures of the installation at the worker, measured by itself and not at the scrape", async () => {
    const samples = await waitUntil("the figures are measured again", async () => {
      const now = await metricsOf(stack.running.addresses.worker);
      return sumOf(now, "ringdown_campaigns") > 0 && now;
    });
    expect(sumOf(samples, "ringdown_build_info")).toBe(1);
    expect(samples.filter(({ name }) => name === "ringdown_calls_open")).toHaveLength(4);
    const startedMs = performance.now();
    await metricsOf(stack.running.addresses.worker);
    process.stderr.write(`a scrape of the worker took ${Math.round(performance.now() - startedMs)} ms\n`);
  });

  it("have each metric that a dashboard or an alert asks for", async () => {
    const texts = await Promise.all([stack.running.addresses.api, stack.running.addresses.worker].map(expositionOf));
    const files = Object.values(buildMonitoring()).join("\n");
    const named = new Set(files.match(/\b(?:ringdown|nodejs|process)_[a-z_]+(?:seconds|total|[a-z])\b/g));
    expect(named.size).toBeGreaterThan(30);
    const known = new Set(texts.flatMap((text) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name)));
    const missing = [...named].filter(
      (name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, "")),
    );
    expect(missing).toEqual([]);
    if (process.env["TEST_PROMTOOL"] !== "1") return;
    const promtool = await resolveGoTool("promtool");
    for (const text of texts) {
      const { stderr, status } = spawnSync(promtool, ["check", "metrics"], { input: text, encoding: "utf8" });
      // 3: it has read them, and dislikes names, which are the SDK's and Node's.
      expect([0, 3]).toContain(status);
      expect(stderr.split("\n").filter((line) => line.startsWith("ringdown_"))).toEqual([]);
    }
  });

  it("the metrics of the API tell requests and callbacks, by labels that are bounded", async () => {
    const samples = await metricsOf(stack.running.addresses.api);
    const started = { operation: "campaigns.start", method: "POST", status: "2xx" };
    expect(sumOf(samples, "ringdown_http_request_duration_seconds_count", started)).toBe(1);
    for (const result of ["taken", "repeated", "unknown_run"])
      expect(sumOf(samples, "ringdown_carrier_callbacks_total", { provider: "simulator", result })).toBeGreaterThan(0);
    const values = samples.flatMap(({ labels }) => Object.values(labels));
    expect(values.filter((value) => /^[\da-f]{8}-|\d{7}|org-/.test(value))).toEqual([]);
  });
});

describe("the trace", () => {
  it("goes from the request through Temporal to the carrier", async () => {
    const spans = () => collector.spans().filter(({ traceId }) => traceId === TRACE_ID);
    const dialled = await waitUntil(
      "the spans are sent",
      () =>
        spans().filter(({ name }) => name === "simulator place_call").length > 5 && spans().some(isRequest) && spans(),
    );
    const request = dialled.find(isRequest);
    expect(request).toMatchObject({ service: "ringdown-api", kind: 2, parentSpanId: CALLER_SPAN, failed: false });
    const placed = dialled.find(({ name }) => name === "simulator place_call");
    const way = await waitUntil("its causes are sent", () => wayOf(placed, spans()));
    expect(way.map(({ name }) => name)).toEqual([
      "simulator place_call",
      "placeCallAtOnce",
      "start callRun",
      "claimRuns",
      "update start",
      "POST /api/v1/campaigns/{campaign_id}/start",
    ]);
    expect(way.find(({ name }) => name === "placeCallAtOnce")).toMatchObject({
      service: "ringdown-worker",
      attributes: expect.objectContaining({ "ringdown.run_uuid": expect.any(String), "ringdown.attempt": 1 }),
    });
  });

  it("was sent with the configured header, and holds no number and no secret", () => {
    expect(collector.headers().every((headers) => headers["x-collector-key"] === COLLECTOR_KEY)).toBe(true);
    expect(foundIn(collector.text())).toEqual([]);
  });
});

const isRequest = ({ name }: ReceivedSpan): boolean => name.startsWith("POST /api/v1/campaigns/{campaign_id}/start");

/** Returns a span and what caused it, up to the first whose cause was not sent; null until that is the caller's. */
const wayOf = (from: ReceivedSpan | undefined, spans: readonly ReceivedSpan[]): ReceivedSpan[] | null => {
  const way: ReceivedSpan[] = [];
  for (let span = from; span; span = spans.find(({ spanId }) => spanId === way.at(-1)?.parentSpanId)) way.push(span);
  return way.at(-1)?.parentSpanId === CALLER_SPAN ? way : null;
};

const metricsOf = async (address: string): Promise<Sample[]> => readExposition(await expositionOf(address));
const expositionOf = async (address: string): Promise<string> => {
  const response = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  return response.text();
};
