import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createContactListOperation } from "../../../api/contacts/contacts.operations.ts";
import { createAgent } from "../../factories/agents.ts";
import { createCampaign, createContactListRows } from "../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
let api: TestApi;
let tenant: Tenant;
let now = new Date();
beforeAll(async () => {
  test = await createTestDatabase();
  // As between two looks of somebody who polls.
  const clock = { now: () => (now = new Date(now.getTime() + 1_000)) };
  api = await startTestApi(test, { dependencies: { clock } });
  tenant = await createTenant(test);
});
afterAll(async () => {
  await api?.close();
  await test?.drop();
});

const read = async (path: string, tag?: string) => {
  const headers = { authorization: `Bearer ${tenant.admin.token}`, ...(tag !== undefined && { "if-none-match": tag }) };
  const answer = await fetch(`${api.baseUrl}/api/v1${path}`, { headers });
  return { status: answer.status, tag: answer.headers.get("etag") ?? "", length: (await answer.text()).length };
};

describe("what is polled is not sent again while nothing has changed", () => {
  it("progress, lists and the timeline, and is sent when something has", async () => {
    const client = api.client({ token: tenant.admin.token });
    const { id: workflow_id } = await createAgent(client);
    const draft = async (name: string) =>
      createCampaign(client, { name, workflow_id, contact_list_id: await createContactListRows(test, tenant) });
    const { id } = await draft("First");
    await client.call(createContactListOperation, { body: { name: "First" } });
    const polled = ["/campaigns", "/contact-lists", "/timeline", `/campaigns/${id}/progress`, `/campaigns/${id}`];
    const tags = new Map<string, string>();
    for (const path of polled) {
      const first = await read(path);
      expect({ path, ...first }).toMatchObject({ status: 200, tag: expect.stringMatching(/^W\/"/) });
      expect({ path, ...(await read(path, first.tag)) }).toEqual({ path, status: 304, tag: first.tag, length: 0 });
      tags.set(path, first.tag);
    }
    await draft("Second");
    await client.call(createContactListOperation, { body: { name: "Second" } });
    for (const path of polled.slice(0, 3))
      expect({ path, ...(await read(path, tags.get(path))) }).toMatchObject({ path, status: 200 });
  });
});
