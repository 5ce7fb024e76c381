import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { captureLog } from "../../harness/captured-log.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const HEALTH = "/api/v1/health";
const ORIGIN = "https://console.example";

let test: TestDatabase;
let api: TestApi;
let open: TestApi;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  open = await startTestApi(test, {
    environment: { CORS_ORIGINS: `${ORIGIN},https://other.example`, TRUST_PROXY: "1" },
  });
  tenant = await createTenant(test);
});
afterAll(async () => {
  await api.close();
  await open.close();
  await test.drop();
});

describe("X-Request-Id", () => {
  it("is on every answer, also on errors, fresh each time", async () => {
    const ids = new Set<string | null>();
    for (const path of [HEALTH, HEALTH, "/nothing", "/api/v1/users/api-keys", "/docs/"]) {
      ids.add((await api.client().fetch(path)).headers.get("x-request-id"));
    }
    expect(ids.size).toBe(5);
    expect(ids).not.toContain(null);
  });

  it("is the caller's own when that is fit for a log line", async () => {
    const answerTo = async (id: string) =>
      (await api.client().fetch(HEALTH, { headers: { "x-request-id": id } })).headers.get("x-request-id");
    expect(await answerTo("trace:4.bf-92_f3")).toBe("trace:4.bf-92_f3");
    expect(await answerTo("two words")).not.toBe("two words");
    expect(await answerTo("x".repeat(129))).not.toBe("x".repeat(129));
  });
});

describe("pages of other origins", () => {
  const namesIn = ({ headers }: Response, header: string) => headers.get(header)?.split(", ");
  const preflight = { method: "OPTIONS", headers: { origin: ORIGIN, "access-control-request-method": "POST" } };

  it("get no leave unless it is configured", async () => {
    const answer = await api.client().fetch(HEALTH, { headers: { origin: ORIGIN } });
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect((await api.client().fetch(HEALTH, preflight)).headers.get("access-control-allow-origin")).toBeNull();
  });

  it("get it when their origin is named, and only then", async () => {
    const answer = await open.client().fetch(HEALTH, { headers: { origin: ORIGIN } });
    expect(answer.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(answer.headers.get("vary")).toContain("Origin");
    const asked = await open.client().fetch(HEALTH, preflight);
    expect(asked.status).toBe(204);
    for (const name of [
      "authorization",
      "content-type",
      "idempotency-key",
      "if-none-match",
      "last-event-id",
      "x-api-key",
    ])
      expect(namesIn(asked, "access-control-allow-headers")).toContain(name);
    expect(Number(asked.headers.get("access-control-max-age"))).toBeGreaterThanOrEqual(600);
    for (const name of ["etag", "retry-after", "x-request-id", "ratelimit", "idempotent-replayed"])
      expect(namesIn(answer, "access-control-expose-headers")).toContain(name);
    const stranger = await open.client().fetch(HEALTH, { headers: { origin: "https://evil.example" } });
    expect(stranger.headers.get("access-control-allow-origin")).toBeNull();
  });
});

it("security headers are set and the server does not name its software", async () => {
  const { headers } = await api.client().fetch(HEALTH);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
  expect(headers.get("content-security-policy")).toContain("default-src 'self'");
  expect(headers.get("content-security-policy")).not.toContain("upgrade-insecure-requests");
  expect(headers.get("x-powered-by")).toBeNull();
});

it("answers with secrets in them are not kept by caches", async () => {
  const { headers } = await api.client({ token: tenant.admin.token }).fetch("/api/v1/users/api-keys");
  expect(headers.get("cache-control")).toBe("no-store");
});

it("every route answers with and without the trailing slash", async () => {
  const admin = api.client({ token: tenant.admin.token });
  for (const path of [HEALTH, "/api/v1/users/api-keys", "/api/v1/auth/me"]) {
    expect([path, (await admin.fetch(path)).status, (await admin.fetch(`${path}/`)).status]).toEqual([path, 200, 200]);
  }
});

describe("rate limits", () => {
  const limited = (environment: Record<string, string>) => startTestApi(test, { environment });
  const askAtOnce = (request: () => Promise<Response>) => Promise.all(Array.from({ length: 20 }, request));
  /** A busy machine may take so long for all of them that each second has room for its part. */
  const untilRefused = (request: () => Promise<Response>) =>
    waitUntil("one is refused", async () => (await askAtOnce(request)).find(({ status }) => status === 429));

  it("rate limits of one key leave other keys alone", async () => {
    const process = await limited({ RATE_LIMIT_PER_KEY_PER_SECOND: "3" });
    const [admin, viewer] = [tenant.admin, tenant.viewer].map(({ token }) => process.client({ token }));
    const refused = await untilRefused(() => admin!.fetch("/api/v1/auth/me"));
    expect(refused.headers.get("retry-after")).toBe("1");
    expect((await viewer!.fetch("/api/v1/auth/me")).status).toBe(200);
    await process.close();
  });

  it("are told on every answer that was counted, and where they are exceeded", async () => {
    const environment = { RATE_LIMIT_PER_KEY_PER_SECOND: "3", RATE_LIMIT_PER_ADDRESS_PER_SECOND: "100" };
    const process = await limited(environment);
    const admin = process.client({ token: tenant.admin.token });
    const first = await admin.fetch("/api/v1/auth/me");
    expect(first.headers.get("ratelimit-policy")).toBe('"address";q=100;w=1, "key";q=3;w=1, "organization";q=9;w=1');
    expect(first.headers.get("ratelimit")).toMatch(/^"address";r=\d+;t=1, "key";r=2;t=1, "organization";r=8;t=1$/);
    const refused = await untilRefused(() => admin.fetch("/api/v1/auth/me"));
    expect(refused.headers.get("ratelimit-policy")).toBe('"address";q=100;w=1, "key";q=3;w=1');
    expect(refused.headers.get("ratelimit")).toMatch(/"key";r=0;t=1$/);
    const anonymous = await process.client().fetch(HEALTH);
    expect(anonymous.headers.get("ratelimit-policy")).toBe('"address";q=100;w=1');
    await process.close();
  });

  it("rate limits of one address count requests without credentials too", async () => {
    const process = await limited({ RATE_LIMIT_PER_ADDRESS_PER_SECOND: "5" });
    const startedAt = performance.now();
    const answers = await askAtOnce(() => process.client().fetch(HEALTH));
    // The second in which they begin, the one in which they end, and those in between.
    const seconds = 2 + Math.floor((performance.now() - startedAt) / 1000);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(5 * seconds);
    const refused = await untilRefused(() => process.client().fetch(HEALTH));
    expect(await refused.json()).toMatchObject({ code: "too_many_requests" });
    await process.close();
  });
});

describe("X-Forwarded-For", () => {
  const warnings = async (environment: Record<string, string>): Promise<number> => {
    const log = captureLog();
    const listening = await startTestApi(test, { environment, dependencies: { logger: log.logger } });
    try {
      await listening.client().fetch(HEALTH);
      expect(log.text()).not.toContain("TRUST_PROXY");
      for (let request = 0; request < 3; request += 1)
        await listening.client().fetch(HEALTH, { headers: { "x-forwarded-for": "203.0.113.1" } });
    } finally {
      await listening.close();
    }
    return log.lines().filter(({ msg }) => String(msg).includes("TRUST_PROXY is 0")).length;
  };

  it("brings one warning where no proxy is known of, and none where one is", async () => {
    expect(await warnings({})).toBe(1);
    expect(await warnings({ TRUST_PROXY: "1" })).toBe(0);
  });
});
