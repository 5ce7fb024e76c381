import { beforeAll, describe, expect, it } from "@jest/globals";
import { contactOutlookOperation } from "../../../api/campaigns/campaign-reading.operations.ts";
import { addDoNotCallOperation, checkDoNotCallOperation } from "../../../api/contacts/do-not-call.operations.ts";
import { setPreferencesOperation } from "../../../api/organizations/organizations.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows } from "../../factories/campaigns.ts";
import { createTwilioConfiguration } from "../../factories/telephony.ts";
import { createTenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

let client: ApiClient;
let agentId: number;

const { test, api, tenant } = await useTenantApi();
beforeAll(async () => {
  client = api.client(tenant.owner);
  ({ agentId } = await createAgentRows(test, tenant));
});

/** Every hour of every day but one that has begun or may begin while the test runs: closed now, open soon. */
const closedForHours = () => {
  const hour = new Date().getUTCHours();
  const opens = (hour + 3) % 24;
  return [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
    day_of_week,
    start_time: `${String(opens).padStart(2, "0")}:00`,
    end_time: `${String(opens).padStart(2, "0")}:59`,
  }));
};

const contactIds = async (contactListId: number) =>
  (
    await test.everything
      .selectFrom("contacts")
      .select("id")
      .where("contact_list_id", "=", contactListId)
      .orderBy("id")
      .execute()
  ).map(({ id }) => id);

describe("the outlook of a contact", () => {
  it("says of a draft what keeps its contacts, by the clock of the contact's own zone", async () => {
    const listId = await createContactListRows(test, tenant, [
      { phone_number: "+97715550001", timezone: "Asia/Kathmandu" },
    ]);
    const campaign = await createCampaign(client, {
      workflow_id: agentId,
      contact_list_id: listId,
      schedule_config: { timezone: "America/New_York", slots: closedForHours() },
    });
    const [contactId = 0] = await contactIds(listId);
    const params = { campaign_id: campaign.id, contact_id: contactId };
    const { body } = await client.call(contactOutlookOperation, { params });
    expect(body).toMatchObject({
      ...params,
      phone_number: "+97715550001",
      may_be_dialled: false,
      blocked_by: "campaign",
      sentence: "The campaign is draft",
      next_at: null,
    });
    const rules = new Map(body.rules.map((rule) => [rule.rule, rule]));
    expect(rules.get("campaign")).toMatchObject({ passes: false, value: "draft", until: null });
    expect(rules.get("consent")).toMatchObject({ passes: true, value: "unknown, attested" });
    expect(rules.get("window")?.value).toContain("in Asia/Kathmandu");
    expect(rules.get("do_not_call")).toMatchObject({ passes: true, value: "not listed", sentence: null });
  });

  it("is 404 for a contact that the campaign does not call, and for one of another organization", async () => {
    const listId = await createContactListRows(test, tenant);
    const otherListId = await createContactListRows(test, tenant);
    const campaign = await createCampaign(client, { workflow_id: agentId, contact_list_id: listId });
    const [theirs = 0] = await contactIds(otherListId);
    const params = { campaign_id: campaign.id, contact_id: theirs };
    expect((await client.refused(contactOutlookOperation, { params })).status).toBe(404);
    const stranger = api.client((await createTenant(test)).owner);
    const [ours = 0] = await contactIds(listId);
    const foreign = await stranger.refused(contactOutlookOperation, {
      params: { campaign_id: campaign.id, contact_id: ours },
    });
    expect(foreign.status).toBe(404);
  });
});

describe("the check of a number", () => {
  const check = async (phoneNumber: string) =>
    (await client.call(checkDoNotCallOperation, { query: { phone_number: phoneNumber } })).body;

  it("lets a number pass that nothing speaks against", async () => {
    const answer = await check("+1 202 555 0140");
    expect(answer).toMatchObject({
      phone_number: "+12025550140",
      may_be_dialled: true,
      blocked_by: null,
      sentence: null,
      entry: null,
    });
    expect(answer.next_at).toBe(answer.as_of);
    expect(answer.rules.every(({ passes }) => passes)).toBe(true);
  });

  it("shows the entry, and the end of one that has an end", async () => {
    const expiresAt = "2099-01-01T00:00:00.000Z";
    await client.call(addDoNotCallOperation, {
      body: { phone_numbers: ["+12025550141"], reason: "asked", expires_at: expiresAt },
    });
    await client.call(addDoNotCallOperation, { body: { phone_numbers: ["+12025550142"] } });
    expect(await check("+12025550141")).toMatchObject({
      may_be_dialled: false,
      blocked_by: "do_not_call",
      sentence: "The number is on the do-not-call list",
      next_at: expiresAt,
      entry: { reason: "asked", source: "manual" },
    });
    expect(await check("+12025550142")).toMatchObject({
      blocked_by: "do_not_call",
      next_at: null,
      entry: { phone_number: "+12025550142", reason: null },
    });
  });

  it("reads the organization's hours where calls outside campaigns keep them, on a carrier that reaches people", async () => {
    const telephonyAccountId = await createTwilioConfiguration(test, tenant);
    await test.everything
      .updateTable("telephony_configurations")
      .set({ is_default_outbound: false })
      .where("organization_id", "=", tenant.organizationId)
      .execute();
    await test.everything
      .updateTable("telephony_configurations")
      .set({ is_default_outbound: true })
      .where("id", "=", telephonyAccountId)
      .execute();
    await client.call(setPreferencesOperation, {
      body: { calling_hours: { slots: closedForHours(), one_off: true }, timezone: "UTC" },
    });
    const answer = await check("+442079460001");
    expect(answer).toMatchObject({ may_be_dialled: false, blocked_by: "window" });
    expect(answer.rules.find(({ rule }) => rule === "window")?.value).toMatch(
      /^closed by the organization's hours: \w+ \d\d:\d\d in Europe\/London/,
    );
    expect(new Date(answer.next_at ?? 0).getTime()).toBeGreaterThan(Date.now());
  });

  it("refuses what is no number", async () => {
    expect((await client.refused(checkDoNotCallOperation, { query: { phone_number: "12" } })).status).toBe(422);
  });
});
