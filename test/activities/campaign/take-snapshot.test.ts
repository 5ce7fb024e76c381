import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { takeSnapshot } from "../../../activities/campaign/take-snapshot.ts";
import { someContacts } from "../../factories/campaigns.ts";
import { type DiallingRig, type StartedCampaign, startCampaign, startDiallingRig } from "../dialling-rig.ts";

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

const repeat = (campaign: StartedCampaign) => campaign.inOrganization((tx) => takeSnapshot(tx, campaign, new Date()));

/** Restores the campaign from before its snapshot, with ended imports of its file. */
const rewind = async (
  campaign: StartedCampaign,
  imports: readonly ("pending" | "processing" | "completed" | "failed")[],
  source_type: "csv" | "contact_list" = "csv",
) => {
  const { everything } = rig.test;
  const { contact_list_id } = await campaign.row();
  for (const status of imports)
    await everything
      .insertInto("contact_imports")
      .values({
        organization_id: campaign.organizationId,
        contact_list_id: contact_list_id ?? 0,
        object_key: randomUUID(),
        request_uuid: randomUUID(),
        status,
        ...(status === "failed" && { error: "It is no CSV file" }),
      })
      .execute();
  await everything.deleteFrom("campaign_contacts").where("campaign_id", "=", campaign.campaignId).execute();
  await everything
    .updateTable("campaign_figures")
    .set({ total: 0, suppressed: 0 })
    .where("campaign_id", "=", campaign.campaignId)
    .execute();
  await everything
    .updateTable("campaigns")
    .set({ snapshot_at: null, contact_timezones: [], source_type })
    .where("id", "=", campaign.campaignId)
    .execute();
};

describe("the snapshot of a campaign's contacts", () => {
  it("is taken once: a repeat changes neither figures nor contacts, also when the list has grown", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(4) });
    const { snapshot_at, contact_list_id } = await campaign.row();
    await rig.test.everything
      .insertInto("contacts")
      .values({
        organization_id: campaign.organizationId,
        contact_list_id: contact_list_id ?? 0,
        phone_number: "+14155559999",
        name: "Late",
      })
      .execute();
    await repeat(campaign);
    expect(await campaign.contacts()).toHaveLength(4);
    expect((await campaign.row()).snapshot_at).toEqual(snapshot_at);
    const { kept, counted } = await campaign.figures();
    expect(kept).toEqual(counted);
    expect(kept).toMatchObject({ total: 4, suppressed: 0 });
  });

  it("notes the zones that its contacts are in, which claims go through", async () => {
    const contacts = someContacts(3).map((contact, at) => ({
      ...contact,
      timezone: ["Asia/Tokyo", "Africa/Nairobi", "Asia/Tokyo"][at] ?? "",
    }));
    const campaign = await startCampaign(rig, { contacts });
    expect([...(await campaign.row()).contact_timezones].sort()).toEqual(["Africa/Nairobi", "Asia/Tokyo"]);
  });

  it("takes the zones of the number where the list keeps a zone that is refused today, and leaves the list as it is", async () => {
    const contacts = [
      { ...someContacts(1)[0], phone_number: "+447700900123", timezone: "BST" },
      { ...someContacts(1)[0], phone_number: "+12125550123", timezone: "Etc/GMT+5" },
      { ...someContacts(1)[0], phone_number: "+12125550124", timezone: "utc" },
      // A mobile number of Australia tells no place.
      { ...someContacts(1)[0], phone_number: "+61412345678" },
    ];
    const campaign = await startCampaign(rig, { contacts });
    const zones = (await campaign.contacts()).map(({ timezone }) => timezone);
    expect(zones).toEqual([
      "Europe/Guernsey,Europe/Isle_of_Man,Europe/Jersey,Europe/London",
      "America/New_York",
      "utc",
      "Australia/Adelaide,Australia/Brisbane,Australia/Eucla,Australia/Lord_Howe,Australia/Perth,Australia/Sydney,Indian/Christmas,Indian/Cocos",
    ]);
    const kept = await rig.test.everything
      .selectFrom("contacts")
      .select("timezone")
      .where("organization_id", "=", campaign.organizationId)
      .orderBy("id")
      .execute();
    expect(kept.map(({ timezone }) => timezone)).toEqual(["BST", "Etc/GMT+5", "utc", null]);
  });

  it.each([
    [["failed"], "The contact file could not be imported: It is no CSV file"],
    [["completed", "failed"], "The contact file could not be imported: It is no CSV file"],
    [["failed", "completed"], null],
    [["completed"], null],
    [[], null],
  ] as const)("after imports of its file that %j says %p", async (imports, reason) => {
    const campaign = await startCampaign(rig, { contacts: someContacts(2) });
    await rewind(campaign, imports);
    await repeat(campaign);
    expect(await campaign.row()).toMatchObject({
      state: reason === null ? "running" : "failed",
      failure_reason: reason,
      snapshot_at: reason === null ? expect.any(Date) : null,
    });
    expect(await campaign.contacts()).toHaveLength(reason === null ? 2 : 0);
  });

  it.each(["pending", "processing"] as const)("is not taken while the import of its file is %s", async (status) => {
    const campaign = await startCampaign(rig, { contacts: someContacts(2) });
    await rewind(campaign, [status]);
    await repeat(campaign);
    expect(await campaign.row()).toMatchObject({ state: "running", failure_reason: null, snapshot_at: null });
    expect(await campaign.contacts()).toHaveLength(0);
  });

  it("the snapshot of a list's contacts is taken even if an import of the list has failed", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(2) });
    await rewind(campaign, ["failed"], "contact_list");
    await repeat(campaign);
    expect(await campaign.row()).toMatchObject({ state: "running", failure_reason: null });
    expect(await campaign.contacts()).toHaveLength(2);
  });
});
