import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { readContactOutlook } from "../../../application/call/call-outlook.ts";
import { findAskedContact } from "../../../application/call/find-asked-contact.ts";
import { explainAdmission, findNextInstant } from "../../../domain/call/admission-outlook.rules.ts";
import { findCampaign } from "../../../infra/postgres/campaign/campaign.repository.ts";
import { recordConsents } from "../../../infra/postgres/contact/consent.repository.ts";
import { addToDoNotCall } from "../../../infra/postgres/contact/do-not-call.repository.ts";
import { createPriceTable } from "../../../infra/telephony/price-table.ts";
import { someContacts } from "../../factories/campaigns.ts";
import { fillNationalList } from "../../factories/national-lists.ts";
import {
  type CampaignOptions,
  type DiallingRig,
  lowerLimits,
  type StartedCampaign,
  startCampaign,
  startDiallingRig,
} from "../dialling-rig.ts";

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
  rig.deps.prices = createPriceTable({
    simulator: { per_minute_minor: 1, billed_every_seconds: 60, currency: "USD", destinations: {} },
  });
});
afterAll(() => rig.close());

const readOutlook = (campaign: StartedCampaign, contactId: number) =>
  campaign.inOrganization(async (tx) => {
    const row = await findCampaign(tx, campaign.campaignId);
    if (!row) throw new Error("the campaign is gone");
    const contact = await findAskedContact(tx, { campaign: row, contactId });
    if (!contact) throw new Error("the campaign does not call this contact");
    return readContactOutlook(rig.deps, tx, { campaign: row, contact });
  });

const blockedBy = async (campaign: StartedCampaign, contactId: number) =>
  explainAdmission((await readOutlook(campaign, contactId)).facts).find(({ passes }) => !passes);

const contactOf = async (campaign: StartedCampaign, runUuid: string) => (await campaign.run(runUuid))?.contact_id ?? 0;

const NUMBER = "+14155550000";
const DAY_MS = 86_400_000;
/** The whole week but the day that it is, everywhere. */
const otherDays = (): { day_of_week: number; start_time: string; end_time: string }[] => {
  const today = (new Date().getUTCDay() + 6) % 7;
  return [2, 3, 4].map((days) => ({ day_of_week: (today + days) % 7, start_time: "00:00", end_time: "24:00" }));
};

interface Situation {
  name: string;
  options?: CampaignOptions;
  /** Requests of other contacts' calls. */
  otherCalls?: number;
  arrange?(campaign: StartedCampaign): Promise<unknown>;
  /** Null: no rule refuses, the call goes out. */
  rule: string | null;
}

const situations: Situation[] = [
  { name: "nothing", rule: null },
  {
    name: "an entry on the do-not-call list",
    arrange: (campaign) =>
      campaign.inOrganization((tx) =>
        addToDoNotCall(tx, {
          organizationId: campaign.organizationId,
          phoneNumbers: [NUMBER],
          source: "manual",
          expiresAt: new Date(Date.now() + DAY_MS),
        }),
      ),
    rule: "do_not_call",
  },
  {
    name: "a national list",
    arrange: (campaign) =>
      fillNationalList(rig.test.everything, { organizationId: campaign.organizationId, numbers: [NUMBER] }),
    rule: "do_not_call",
  },
  {
    name: "a withdrawal",
    arrange: (campaign) =>
      campaign.inOrganization((tx) =>
        recordConsents(tx, [NUMBER], {
          organizationId: campaign.organizationId,
          status: "withdrawn",
          source: "letter",
          actor: "user:1",
        }),
      ),
    rule: "consent",
  },
  { name: "no attestation", options: { campaign: { consent_attested_at: null } }, rule: "consent" },
  { name: "a pause", arrange: (campaign) => campaign.command("pause"), rule: "campaign" },
  {
    name: "an archived agent",
    arrange: (campaign) =>
      rig.test.everything
        .updateTable("agents")
        .set({ status: "archived" })
        .where("id", "=", campaign.agentId)
        .execute(),
    rule: "readiness",
  },
  {
    name: "a closed window",
    arrange: (campaign) =>
      rig.test.everything
        .updateTable("campaigns")
        .set({ schedule_config: { enabled: true, timezone: "UTC", slots: otherDays() } })
        .where("id", "=", campaign.campaignId)
        .execute(),
    rule: "window",
  },
  {
    name: "a full organization",
    options: { contacts: someContacts(2) },
    arrange: async (campaign) => {
      const [other = ""] = (await campaign.claim(1)).runUuids;
      expect((await campaign.place(other)).kind).toBe("accepted");
      await lowerLimits(rig, campaign, { concurrentCallLimit: 1 });
    },
    otherCalls: 1,
    rule: "concurrency",
  },
  {
    name: "a spent budget",
    options: { campaign: { budget: { total_minor: 1, currency: "USD" } } },
    rule: "budget",
  },
  {
    name: "a carrier that asked to slow down",
    arrange: (campaign) =>
      rig.test.everything
        .insertInto("telephony_paces")
        .values({
          organization_id: campaign.organizationId,
          telephony_configuration_id: campaign.tenant.simulatorAccountId,
          next_slot_at: new Date(Date.now() + 600_000),
        })
        .execute(),
    rule: "pace",
  },
];

