import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { campaignProgressOperation } from "../../api/campaigns/campaign-reading.operations.ts";
import { startCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import { createBackup } from "../../infra/backup/create-backup.ts";
import { type Restored, restoreBackup } from "../../infra/backup/restore-backup.ts";
import { describeUnknownCalls } from "../../infra/backup/unknown-calls-report.ts";
import { type Config, readConfig, requireSettings } from "../../infra/config/config.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import { createObjectStore } from "../../infra/object-store/object-store.ts";
import { fictionalNumbers } from "../factories/fictional-numbers.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../harness/dialling-organization.ts";
import { SIMULATOR_SIGNING_KEY, startTestSimulator } from "../harness/test-simulator.ts";
import { openTestStack, type TestStack } from "../harness/test-stack.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type LoadBalancer, openLoadBalancer } from "./load-balancer.ts";

const PEOPLE = 60;
const [LATER = "", ...NUMBERS] = fictionalNumbers(PEOPLE + 1);

let carrier: Awaited<ReturnType<typeof startTestSimulator>>;
let balancer: LoadBalancer;
let stacks: TestStack[];
let folder: string;

/** The carrier outlives the platform, and clients know the platform by one address. */
beforeAll(async () => {
  carrier = await startTestSimulator();
  balancer = await openLoadBalancer();
  stacks = [];
  folder = mkdtempSync(join(tmpdir(), "ringdown-restored-"));
});
afterAll(async () => {
  for (const stack of stacks) await stack.close();
  await balancer.close();
  await carrier.close();
  rmSync(folder, { recursive: true, force: true });
});

const openPlatform = async (environment: NodeJS.ProcessEnv = {}): Promise<RunningStack> => {
  const stack = await openTestStack({
    CARRIER_SIMULATOR_BASE_URL: carrier.baseUrl,
    SIMULATOR_SIGNING_KEY,
    PUBLIC_BASE_URL: balancer.url,
    ...environment,
  });
  stacks.push(stack);
  balancer.serve([stack.running.addresses.api]);
  return stack.running;
};

const settingsOf = ({ environment }: RunningStack) =>
  requireSettings(
    readConfig(environment),
    ...(["DATABASE_MIGRATIONS_URL", "DATABASE_URL", "S3_ENDPOINT", "S3_ACCESS_KEY", "S3_SECRET_KEY"] as const),
    "ENCRYPTION_KEY",
  );
type Settings = ReturnType<typeof settingsOf>;

const storeOf = (config: Settings & Pick<Config, "S3_REGION" | "S3_BUCKET">) =>
  createObjectStore({
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
    bucket: config.S3_BUCKET,
  });

const backUp = async (platform: RunningStack): Promise<void> => {
  const config = settingsOf(platform);
  await createBackup({
    databaseUrl: config.DATABASE_MIGRATIONS_URL,
    objectStore: storeOf(config),
    encryptionKeys: [config.ENCRYPTION_KEY],
    folder: join(folder, "backup"),
  });
};

const restore = (platform: RunningStack): Promise<Restored> => {
  const config = settingsOf(platform);
  return restoreBackup({
    folder: join(folder, "backup"),
    databaseUrl: config.DATABASE_MIGRATIONS_URL,
    applicationUrl: config.DATABASE_URL,
    objectStore: storeOf(config),
    encryptionKeys: [config.ENCRYPTION_KEY],
  });
};

const dialled = async ({ simulator, account }: DiallingOrganization): Promise<string[]> =>
  (await simulator.record(`?account=${account}`)).map(({ to }) => to ?? "");

const startCampaign = async (organization: DiallingOrganization, numbers: readonly string[]): Promise<number> => {
  const campaign_id = await organization.createCampaign(await organization.importNumbers(numbers), {
    max_concurrency: 5,
    // A person who did not answer would be dialled again.
    retry_config: { max_retries: 0 },
  });
  await organization.client.call(startCampaignOperation, { params: { campaign_id } });
  return campaign_id;
};

const stateOf = async ({ client }: DiallingOrganization, campaign_id: number): Promise<string> =>
  (await client.call(campaignProgressOperation, { params: { campaign_id } })).body.state;

it("a platform restored amid a campaign dials nobody whom the carrier was asked for, and names what it cannot know", async () => {
  const before = await openPlatform();
  const fixed = { ...before, addresses: { ...before.addresses, api: balancer.url } };
  const organization = await openDiallingOrganization(fixed, {
    speed: 10,
    defaults: { outcomes: ["answered"], ring_seconds: 1, talk_seconds: 30 },
  });
  const campaignId = await startCampaign(organization, NUMBERS);
  await waitUntil("some are dialled", async () => (await dialled(organization)).length >= 8);
  await backUp(before);
  const atBackup = (await dialled(organization)).length;
  await waitUntil(
    "some more are dialled",
    async () => (await dialled(organization)).length >= Math.min(atBackup + 5, PEOPLE),
  );
  await stacks.shift()?.close();
  const asked = await dialled(organization);

  const after = await openPlatform({ SIGNUP_ENABLED: "false" });
  const restored = await restore(after);
  expect(restored.unknown.campaigns).toEqual([expect.objectContaining({ id: campaignId })]);
  const report = describeUnknownCalls(restored).join("\n");
  expect(report).toContain(`campaign ${campaignId}`);
  for (const { uuid } of [...restored.unknown.waiting, ...restored.unknown.underWay]) expect(report).toContain(uuid);
  expect(await stateOf(organization, campaignId)).toBe("canceled");

  // It does dial: another campaign is called to its end, and of the first one nobody more.
  const next = await startCampaign(organization, [LATER]);
  await waitUntil("another campaign is over", async () => (await stateOf(organization, next)) === "completed");
  expect((await dialled(organization)).toSorted()).toEqual([...asked, LATER].toSorted());
  expect(new Set(asked).size).toBe(asked.length);
});
