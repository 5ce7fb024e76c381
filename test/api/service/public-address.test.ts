import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import {
  createTelephonyAccountOperation,
  getTelephonyAccountOperation,
  listWarningsOperation,
} from "../../../api/telephony/telephony.operations.ts";
import { createPublicAddress } from "../../../infra/public-address/public-address-watch.ts";
import { createTwilioConfiguration } from "../../factories/telephony.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { captureLog } from "../../harness/captured-log.ts";
import { readExposition } from "../../harness/exposition.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { type PlainProxy, startPlainProxy } from "../../harness/plain-proxy.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

const log = captureLog();
let test: TestDatabase;
let proxy: PlainProxy;
let api: TestApi;
let stranger: HttpReceiver;
let tenant: Tenant;

beforeAll(async () => {
  [test, proxy, stranger] = await Promise.all([createTestDatabase(), startPlainProxy(), startHttpReceiver()]);
  api = await startTestApi(test, { environment: { PUBLIC_BASE_URL: proxy.url }, dependencies: { logger: log.logger } });
  tenant = await createTenant(test);
});
beforeEach(() => {
  proxy.serve(api.baseUrl);
  proxy.passUpgrades(true);
});
afterAll(async () => {
  await api.close();
  await Promise.all([proxy.close(), stranger.close(), test.drop()]);
});

const check = () => api.dependencies.publicAddress.check();
const addressParts = async (): Promise<Record<string, string>> => {
  const response = await fetch(`${api.baseUrl}/readyz`);
  const { parts }: { parts: Record<string, string> } = JSON.parse(await response.text());
  return Object.fromEntries(Object.entries(parts).filter(([name]) => name.startsWith("public_address")));
};
const warnings = async () => (await api.client({ token: tenant.viewer.token }).call(listWarningsOperation)).body;

describe("the public address of the platform", () => {
  it("is found whole where HTTP and WebSockets come through", async () => {
    expect(await check()).toEqual({ http: { passes: true }, webSocket: { passes: true } });
    expect(await addressParts()).toEqual({});
    expect((await warnings()).public_address_findings).toEqual([]);
  });

  it("is found without WebSockets behind a proxy that passes none, and whole again once it does", async () => {
    await check();
    proxy.passUpgrades(false);
    expect(await check()).toEqual({
      http: { passes: true },
      webSocket: { passes: false, reason: "the opening was answered with 426 instead of 101" },
    });
    await check();
    const finding = expect.stringContaining(`PUBLIC_BASE_URL (${proxy.url}) passes no WebSockets`);
    expect(
      log.lines().filter(({ level, msg }) => level === "warn" && String(msg).includes("passes no WebSockets")),
    ).toEqual([expect.objectContaining({ msg: finding })]);
    expect(await addressParts()).toEqual({ public_address_websocket: "degraded" });
    expect((await warnings()).public_address_findings).toEqual([finding]);
    const samples = readExposition(await api.dependencies.metrics.exposition());
    expect(samples.filter(({ name }) => name === "ringdown_public_address_passes")).toEqual([
      expect.objectContaining({ labels: { over: "http" }, value: 1 }),
      expect.objectContaining({ labels: { over: "websocket" }, value: 0 }),
    ]);
    proxy.passUpgrades(true);
    await check();
    expect(log.text()).toContain("passes HTTP and WebSockets again");
    expect(await addressParts()).toEqual({});
  });

  it("is a step of the set-up of an account that is not done while something does not come through", async () => {
    proxy.passUpgrades(false);
    await check();
    const { body } = await api.client({ token: tenant.admin.token }).call(createTelephonyAccountOperation, {
      body: { name: "Behind a proxy", config: { provider: "simulator", account: "one" } },
    });
    expect(body.setup_checklist.steps).toContainEqual({
      key: "public_address",
      title: "Let the carrier reach this platform",
      description: expect.stringContaining("passes no WebSockets"),
      complete: false,
      blocks_outbound: false,
    });
    expect(JSON.stringify(body.setup_checklist)).not.toContain("cannot ask for each turn");
  });

  it("says of a carrier that hears over WebSockets alone that its calls fail meanwhile, and what to do", async () => {
    proxy.passUpgrades(false);
    await check();
    const client = api.client({ token: tenant.admin.token });
    const id = await createTwilioConfiguration(test, tenant);
    await test.everything
      .updateTable("telephony_configurations")
      .set({ provider: "telnyx" })
      .where("id", "=", id)
      .execute();
    const step = async () =>
      (await client.call(getTelephonyAccountOperation, { params: { config_id: id } })).body.setup_checklist.steps.find(
        ({ key }) => key === "public_address",
      );
    expect(await step()).toMatchObject({
      description: expect.stringMatching(/cannot ask for each turn instead: .*Call through another carrier/),
      complete: false,
    });
    proxy.passUpgrades(true);
    await check();
    expect(await step()).toMatchObject({ complete: true });
  });

  it("does not take the API out of a load balancer, which would make it worse", async () => {
    proxy.serve("http://127.0.0.1:9");
    expect(await check()).toMatchObject({ http: { passes: false, reason: "it answered 502" } });
    const { status, parts } = await readReadiness();
    expect(parts).toMatchObject({ public_address_http: "degraded", public_address_websocket: "degraded" });
    // Parts that are missing in this test keep it from being ready; the address does not.
    expect(status).toBe(Object.values(parts).includes("not_ready") ? "not_ready" : "ready");
    proxy.serve(api.baseUrl);
    await check();
    expect((await readReadiness()).status).toBe(status);
  });

  it("is not found where another server answers, or none", async () => {
    const other = (publicBaseUrl: string) => createPublicAddress({ ...api.dependencies, publicBaseUrl }).check();
    expect(await other(stranger.url)).toMatchObject({ http: { passes: false, reason: "another server answered" } });
    stranger.answer = (_request, response) => respond(response, 200, { status: "ok" });
    expect(await other(stranger.url)).toMatchObject({ http: { passes: true }, webSocket: { passes: false } });
    const gone = await startHttpReceiver();
    await gone.close();
    expect(await other(gone.url)).toEqual({
      http: { passes: false, reason: "ECONNREFUSED" },
      webSocket: { passes: false, reason: "ECONNREFUSED" },
    });
  });
});

const readReadiness = async (): Promise<{ status: string; parts: Record<string, string> }> =>
  JSON.parse(await (await fetch(`${api.baseUrl}/readyz?${crypto.randomUUID()}`)).text());
