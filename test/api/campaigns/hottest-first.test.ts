import { describe, expect, it } from "@jest/globals";
import {
  cloneCampaignOperation,
  createCampaignOperation,
  updateCampaignOperation,
} from "../../../api/campaigns/campaigns.operations.ts";
import {
  putContactOperation,
  sendContactsOperation,
  updateContactOperation,
} from "../../../api/contacts/contacts.operations.ts";
import { positionOf } from "../../../domain/campaign/hottest-first.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows, fillCampaign } from "../../factories/campaigns.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

const { operator, tenant, test } = await useTenantApi();
const agent = await createAgentRows(test, tenant);
const contact_list_id = await createContactListRows(test, tenant, [{ phone_number: "+12125550150" }]);
const HOTTEST = { order: "hottest" as const, order_by: "double(attributes.score) * 2.0" };

const make = (body: object) => createCampaign(operator, { workflow_id: agent.agentId, contact_list_id, ...body });
const refusal = async (body: object) => {
  const whole = { name: "Refused", workflow_id: agent.agentId, contact_list_id, ...body };
  const { status, detail } = await operator.refused(createCampaignOperation, { body: whole });
  return `${status} ${JSON.stringify(detail)}`;
};

describe("a campaign that calls the hottest first", () => {
  it("keeps its expression, also in a clone, and loses it with the order", async () => {
    const campaign = await make(HOTTEST);
    expect(campaign).toMatchObject(HOTTEST);
    const params = { campaign_id: campaign.id };
    expect((await operator.call(cloneCampaignOperation, { params, body: {} })).body).toMatchObject(HOTTEST);
    const changed = await operator.call(updateCampaignOperation, { params, body: { order_by: "priority + 1" } });
    expect(changed.body).toMatchObject({ order: "hottest", order_by: "priority + 1" });
    const without = await operator.call(updateCampaignOperation, { params, body: { order: "newest" } });
    expect(without.body).toMatchObject({ order: "newest", order_by: null });
    const alone = { params, body: { order_by: "priority" } };
    expect(await operator.refused(updateCampaignOperation, alone)).toMatchObject({ status: 422 });
  });

  it.each([
    [{ order: "hottest" }, "needs order_by"],
    [{ order_by: "priority" }, "is for the order hottest"],
    [{ order: "hottest", order_by: "attributes.city == 'Berlin'" }, "must be a number"],
    [{ order: "hottest", order_by: "double(attributes.score" }, "Line 1, character"],
  ])("is refused where it is saved: %j", async (body, reason) => {
    const told = await refusal(body);
    expect(told).toMatch(/^422 /);
    expect(told).toContain(reason);
  });

  it("orders who waits anew when a program changes the contact", async () => {
    const campaign = await make(HOTTEST);
    const contact = await test.everything
      .selectFrom("contacts")
      .select("id")
      .where("contact_list_id", "=", contact_list_id)
      .executeTakeFirstOrThrow();
    const own = { id: campaign.id, organizationId: tenant.organizationId, ...agent, state: "running" as const };
    const phone_number = "+12125550150";
    await fillCampaign(test, own, { contacts: [{ phone_number, contact_id: contact.id, waits: true }] });
    const position = async () => {
      const row = test.everything.selectFrom("campaign_contacts").select("queue_position");
      return Number((await row.where("campaign_id", "=", campaign.id).executeTakeFirstOrThrow()).queue_position);
    };
    const params = { contact_list_id };
    const attributes = (score: string) => ({ attributes: { score } });
    await operator.call(putContactOperation, { params: { ...params, phone_number }, body: attributes("4") });
    expect(await position()).toBe(positionOf(8));
    await operator.call(sendContactsOperation, { params, body: { contacts: [{ phone_number, ...attributes("7") }] } });
    expect(await position()).toBe(positionOf(14));
    const change = { params: { ...params, contact_id: contact.id }, body: attributes("none") };
    await operator.call(updateContactOperation, change);
    expect(await position()).toBe(positionOf(null));
  });
});
