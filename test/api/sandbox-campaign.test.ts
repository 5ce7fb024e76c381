import { afterAll, beforeAll, expect, it } from "@jest/globals";
import {
  createAgentOperation,
  publishAgentOperation,
  updateAgentOperation,
} from "../../api/agents/agents.operations.ts";
import {
  campaignProgressOperation,
  campaignReportOperation,
  campaignSummaryOperation,
} from "../../api/campaigns/campaign-reading.operations.ts";
import { createCampaignOperation, startCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import {
  createContactListOperation,
  createUploadUrlOperation,
  getContactImportOperation,
  importContactsOperation,
} from "../../api/contacts/contacts.operations.ts";
import { addDoNotCallOperation } from "../../api/contacts/do-not-call.operations.ts";
import { minimalDefinition } from "../factories/agents.ts";
import { createKey, createTenant, type Tenant } from "../factories/tenant.ts";
import type { ApiClient } from "../harness/api-client.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type CallingPlatform, startCallingPlatform } from "./calls/calling-platform.ts";

let platform: CallingPlatform;
let tenant: Tenant;
let sandbox: ApiClient;
let live: ApiClient;

beforeAll(async () => {
  platform = await startCallingPlatform({ speed: 1000, defaults: { outcomes: ["answered"] } });
  tenant = await createTenant(platform.test);
  const key = (environment: "production" | "sandbox") => createKey(platform.test, { tenant, environment });
  sandbox = platform.api.client(await key("sandbox"));
  live = platform.api.client(await key("production"));
});
afterAll(() => platform.close());

const NUMBERS = ["+12025550110", "+12025550111", "+12025550112", "+12025550113"] as const;
const [LISTED_BY_SANDBOX, LISTED_IN_PRODUCTION] = NUMBERS;

const importFile = async (contact_list_id: number) => {
  const file = `phone_number,name\n${NUMBERS.map((number) => `${number},Somebody`).join("\n")}\n`;
  const upload = await sandbox.call(createUploadUrlOperation, {
    body: { file_name: "people.csv", file_size: file.length },
  });
  const { upload_url, headers, object_store_key } = upload.body;
  expect((await fetch(upload_url, { method: "PUT", headers, body: file })).status).toBe(200);
  const { import_id } = (
    await sandbox.call(importContactsOperation, { params: { contact_list_id }, body: { object_store_key } })
  ).body;
  const at = { params: { contact_list_id, import_id } };
  await waitUntil(
    "the import has ended",
    async () => (await sandbox.call(getContactImportOperation, at)).body.status === "completed",
  );
};

const makeAgent = async () => {
  const made = await sandbox.call(createAgentOperation, {
    body: { name: "Caller", workflow_definition: minimalDefinition() },
  });
  const at = { params: { workflow_id: made.body.id } };
  await sandbox.call(updateAgentOperation, { ...at, body: { workflow_definition: minimalDefinition() } });
  const published = await sandbox.call(publishAgentOperation, { ...at, body: {} });
  expect(published.body).toMatchObject({ environment: "sandbox", version: 2 });
  return made.body.id;
};

it("makes a whole campaign, from the file to the report, with a sandbox key and nothing else", async () => {
  const list = await sandbox.call(createContactListOperation, { body: { name: "Trial" } });
  expect(list.body.environment).toBe("sandbox");
  await importFile(list.body.id);
  const workflow_id = await makeAgent();
  await sandbox.call(addDoNotCallOperation, { body: { phone_numbers: [LISTED_BY_SANDBOX] } });
  await live.call(addDoNotCallOperation, { body: { phone_numbers: [LISTED_IN_PRODUCTION] } });
  const created = await sandbox.call(createCampaignOperation, {
    body: { name: "Trial", workflow_id, contact_list_id: list.body.id, consent_attested: true },
  });
  expect(created.body.environment).toBe("sandbox");
  const at = { params: { campaign_id: created.body.id } };
  await sandbox.call(startCampaignOperation, at);
  await waitUntil(
    "the campaign has ended",
    async () => (await sandbox.call(campaignProgressOperation, at)).body.state === "completed",
  );
  expect((await sandbox.call(campaignProgressOperation, at)).body).toMatchObject({
    total: 4,
    suppressed: 2,
    answered: 2,
    finished: 2,
  });
  expect((await sandbox.call(campaignSummaryOperation, at)).body).toBeDefined();
  const report = await sandbox.fetch(`/api/v1/campaigns/${created.body.id}/report`);
  expect(report.status).toBe(200);
  expect(await report.text()).toContain(NUMBERS[3]);
  expect(campaignReportOperation.sandbox).toBe("read");
});

it("production uses neither its list nor its agent, and its entries bind no real campaign", async () => {
  const mine = { body: { name: "Mine" } };
  const list = (await sandbox.call(createContactListOperation, mine)).body;
  const real = (await live.call(createContactListOperation, mine)).body;
  const agent = await makeAgent();
  const realAgent = (
    await live.call(createAgentOperation, { body: { name: "Real", workflow_definition: minimalDefinition() } })
  ).body.id;
  const refused = (workflow_id: number, contact_list_id: number) =>
    live.refused(createCampaignOperation, { body: { name: "Real", workflow_id, contact_list_id } });
  expect(await refused(agent, real.id)).toMatchObject({ status: 409, code: "made_in_sandbox" });
  expect(await refused(realAgent, list.id)).toMatchObject({ status: 409, code: "made_in_sandbox" });
});
