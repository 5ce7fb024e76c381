import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { demoAgent, demoScript } from "./demo-agent.ts";
import { createDemoClient, type DemoClient, type Json, readNumber, readText } from "./demo-client.ts";
import { watchCampaign } from "./demo-progress.ts";
import { type SavedRecord, saveRecord } from "./demo-record.ts";
import { importFile } from "./import-file.ts";

export interface DemoStage {
  apiUrl: string;
  simulatorUrl: string;
  simulatorKey: string;
  dataDir: string;
  say: (sentence: string) => void;
}

export interface DemoOutcome {
  account: string;
  doNotCall: string[];
  imported: Json;
  /** The campaign was paused between these two instants (epoch ms). */
  pausedFromMs: number;
  pausedToMs: number;
  campaigns: { id: number; progress: Json; summary: Json }[];
  reports: string[];
  records: SavedRecord[];
  /** The page on which anybody can talk with the agent. */
  talkUrl: string;
}

const ROWS = { imported: 178, duplicates: 10, invalid: 12, onDoNotCall: 8 };
const PAUSE_MS = 1500;

/** Carries out what an integrator would do, in order, through the API alone. */
export const playDemo = async (stage: DemoStage): Promise<DemoOutcome> => {
  const account = `demo-${Date.now()}`;
  const client = await signUp(stage, account);
  const doNotCall = await fillDoNotCall(stage, client);
  const { listId, imported } = await importContacts(stage, client);
  const { campaignId, talkUrl } = await createCampaign(stage, client, { account, listId });
  const { pausedFromMs, pausedToMs } = await dialWithAPause(stage, client, campaignId);
  stage.say("Redialling those that were not reached …");
  const redial = await client.post(`/campaigns/${campaignId}/redial`, { retry_config: { max_retries: 0 } });
  const redialId = readNumber(redial, "id");
  await watchCampaign(client, redialId, isOver);
  const campaigns = await Promise.all([campaignId, redialId].map((id) => readCampaign(client, id)));
  const reports = await Promise.all([campaignId, redialId].map((id) => saveReport(stage, client, id)));
  const records = await Promise.all([campaignId, redialId].map((id) => saveRecord(stage.dataDir, client, id)));
  return { account, doNotCall, imported, pausedFromMs, pausedToMs, campaigns, reports, records, talkUrl };
};

const isOver = (progress: Json): boolean => ["completed", "canceled", "failed"].includes(readText(progress, "state"));

const signUp = async ({ apiUrl, say }: DemoStage, account: string): Promise<DemoClient> => {
  const visitor = createDemoClient(`${apiUrl}/api/v1`);
  const credentials = { email: `${account}@example.com`, password: `${account}-password`, organization_name: "Demo" };
  const session = await visitor.post("/auth/signup", credentials);
  const owner = createDemoClient(`${apiUrl}/api/v1`, { authorization: `Bearer ${readText(session, "token")}` });
  const key = await owner.post("/users/api-keys", { name: "demo" });
  say(
    `Signed up ${credentials.email} (password ${credentials.password}) and made the API key ${readText(key, "key_prefix")}…`,
  );
  return createDemoClient(`${apiUrl}/api/v1`, { "x-api-key": readText(key, "api_key") });
};

const fillDoNotCall = async ({ say }: DemoStage, client: DemoClient): Promise<string[]> => {
  const text = await readFile(new URL("do-not-call.csv", import.meta.url), "utf8");
  const numbers = text.trim().split("\n").slice(1);
  const answer = await client.post("/do-not-call", { phone_numbers: numbers, reason: "asked in writing" });
  say(`${readNumber(answer, "added")} numbers are on the do-not-call list`);
  return numbers;
};

const importContacts = async ({ say }: DemoStage, client: DemoClient): Promise<{ listId: number; imported: Json }> => {
  const file = await readFile(new URL("contacts.csv", import.meta.url));
  const { listId, imported } = await importFile(client, { list: "Spring customers", name: "contacts.csv", file });
  const count = (field: string) => readNumber(imported, field);
  say(
    `Imported ${count("total_rows")} rows through a signed URL: ${count("imported")} new, ` +
      `${count("updated")} seen before, ${count("invalid")} invalid (each with its line and reason)`,
  );
  return { listId, imported };
};

const createCampaign = async (
  stage: DemoStage,
  client: DemoClient,
  { account, listId }: { account: string; listId: number },
): Promise<{ campaignId: number; talkUrl: string }> => {
  const simulator = createDemoClient(stage.simulatorUrl, { authorization: `Bearer ${stage.simulatorKey}` });
  await simulator.put(`/v1/script?account=${account}`, demoScript);
  const carrier = await client.post("/organizations/telephony-configs", {
    name: "Demo carrier",
    config: { provider: "simulator", account },
  });
  const agent = await client.post("/workflows/create/definition", demoAgent);
  const campaign = await client.post("/campaigns/create", {
    name: "Spring reminders",
    workflow_id: readNumber(agent, "id"),
    contact_list_id: listId,
    telephony_configuration_id: readNumber(carrier, "id"),
    max_concurrency: 15,
    retry_config: { max_retries: 1, retry_delay_seconds: 2 },
    schedule_config: { timezone: "America/New_York", slots: everyDay },
    consent_attested: true,
  });
  stage.say(`Campaign ${readNumber(campaign, "id")} calls them with the agent "${demoAgent.name}", fifteen at a time`);
  const talk = await client.post(`/workflows/${readNumber(agent, "id")}/embed-tokens`, {
    name: "The demo's page",
    allowed_origins: [new URL(stage.apiUrl).origin],
  });
  return { campaignId: readNumber(campaign, "id"), talkUrl: readText(talk, "page_url") };
};

const everyDay = Array.from({ length: 7 }, (_, day) => ({ day_of_week: day, start_time: "00:00", end_time: "24:00" }));

const dialWithAPause = async ({ say }: DemoStage, client: DemoClient, campaignId: number) => {
  await client.post(`/campaigns/${campaignId}/start`);
  await watchCampaign(client, campaignId, (progress) => isOver(progress) || readNumber(progress, "dialled") >= 60);
  await client.post(`/campaigns/${campaignId}/pause`);
  const pausedFromMs = Date.now();
  say("Paused: calls under way finish, no new one is handed to the carrier …");
  await delay(PAUSE_MS);
  const pausedToMs = Date.now();
  await client.post(`/campaigns/${campaignId}/resume`);
  say("Resumed.");
  await watchCampaign(client, campaignId, isOver);
  return { pausedFromMs, pausedToMs };
};

const readCampaign = async (client: DemoClient, id: number) => ({
  id,
  progress: await client.get(`/campaigns/${id}/progress`),
  summary: await client.get(`/campaigns/${id}/summary`),
});

const saveReport = async ({ dataDir }: DemoStage, client: DemoClient, id: number): Promise<string> => {
  const folder = join(dataDir, "reports");
  await mkdir(folder, { recursive: true });
  const file = join(folder, `campaign-${id}.csv`);
  await writeFile(file, await client.download(`/campaigns/${id}/report`));
  return file;
};

export const expectedRows = ROWS;
