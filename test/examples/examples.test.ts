import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { createToolOperation, testToolOperation } from "../../api/tools/tools.operations.ts";
import {
  createWebhookOperation,
  testWebhookOperation,
  updateWebhookOperation,
} from "../../api/webhooks/webhooks.operations.ts";
import { startTestWorker } from "../api/campaigns/running-worker.ts";
import { createAgentRows } from "../factories/agents.ts";
import { createKey, createTenant, type Tenant } from "../factories/tenant.ts";
import { createCredential, TOKEN } from "../factories/tools.ts";
import type { ApiClient } from "../harness/api-client.ts";
import { startTestApi, type TestApi } from "../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../harness/test-database.ts";
import { startTestSimulator } from "../harness/test-simulator.ts";
import { createTestNamespace } from "../harness/test-temporal.ts";
import { waitUntil } from "../harness/wait-until.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples");

let test: TestDatabase;
let api: TestApi;
let simulator: { baseUrl: string; close(): Promise<void> };
let worker: { stop(): Promise<void> };
let tenant: Tenant;
let admin: ApiClient;
let folder: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ringdown-examples-"));
  test = await createTestDatabase();
  simulator = await startTestSimulator({
    script: { speed: 100_000, defaults: { outcomes: ["answered"] }, rules: [{ match: "77$", outcomes: ["rejected"] }] },
  });
  const namespace = await createTestNamespace();
  api = await startTestApi(test, {
    environment: { CARRIER_SIMULATOR_BASE_URL: simulator.baseUrl, TEMPORAL_NAMESPACE: namespace },
  });
  worker = await startTestWorker(test, { api, namespace });
  await api.dependencies.objectStore.ensureBucket();
  tenant = await createTenant(test);
  admin = api.client({ token: tenant.admin.token });
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill();
});
afterAll(async () => {
  await worker.stop();
  await api.close();
  await simulator.close();
  await test.drop();
  rmSync(folder, { recursive: true });
});

/** Runs an example as a person would; `printed` grows while it runs. */
const run = (file: string, args: string[], environment: Record<string, string>) => {
  const child = spawn(process.execPath, [join(EXAMPLES, file), ...args], {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const printed = { text: "" };
  child.stdout.on("data", (part: Buffer) => (printed.text += part.toString()));
  child.stderr.on("data", (part: Buffer) => (printed.text += part.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { printed, ended };
};

const startServer = async (file: string, environment: Record<string, string>) => {
  const { printed } = run(file, [], { PORT: "0", ...environment });
  const port = await waitUntil(`${file} listens`, async () => /Listening on port (\d+)/.exec(printed.text)?.[1]);
  return { printed, url: `http://127.0.0.1:${port}` };
};

describe("the campaign", () => {
  it("imports a file, calls its contacts and prints how they ended", async () => {
    const { agentId } = await createAgentRows(test, tenant);
    const { apiKey } = await createKey(test, { tenant, role: "operator" });
    const contacts = join(folder, "contacts.csv");
    writeFileSync(contacts, "phone_number,name\n+12025550110,Ada\n+12025550177,Ben\nnobody,Cleo\n");
    const environment = { RINGDOWN_URL: api.baseUrl, RINGDOWN_API_KEY: apiKey };
    const { printed, ended } = run("campaign/campaign.ts", [String(agentId), contacts], environment);
    expect([await ended, printed.text]).toEqual([0, expect.stringContaining("The campaign is completed.")]);
    expect(printed.text).toContain("2 contacts were imported, 1 rows were left out.");
    expect(printed.text).toMatch(/^answered: 1$/m);
    expect(printed.text).toMatch(/^rejected: 1$/m);
  });

  it("says what the API has refused", async () => {
    const contacts = join(folder, "contacts.csv");
    writeFileSync(contacts, "phone_number\n+12025550110\n");
    const environment = { RINGDOWN_URL: api.baseUrl, RINGDOWN_API_KEY: "vap_live_wrong" };
    const { printed, ended } = run("campaign/campaign.ts", ["1", contacts], environment);
    expect([await ended, printed.text]).toEqual([1, expect.stringContaining("answered 401")]);
  });
});

describe("the receiver of webhooks", () => {
  it("prints a signed event once, and refuses a stranger's", async () => {
    // The program needs the secret to start, and the webhook an address: it gets the true one afterwards.
    const { body: webhook } = await admin.call(createWebhookOperation, {
      body: { url: "http://127.0.0.1:9/hook", events: ["system"] },
    });
    const { printed, url } = await startServer("webhook-receiver/receiver.ts", { WEBHOOK_SECRET: webhook.secret });
    await admin.call(updateWebhookOperation, { params: { webhook_id: webhook.id }, body: { url } });
    await admin.call(testWebhookOperation, { params: { webhook_id: webhook.id } });
    // Changing the webhook is an event of its own, which arrives before or after.
    const tests = () => printed.text.split("\n").filter((line) => line.includes('"type":"test"'));
    await waitUntil("the event is printed", async () => tests().length > 0);
    const forged = { "webhook-id": "a", "webhook-timestamp": String(Math.floor(Date.now() / 1000)) };
    const signature = { "webhook-signature": `v1,${Buffer.alloc(32).toString("base64")}` };
    const refused = await fetch(url, { method: "POST", body: "{}", headers: { ...forged, ...signature } });
    expect([refused.status, tests().length, printed.text.includes("{}")]).toEqual([401, 1, false]);
  });
});

describe("the server of a tool", () => {
  it("answers an agent's question, and one about an order that does not exist", async () => {
    const { url } = await startServer("tool-server/tool-server.ts", { TOOL_TOKEN: TOKEN });
    const { body: tool } = await admin.call(createToolOperation, {
      body: {
        name: "Look up an order",
        definition: {
          type: "http_api",
          config: {
            method: "GET",
            url: `${url}/orders/{{order_number}}`,
            credential_uuid: await createCredential(admin),
            parameters: [{ name: "order_number", type: "string", description: "The order's number, digits only" }],
          },
        },
      },
    });
    const asked = async (order_number: string) =>
      (
        await admin.call(testToolOperation, {
          params: { tool_uuid: tool.tool_uuid },
          body: { arguments: { order_number } },
        })
      ).body;
    expect(await asked("1042")).toMatchObject({ state: "done", result: { data: { found: true, state: "shipped" } } });
    expect(await asked("7")).toMatchObject({ state: "done", result: { data: { found: false } } });
    expect((await fetch(`${url}/orders/1042`)).status).toBe(401);
  });
});
