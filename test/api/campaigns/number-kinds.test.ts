import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createAgentOperation } from "../../../api/agents/agents.operations.ts";
import {
  campaignProgressOperation,
  campaignRunsOperation,
} from "../../../api/campaigns/campaign-reading.operations.ts";
import { createCampaignOperation, startCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import {
  createContactListOperation,
  createUploadUrlOperation,
  getContactImportOperation,
  importContactsOperation,
} from "../../../api/contacts/contacts.operations.ts";
import { updatePreferencesOperation } from "../../../api/organizations/organizations.operations.ts";
import { minimalDefinition } from "../../factories/agents.ts";
import { createKey, createTenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type CallingPlatform, startCallingPlatform } from "../calls/calling-platform.ts";

let platform: CallingPlatform;
let client: ApiClient;

beforeAll(async () => {
  platform = await startCallingPlatform({ speed: 1000, defaults: { outcomes: ["answered"] } });
  const tenant = await createTenant(platform.test);
  const admin = platform.api.client(await createKey(platform.test, { tenant }));
  await admin.call(updatePreferencesOperation, { body: { allowed_countries: ["DE", "US"] } });
  client = platform.api.client(await createKey(platform.test, { tenant, environment: "sandbox" }));
});
afterAll(() => platform.close());

const [MOBILE, PREMIUM, SATELLITE, FRENCH] = ["+4915123456789", "+19005550123", "+881612345678", "+33612345678"];

const importNumbers = async (numbers: readonly (string | undefined)[]): Promise<number> => {
  const { id: contact_list_id } = (await client.call(createContactListOperation, { body: { name: "Kinds" } })).body;
  const file = `phone_number\n${numbers.join("\n")}\n`;
  const upload = await client.call(createUploadUrlOperation, {
    body: { file_name: "kinds.csv", file_size: file.length },
  });
  const { upload_url, headers, object_store_key } = upload.body;
  expect((await fetch(upload_url, { method: "PUT", headers, body: file })).status).toBe(200);
  const params = { contact_list_id };
  const { import_id } = (await client.call(importContactsOperation, { params, body: { object_store_key } })).body;
  const at = { params: { contact_list_id, import_id } };
  await waitUntil(
    "the import has ended",
    async () => (await client.call(getContactImportOperation, at)).body.status === "completed",
  );
  return contact_list_id;
};

it("calls the mobile number, and leaves out premium-rate, satellite and a country that is not allowed", async () => {
  const contact_list_id = await importNumbers([MOBILE, PREMIUM, SATELLITE, FRENCH]);
  const workflow_definition = minimalDefinition();
  const agent = await client.call(createAgentOperation, { body: { name: "Caller", workflow_definition } });
  const created = await client.call(createCampaignOperation, {
    body: { name: "Kinds", workflow_id: agent.body.id, contact_list_id, consent_attested: true },
  });
  expect(created.body.warnings).toContainEqual(
    expect.stringMatching(/^3 contacts will not be called.*mobile in FR: 1.*premium_rate in US: 1/),
  );
  const at = { params: { campaign_id: created.body.id } };
  await client.call(startCampaignOperation, at);
  await waitUntil(
    "the campaign has ended",
    async () => (await client.call(campaignProgressOperation, at)).body.state === "completed",
  );
  const figures = { total: 4, suppressed: 3, dialled: 1, answered: 1, finished: 1 };
  expect((await client.call(campaignProgressOperation, at)).body).toMatchObject(figures);
  const runs = (await client.call(campaignRunsOperation, { ...at, query: {} })).body;
  expect(runs.runs.map(({ called_number }) => called_number)).toEqual([MOBILE]);
  const report = await client.fetch(`/api/v1/campaigns/${created.body.id}/report?rows=contacts`);
  const rows = (await report.text()).split("\n");
  for (const number of [PREMIUM, SATELLITE, FRENCH])
    expect(rows.find((row) => row.includes(number ?? ""))).toContain("blocked_number_kind");
});
