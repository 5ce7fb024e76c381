import { Agent, createServer, request } from "node:http";
import { connect, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { logInOperation } from "../../api/auth/auth.operations.ts";
import { createTenant, type Tenant } from "../factories/tenant.ts";
import { fillTables } from "../factories/tenant-rows.ts";
import { createApiClient } from "../harness/api-client.ts";
import { type ApiProcess, startApiProcess } from "../harness/api-process.ts";
import { testEnvironment } from "../harness/environment.ts";
import { createTestDatabase, type TestDatabase } from "../harness/test-database.ts";
import { TEST_ENCRYPTION_KEY } from "../harness/test-secrets.ts";
import { SIMULATOR_SIGNING_KEY } from "../harness/test-simulator.ts";
import { waitUntil } from "../harness/wait-until.ts";

let test: TestDatabase;
let tenant: Tenant;
let running: ApiProcess[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
});
afterEach(async () => {
  for (const { child } of running) child.kill("SIGKILL");
  await Promise.all(running.map(({ ended }) => ended));
  running = [];
});
afterAll(() => test.drop());

const settings = (overrides: Record<string, string> = {}) => {
  const store = testEnvironment.objectStore();
  return {
    PORT: "0",
    DATABASE_URL: test.url,
    TEMPORAL_ADDRESS: testEnvironment.temporalAddress(),
    S3_ENDPOINT: store.endpoint,
    S3_ACCESS_KEY: store.accessKey,
    S3_SECRET_KEY: store.secretKey,
    ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    CARRIER_SIMULATOR_BASE_URL: "http://127.0.0.1:9",
    SIMULATOR_SIGNING_KEY,
    ...overrides,
  };
};

const start = (environment: Record<string, string>): ApiProcess => {
  const api = startApiProcess(environment);
  running.push(api);
  return api;
};

describe("the API process", () => {
  it("says where it listens in one line, and ends with 0 on SIGTERM and on SIGINT", async () => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      const api = start(settings());
      expect((await fetch(`${await api.listening()}/api/v1/health`)).status).toBe(200);
      expect(api.output().match(/listens on/g)).toHaveLength(1);
      api.child.kill(signal);
      expect(await api.ended).toBe(0);
    }
  });

  it("has connections of their own for requests, callbacks and streams", async () => {
    const baseUrl = await start(settings()).listening();
    const exposition = await (await fetch(`${baseUrl}/metrics`)).text();
    const pools = [...exposition.matchAll(/ringdown_database_connection_waiters\{pool="(\w+)"\}/g)].map(
      ([, name]) => name,
    );
    expect(pools).toEqual(["work", "callbacks", "streams"]);
  });

  it("makes the configured owner, once, though two start at the same time", async () => {
    const fresh = await createTestDatabase();
    const owner = { BOOTSTRAP_EMAIL: "first@example.com", BOOTSTRAP_PASSWORD: "the first password" };
    const apis = [1, 2].map(() => start(settings({ DATABASE_URL: fresh.url, ...owner })));
    const body = { email: owner.BOOTSTRAP_EMAIL, password: owner.BOOTSTRAP_PASSWORD };
    for (const api of apis) {
      const client = createApiClient(await api.listening());
      // A process listens after five seconds, whether or not its first owner is made by then.
      await waitUntil("the owner logs in", () => client.call(logInOperation, { body }));
    }
    expect(await fresh.everything.selectFrom("users").select("email").execute()).toHaveLength(1);
    for (const { child } of apis) child.kill("SIGTERM");
    expect(await Promise.all(apis.map(({ ended }) => ended))).toEqual([0, 0]);
    await fresh.drop();
  });

  it("lists all faults of its configuration in one message and ends with 1", async () => {
    const api = start(settings({ PORT: "eighty", ENCRYPTION_KEY: "short" }));
    expect(await api.ended).toBe(1);
    for (const word of ["PORT", "ENCRYPTION_KEY", "2 fault"]) expect(api.output()).toContain(word);
    expect(api.output()).not.toMatch(/ at .*\.ts:/);
  });

  it("names the settings that are missing", async () => {
    const { DATABASE_URL: _url, ENCRYPTION_KEY: _key, ...rest } = settings();
    const api = start(rest);
    expect(await api.ended).toBe(1);
    expect(api.output()).toMatch(/^Not set: DATABASE_URL, ENCRYPTION_KEY\./);
  });

  it("says what to do about a taken port", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await waitUntil("the port is taken", () => taken.listening);
    const address = taken.address();
    const api = start(settings({ PORT: String(typeof address === "object" && address?.port) }));
    expect(await api.ended).toBe(1);
    expect(api.output()).toContain("The port is in use: set PORT to a free one");
    taken.close();
  });
});

