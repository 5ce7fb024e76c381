import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { fillTables } from "../../../factories/tenant-rows.ts";
import { type Credentials, createApiClient } from "../../../harness/api-client.ts";
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
const MOST_TRIES = 4;

let test: TestDatabase;
let tenant: Tenant;
let processes: ApiProcess[];
let urls: string[];

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
});
const startProcesses = async () => {
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
};
const endProcesses = async () => {
  for (const { child } of processes) child.kill("SIGKILL");
  await Promise.all(processes.map(({ ended }) => ended));
  await test.everything.deleteFrom("api_processes").execute();
  await test.everything.deleteFrom("request_windows").execute();
};
beforeEach(startProcesses);
afterEach(endProcesses);
afterAll(() => test.drop());

const readBeats = () => test.everything.selectFrom("api_processes").select(["uuid", "told_at"]).execute();
const countLive = async () => (await readBeats()).length;

/**
 * Sees that a story comes to this. A process that hears nothing of the database for a second counts alone for five: where a busy machine
 * may have made that of it, the story is told again, to new processes.
 */
const comesTo = async <T>(expected: T, story: () => Promise<T>): Promise<void> => {
  for (let tries = 1; tries < MOST_TRIES; tries += 1) {
    if (isDeepStrictEqual(await story(), expected)) return;
    await endProcesses();
    await startProcesses();
  }
  expect(await story()).toEqual(expected);
};

describe("three API processes", () => {
  it("let as many requests of a key through together as the limit says", async () => {
    const headers = { authorization: `Bearer ${tenant.admin.token}` };
    const load = async () => {
      const beganMs = performance.now();
      let passed = 0;
      const ask = async (url: string) => {
        while (performance.now() - beganMs < LOAD_SECONDS * 1000) {
          const answer = await fetch(`${url}${ME}`, { headers });
          await answer.arrayBuffer();
          if (answer.status === 200) passed += 1;
          else expect(answer.status).toBe(429);
        }
      };
      await Promise.all(urls.flatMap((url) => Array.from({ length: 20 }, () => ask(url))));
      return { passed, seconds: (performance.now() - beganMs) / 1000 };
    };
    await comesTo({ isTooMany: false, isTooFew: false }, async () => {
      const { passed, seconds } = await load();
      return {
        // As for one process with fixed windows: one window more than seconds, and a tenth that nobody tells.
        isTooMany: passed > PER_SECOND * 1.1 * (seconds + 1),
        isTooFew: passed <= PER_SECOND * 0.5 * (LOAD_SECONDS - 1),
      };
    });
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
    for (let at = 0; at < 5; at += 1) expect(await tryToLogIn(at)).toBe(401);
    // A busy machine may take longer for one than the time in which there is none, which doubles with each.
    let tries = 5;
    await waitUntil("one is refused", async () => {
      tries += 1;
      return (await tryToLogIn(tries)) === 429;
    });
  });

  it("make as many accounts of an address in an hour together as one does", async () => {
    const signUp = async (at: number) => {
      const answer = await fetch(`${urls[at % urls.length]}/api/v1/auth/signup`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: "a long enough password" }),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    await comesTo([...Array<number>(SIGN_UPS).fill(200), 429, 429, 429], async () => {
      const statuses: number[] = [];
      for (let at = 0; at < SIGN_UPS + 3; at += 1) statuses.push(await signUp(at));
      return statuses;
    });
  });

  it("open as many streams of an organization together as one may, and give back those of a process that was killed", async () => {
    const { operator, pathParameters } = await fillTables(test, "streaming");
    const path = `/api/v1/campaigns/${pathParameters["campaign_id"]}/progress/stream`;
    const expected = { open: STREAMS, beyond: 429, givenBack: "all but the one that has it" };
    await comesTo(expected, () => openStreams(path, operator));
  });
});

/** Opens more streams than an organization may, kills a process, and opens those of it again. */
const openStreams = async (path: string, person: Credentials) => {
  const open: Response[] = [];
  const openAt = async (at: number) => {
    const answer = await createApiClient(urls[at] ?? "", person).fetch(path);
    if (answer.status === 200) open.push(answer);
    else await answer.arrayBuffer();
    return answer.status;
  };
  const statuses = await Promise.all(Array.from({ length: STREAMS + 6 }, (_, at) => openAt(at % urls.length)));
  const ofFirst = statuses.filter((status, at) => status === 200 && at % urls.length === 0).length;
  const beyond = await openAt(1);
  processes[0]?.child.kill("SIGKILL");
  await waitUntil("its permits are there again", async () => (await openAt(1)) === 200);
  const more = await Promise.all(Array.from({ length: ofFirst + 3 }, (_, at) => openAt(1 + (at % 2))));
  await Promise.allSettled(open.map(async ({ body }) => body?.cancel()));
  const givenBack = more.filter((status) => status === 200).length;
  return {
    open: statuses.filter((status) => status === 200).length,
    beyond,
    givenBack: givenBack === ofFirst - 1 ? "all but the one that has it" : `${givenBack} of ${ofFirst}`,
  };
};
