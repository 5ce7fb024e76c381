import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { fillTables } from "../../../factories/tenant-rows.ts";
import { createApiClient } from "../../../harness/api-client.ts";
import { type ApiProcess, startApiProcess } from "../../../harness/api-process.ts";
import { testEnvironment } from "../../../harness/environment.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";
import { TEST_ENCRYPTION_KEY } from "../../../harness/test-secrets.ts";
import { SIMULATOR_SIGNING_KEY } from "../../../harness/test-simulator.ts";
import { waitUntil } from "../../../harness/wait-until.ts";

const PER_SECOND = 30;
const SIGN_UPS = 4;
const STREAMS = 20;
const LOAD_SECONDS = 4;
const ME = "/api/v1/auth/me";

let test: TestDatabase;
let tenant: Tenant;
let processes: ApiProcess[];
let urls: string[];

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
});
beforeEach(async () => {
  const store = testEnvironment.objectStore();
  processes = [1, 2, 3].map(() =>
    startApiProcess({
      PORT: "0",
      DATABASE_URL: test.url,
      TEMPORAL_ADDRESS: testEnvironment.temporalAddress(),
      S3_ENDPOINT: store.endpoint,
      S3_ACCESS_KEY: store.accessKey,
      S3_SECRET_KEY: store.secretKey,
      ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
      CARRIER_SIMULATOR_BASE_URL: "http://127.0.0.1:9",
      SIMULATOR_SIGNING_KEY,
      SIGNUP_ENABLED: "true",
      SIGNUPS_PER_HOUR: String(SIGN_UPS),
      RATE_LIMIT_PER_KEY_PER_SECOND: String(PER_SECOND),
      RATE_LIMIT_PER_ADDRESS_PER_SECOND: "100000",
    }),
  );
  urls = await Promise.all(processes.map((each) => each.listening()));
  await waitUntil("all know of one another", async () => (await countLive()) === 3);
  // A process learns of one that came after it with its next beat, a second later.
  const beats = await readBeats();
  await waitUntil("each has beaten once more", async () => {
    const now = await readBeats();
    return now.every(({ uuid, told_at }) => beats.some((each) => each.uuid === uuid && each.told_at < told_at));
  });
});
afterEach(async () => {
  for (const { child } of processes) child.kill("SIGKILL");
  await Promise.all(processes.map(({ ended }) => ended));
  await test.everything.deleteFrom("api_processes").execute();
});
afterAll(() => test.drop());

const readBeats = () => test.everything.selectFrom("api_processes").select(["uuid", "told_at"]).execute();
const countLive = async () => (await readBeats()).length;

describe("three API processes", () => {
  it("let as many requests of a key through together as the limit says", async () => {
    const headers = { authorization: `Bearer ${tenant.admin.token}` };
    const beganMs = performance.now();
    const passed = urls.map(() => 0);
    const ask = async (at: number) => {
      while (performance.now() - beganMs < LOAD_SECONDS * 1000) {
        const answer = await fetch(`${urls[at]}${ME}`, { headers });
        await answer.arrayBuffer();
        if (answer.status === 200) passed[at] = (passed[at] ?? 0) + 1;
        else expect(answer.status).toBe(429);
      }
    };
    await Promise.all(urls.flatMap((_, at) => Array.from({ length: 20 }, () => ask(at))));
    const seconds = (performance.now() - beganMs) / 1000;
    const sum = passed.reduce((all, each) => all + each, 0);
    // As for one process with fixed windows: one window more than seconds, and a tenth that nobody tells.
    expect(sum).toBeLessThanOrEqual(PER_SECOND * 1.1 * (seconds + 1));
    expect(sum).toBeGreaterThan(PER_SECOND * 0.5 * (LOAD_SECONDS - 1));
  });

  it("give a client that asks a single one the whole limit", async () => {
    const headers = { authorization: `Bearer ${tenant.operator.token}` };
    const ask = async () => {
      const answer = await fetch(`${urls[0]}${ME}`, { headers });
      await answer.arrayBuffer();
      return { status: answer.status, limit: answer.headers.get("ratelimit") };
    };
    const answers = await Promise.all(Array.from({ length: PER_SECOND }, ask));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers[0]?.limit).toContain('"key";r=');
  });

  it("slow the log-ins of a place together: whoever goes to another process has no more tries", async () => {
    const tryToLogIn = async (at: number) => {
      const answer = await fetch(`${urls[at % urls.length]}/api/v1/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: tenant.viewer.email, password: "a password that is wrong" }),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    const statuses = [];
    for (let at = 0; at < 8; at += 1) statuses.push(await tryToLogIn(at));
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(statuses).toContain(429);
  });

  it("make as many accounts of an address in an hour together as one does", async () => {
    const signUp = async (at: number) => {
      const answer = await fetch(`${urls[at % urls.length]}/api/v1/auth/signup`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: `new-${at}@example.com`, password: "a long enough password" }),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    const statuses = [];
    for (let at = 0; at < SIGN_UPS + 3; at += 1) statuses.push(await signUp(at));
    expect(statuses).toEqual([...Array(SIGN_UPS).fill(200), 429, 429, 429]);
  });

  it("open as many streams of an organization together as one may, and give back those of a process that was killed", async () => {
    const { operator, pathParameters } = await fillTables(test, "streaming");
    const path = `/api/v1/campaigns/${pathParameters["campaign_id"]}/progress/stream`;
    const open: Response[] = [];
    const openAt = async (at: number) => {
      const answer = await createApiClient(urls[at] ?? "", operator).fetch(path);
      if (answer.status === 200) open.push(answer);
      else await answer.arrayBuffer();
      return answer.status;
    };
    const statuses = await Promise.all(Array.from({ length: STREAMS + 6 }, (_, at) => openAt(at % urls.length)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(STREAMS);
    const ofFirst = statuses.filter((status, at) => status === 200 && at % urls.length === 0).length;
    expect(await openAt(1)).toBe(429);
    processes[0]?.child.kill("SIGKILL");
    await waitUntil("its permits are there again", async () => (await openAt(1)) === 200);
    const more = await Promise.all(Array.from({ length: ofFirst + 3 }, (_, at) => openAt(1 + (at % 2))));
    expect(more.filter((status) => status === 200)).toHaveLength(ofFirst - 1);
    await Promise.allSettled(open.map(async ({ body }) => body?.cancel()));
  });
});
