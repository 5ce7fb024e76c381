import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { campaignProgressOperation } from "../../../api/campaigns/campaign-reading.operations.ts";
import { startCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { recordKeyOperation } from "../../../api/record/record.operations.ts";
import {
  getSandboxSimulatorOperation,
  setSandboxSimulatorOperation,
} from "../../../api/telephony/telephony.operations.ts";
import { describeFindings, verifyRecord } from "../../../clients/typescript/verify/verify.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows, someContacts } from "../../factories/campaigns.ts";
import { createKey, createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type CallingPlatform, startCallingPlatform } from "../calls/calling-platform.ts";

let platform: CallingPlatform;
let tenant: Tenant;
let agentId: number;
let sandbox: ApiClient;
let live: ApiClient;

beforeAll(async () => {
  platform = await startCallingPlatform({ speed: 1000, defaults: { outcomes: ["answered"] } });
  tenant = await createTenant(platform.test);
  ({ agentId } = await createAgentRows(platform.test, tenant));
  const key = (environment: "production" | "sandbox") => createKey(platform.test, { tenant, environment });
  sandbox = platform.api.client(await key("sandbox"));
  live = platform.api.client(await key("production"));
});
afterAll(() => platform.close());

const set = (manners: object | null) => sandbox.call(setSandboxSimulatorOperation, { body: { manners } });

const play = async (client: ApiClient, count: number) => {
  const contact_list_id = await createContactListRows(platform.test, tenant, someContacts(count));
  const retry_config = { enabled: true, max_retries: 1, retry_delay_seconds: 0 };
  const { id } = await createCampaign(client, { workflow_id: agentId, contact_list_id, retry_config });
  const at = { params: { campaign_id: id } };
  await client.call(startCampaignOperation, { ...at, body: {} });
  const progress = async () => (await client.call(campaignProgressOperation, at)).body;
  await waitUntil("the campaign has ended", async () => (await progress()).state === "completed");
  return { id, progress: await progress() };
};

describe("the simulator of an organization's sandbox", () => {
  it("has the manners that a sandbox key gives it, until it takes them back", async () => {
    const read = async () => (await sandbox.call(getSandboxSimulatorOperation)).body.manners;
    expect(await read()).toBeNull();
    const { body } = await set({ people: { outcomes: ["busy"] }, callbacks: { doubled: 0.5 } });
    expect(body.manners).toMatchObject({ latency_ms: 0, people: { outcomes: ["busy"] }, callbacks: { doubled: 0.5 } });
    expect(await read()).toEqual(body.manners);
    const other = await createTenant(platform.test, "other");
    const client = platform.api.client({ token: other.viewer.token });
    expect((await client.call(getSandboxSimulatorOperation)).body.manners).toBeNull();
    await set(null);
    expect(await read()).toBeNull();
  });

  it("binds the calls of the sandbox alone", async () => {
    await set({ people: { outcomes: ["rejected"] } });
    expect((await play(sandbox, 2)).progress).toMatchObject({ finished: 2, answered: 0 });
    expect((await play(live, 2)).progress).toMatchObject({ finished: 2, answered: 2 });
    await set(null);
  });

  it("refuses manners that are none", async () => {
    const late = "2026-01-01T00:00:00Z";
    for (const manners of [
      { latency_ms: -1 },
      { throttled: 2 },
      { callbacks: { late: 0.5 } },
      { outage: { from: late, to: late } },
      { people: { ring_seconds: [5, 1] } },
      { people: { outcomes: ["asleep"] } },
      { groups: [{ ending: ".*" }] },
      { mood: "bad" },
    ]) {
      const refused = await sandbox.refused(setSandboxSimulatorOperation, { body: { manners } });
      expect({ manners, ...refused }).toMatchObject({ manners, status: 422 });
    }
  });

  it("lets a campaign end whose carrier does everything wrong, and its record keeps every promise", async () => {
    await set({
      latency_ms: 20,
      throttled: 0.1,
      lost_answers: 0.1,
      callbacks: { lost: 0.2, doubled: 0.3, reordered: 0.3, late: 0.2, late_by_seconds: 0.5 },
      outage: { from: new Date().toISOString(), to: new Date(Date.now() + 1500).toISOString() },
      people: { weights: { answered: 3, busy: 1, no_answer: 1 } },
    });
    const { id, progress } = await play(sandbox, 12);
    expect(progress).toMatchObject({ total: 12, finished: 12, remaining: 0 });
    expect((await platform.simulator.summary()).repeated_keys).toEqual([]);
    const response = await sandbox.fetch(`/api/v1/campaigns/${id}/record`);
    expect(response.status).toBe(200);
    const keys = (await sandbox.call(recordKeyOperation)).body.keys.map(({ verifier_key }) => verifier_key);
    const findings = await verifyRecord(new Uint8Array(await response.arrayBuffer()), { keys });
    expect(describeFindings(findings)).not.toContain("NO ");
  });
});
