import { beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { campaignForecastOperation } from "../../../api/campaigns/campaign-reading.operations.ts";
import { cloneCampaignOperation, createCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { createContactListOperation, sendContactsOperation } from "../../../api/contacts/contacts.operations.ts";
import {
  createSegmentOperation,
  deleteSegmentOperation,
  listSegmentsOperation,
  previewSegmentOperation,
} from "../../../api/contacts/segments.operations.ts";
import { MOST_SEGMENTS_OF_LIST } from "../../../domain/contact/segment.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createContactListRows } from "../../factories/campaigns.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

const { operator, tenant, test } = await useTenantApi();
let contact_list_id: number;

beforeAll(async () => {
  contact_list_id = (await operator.call(createContactListOperation, { body: { name: "Customers" } })).body.id;
  const contacts = Array.from({ length: 8 }, (_, at) => ({
    phone_number: `+1212555010${at}`,
    name: `Contact ${at}`,
    attributes: { city: at % 2 === 0 ? "Berlin" : "Hamburg", owed: at },
  }));
  await operator.call(sendContactsOperation, { params: { contact_list_id }, body: { contacts } });
});

const inList = (body: { where: string }) => ({ params: { contact_list_id }, body });
const keep = async (name: string, where: string) =>
  (await operator.call(createSegmentOperation, { params: { contact_list_id }, body: { name, where } })).body;

describe("a segment of a list", () => {
  it("is counted while it is written, with five of its contacts", async () => {
    const { body } = await operator.call(previewSegmentOperation, inList({ where: "owed >= 1" }));
    expect(body.count).toBe(7);
    expect(body.examples).toHaveLength(5);
    expect(body.examples[0]).toMatchObject({ phone_number: "+12125550101", name: "Contact 1" });
    const refused = await operator.refused(previewSegmentOperation, inList({ where: "owed >= " }));
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.detail)).toContain("at character");
  });

  it("is kept under a name of its own, listed, and deleted", async () => {
    const kept = await keep("Berliners", 'city = "Berlin"');
    expect(await keep("Berliners", 'city = "Berlin"')).toEqual(kept);
    const another = { params: { contact_list_id }, body: { name: "Berliners", where: "owed = 1" } };
    expect(await operator.refused(createSegmentOperation, another)).toMatchObject({
      status: 409,
      code: "segment_name_taken",
    });
    const listed = async () =>
      (await operator.call(listSegmentsOperation, { params: { contact_list_id } })).body.segments;
    expect(await listed()).toEqual([kept]);
    const params = { contact_list_id, segment_id: kept.segment_id };
    await operator.call(deleteSegmentOperation, { params });
    expect(await listed()).toEqual([]);
    expect(await operator.refused(deleteSegmentOperation, { params })).toMatchObject({ status: 404 });
  });

  it("is whom a campaign calls, also when it is deleted afterwards", async () => {
    const { agentId: workflow_id } = await createAgentRows(test, tenant);
    const kept = await keep("Debtors of Berlin", 'city = "Berlin" and owed > 0');
    const body = { name: "Owed", workflow_id, contact_list_id, segment_id: kept.segment_id, consent_attested: true };
    const { body: draft } = await operator.call(createCampaignOperation, { body });
    expect(draft.segment).toEqual({ id: kept.segment_id, name: kept.name, where: kept.where });
    const cloned = await operator.call(cloneCampaignOperation, { params: { campaign_id: draft.id }, body: {} });
    expect(cloned.body.segment).toEqual(draft.segment);
    await operator.call(deleteSegmentOperation, { params: { contact_list_id, segment_id: kept.segment_id } });
    const forecast = await operator.call(campaignForecastOperation, { params: { campaign_id: draft.id } });
    expect(forecast.body.contacts).toBe(3);
    expect(await operator.refused(createCampaignOperation, { body })).toMatchObject({ status: 404 });
  });

  it("is refused for a list that has as many as it may have", async () => {
    const full = (await operator.call(createContactListOperation, { body: { name: "Many" } })).body.id;
    const segment = {
      id: "00000000-0000-4000-8000-000000000000",
      where: "owed = 1",
      created_at: new Date().toISOString(),
    };
    const segments = Array.from({ length: MOST_SEGMENTS_OF_LIST }, (_, at) => ({ ...segment, name: `Part ${at}` }));
    await test.everything
      .updateTable("contact_lists")
      .set({ segments: sql`${JSON.stringify(segments)}::jsonb` })
      .where("id", "=", full)
      .execute();
    const one = { params: { contact_list_id: full }, body: { name: "One more", where: "owed = 1" } };
    expect(await operator.refused(createSegmentOperation, one)).toMatchObject({
      status: 409,
      code: "too_many_segments",
    });
    expect(await createContactListRows(test, tenant)).toBeGreaterThan(full);
  });
});