describe("SIGTERM", () => {
  it("tells probes at once, and serves everything until its time is over or it is told again", async () => {
    const api = start(settings({ DRAIN_SECONDS: "300" }));
    const baseUrl = await api.listening();
    expect(await answerOf(`${baseUrl}/readyz`)).toMatchObject({ status: 200, connection: "keep-alive" });
    api.child.kill("SIGTERM");
    await waitUntil("it says that it leaves", async () => (await answerOf(`${baseUrl}/readyz`)).status === 503);
    for (const path of ["/livez", "/api/v1/health"])
      expect(await answerOf(`${baseUrl}${path}`)).toEqual({ status: 200, connection: "close" });
    const headers = { authorization: `Bearer ${tenant.admin.token}` };
    expect(await answerOf(`${baseUrl}/api/v1/auth/me`, headers)).toEqual({ status: 200, connection: "close" });
    api.child.kill("SIGTERM");
    expect(await api.ended).toBe(0);
  });

  it("stops listening after that time, and lets a running request finish", async () => {
    const gate = await startGate(test.url);
    const api = start(settings({ DATABASE_URL: gate.url }));
    const baseUrl = await api.listening();
    const token = { authorization: `Bearer ${tenant.admin.token}` };
    expect((await fetch(`${baseUrl}/api/v1/auth/me`, { headers: token })).status).toBe(200);
    gate.hold();
    const slow = fetch(`${baseUrl}/api/v1/auth/me`, { headers: token });
    await waitUntil("the request is at the database", () => gate.held() > 0);
    api.child.kill("SIGTERM");
    await waitUntil("nobody can connect", () =>
      answerOf(`${baseUrl}/livez`).then(
        () => false,
        (error: NodeJS.ErrnoException) => error.code === "ECONNREFUSED",
      ),
    );
    gate.release();
    expect((await slow).status).toBe(200);
    expect(await api.ended).toBe(0);
    gate.close();
  });
});

it("SIGTERM ends an event stream, which by itself would go on for ever", async () => {
  const { operator, pathParameters } = await fillTables(test, "streaming");
  const api = start(settings());
  const path = `/api/v1/campaigns/${pathParameters["campaign_id"]}/progress/stream`;
  const stream = await createApiClient(await api.listening(), operator).fetch(path);
  const reader = stream.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  api.child.kill("SIGTERM");
  while (!(await reader?.read())?.done);
  expect(await api.ended).toBe(0);
});

describe("while the database is away", () => {
  it("the process starts, answers 503, and 200 once it is back", async () => {
    const gate = await startGate(test.url);
    gate.refuse();
    const api = start(
      settings({ DATABASE_URL: gate.url, BOOTSTRAP_EMAIL: "late@example.com", BOOTSTRAP_PASSWORD: "a late password" }),
    );
    const baseUrl = await api.listening();
    const status = async () =>
      (await fetch(`${baseUrl}/api/v1/auth/me`, { headers: { authorization: `Bearer ${tenant.admin.token}` } })).status;
    expect(await status()).toBe(503);
    expect((await fetch(`${baseUrl}/api/v1/health`)).status).toBe(200);
    gate.accept();
    await waitUntil("it answers again", async () => (await status()) === 200);
    gate.refuse();
    await waitUntil("it is 503 again", async () => (await status()) === 503);
    gate.accept();
    await waitUntil("it answers once more", async () => (await status()) === 200);
    api.child.kill("SIGTERM");
    expect(await api.ended).toBe(0);
    gate.close();
  });
});

/** Asks over a connection that would be kept. */
const answerOf = (url: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
    const agent = new Agent({ keepAlive: true });
    request(url, { agent, headers }, (response) => {
      response.resume().once("end", () => agent.destroy());
      resolve({ status: response.statusCode, connection: response.headers.connection });
    })
      .on("error", reject)
      .end();
  });

/** A way to PostgreSQL that can be closed, and on which traffic can be held. */
const startGate = async (databaseUrl: string) => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isOpen = true;
  let isHeld = false;
  const waiting: (() => void)[] = [];
  const server: Server = createTcpServer((inner) => {
    if (!isOpen) return void inner.destroy();
    const outer = connect(Number(target.port), target.hostname);
    inner.on("data", (chunk) => (isHeld ? waiting.push(() => outer.write(chunk)) : outer.write(chunk)));
    outer.on("data", (chunk) => inner.write(chunk));
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(one);
      one.on("error", () => {}).on("close", () => other.destroy());
    }
  }).listen(0, "127.0.0.1");
  await waitUntil("the gate listens", () => server.listening);
  const address = server.address();
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${typeof address === "object" && address?.port}`;
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    url: url.href,
    refuse: () => {
      isOpen = false;
      destroyAll();
    },
    accept: () => void (isOpen = true),
    hold: () => void (isHeld = true),
    held: () => waiting.length,
    release: () => {
      isHeld = false;
      for (const write of waiting.splice(0)) write();
    },
    close: () => {
      destroyAll();
      server.close();
    },
  };
};