describe("why a contact is not dialled", () => {
  it.each(situations)(
    "is what admission itself says: $name",
    async ({ options = {}, arrange, otherCalls = 0, rule }) => {
      const campaign = await startCampaign(rig, { contacts: someContacts(1), ...options });
      const claimed = await campaign.claim(1, randomUUID());
      const runUuid = claimed.runUuids[0] ?? "";
      const contactId = await contactOf(campaign, runUuid);
      await arrange?.(campaign);
      const blocking = await blockedBy(campaign, contactId);
      const placement = await campaign.place(runUuid);
      expect(blocking?.rule ?? null).toBe(rule);
      expect(placement.kind === "accepted").toBe(rule === null);
      expect(await campaign.requests()).toHaveLength((rule === null ? 1 : 0) + otherCalls);
      if (placement.kind === "settled") expect(placement.sentence).toBe(blocking?.sentence);
      if (placement.kind === "wait") expect(placement.reason).toBe(blocking?.sentence);
    },
  );
});

it("a contact of a scheduled campaign is told when the campaign begins", async () => {
  const campaign = await startCampaign(rig, { contacts: someContacts(1) });
  const contactId = await contactOf(campaign, (await campaign.claim(1)).runUuids[0] ?? "");
  const begins = new Date(Date.now() + DAY_MS);
  await rig.test.everything
    .updateTable("campaigns")
    .set({ state: "scheduled", begins_at: begins })
    .where("id", "=", campaign.campaignId)
    .execute();
  expect(await blockedBy(campaign, contactId)).toMatchObject({ rule: "campaign", untilMs: begins.getTime() });
});

describe("a contact's own standing", () => {
  it("says that its call is under way, then how long it waits, then that it is finished", async () => {
    const campaign = await startCampaign(rig, {
      contacts: someContacts(1),
      campaign: {
        retry_config: {
          enabled: true,
          max_retries: 1,
          retry_delay_seconds: 3600,
          retry_on_busy: true,
          retry_on_no_answer: true,
          retry_on_voicemail: true,
        },
      },
    });
    const [runUuid = ""] = (await campaign.claim(1)).runUuids;
    const contactId = await contactOf(campaign, runUuid);
    await campaign.place(runUuid);
    expect(await blockedBy(campaign, contactId)).toMatchObject({
      rule: "retry_wait",
      sentence: "A call to this contact is under way",
    });
    await campaign.end(runUuid, "busy");
    const [waiting] = await campaign.contacts();
    const outlook = await readOutlook(campaign, contactId);
    expect(findNextInstant(outlook)).toBe(waiting?.next_attempt_at.getTime());
    expect(explainAdmission(outlook.facts).find(({ passes }) => !passes)).toMatchObject({
      rule: "retry_wait",
      value: expect.stringContaining("waiting, last busy"),
    });
    await rig.test.everything
      .updateTable("campaign_contacts")
      .set({ state: "finished", last_outcome: "answered" })
      .where("campaign_id", "=", campaign.campaignId)
      .execute();
    expect(await blockedBy(campaign, contactId)).toMatchObject({
      sentence: "The contact is finished (answered): the campaign does not call it again",
    });
  });
});
