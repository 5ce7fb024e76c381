import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { assessCampaign } from "../../../activities/campaign/assess-campaign.ts";
import { LOOK_FOR_JOINERS_MS, MOST_JOINERS_AT_ONCE } from "../../../domain/campaign/enrolment.ts";
import { findNewestContact } from "../../../infra/postgres/campaign/campaign-snapshot.repository.ts";
import { someContacts } from "../../factories/campaigns.ts";
import {
  type DiallingRig,
  inParallel,
  type StartedCampaign,
  startCampaign,
  startDiallingRig,
} from "../dialling-rig.ts";

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

type Joiner = { phone_number: string; priority?: number; timezone?: string; attributes?: Record<string, unknown> };

const join = async (campaign: StartedCampaign, contacts: Joiner[]) => {
  const { contact_list_id: listId } = await campaign.row();
  await rig.test.everything
    .insertInto("contacts")
    .values(
      contacts.map((contact) => ({
        ...contact,
        organization_id: campaign.organizationId,
        contact_list_id: listId ?? 0,
      })),
    )
    .execute();
};

const numbersOf = async (campaign: StartedCampaign, runUuids: readonly string[]) =>
  Promise.all(runUuids.map(async (uuid) => (await campaign.run(uuid))?.called_number));
const number = (at: number) => `+1415777${String(at).padStart(4, "0")}`;
const joiners = (count: number) => Array.from({ length: count }, (_, at) => ({ phone_number: number(at) }));
const assess = (campaign: StartedCampaign) => assessCampaign(rig.deps, campaign);
const live = { enrolment: "live" as const };

describe("the order of a campaign's calls", () => {
  const contacts = [
    { phone_number: number(1) },
    { phone_number: number(2), priority: 3 },
    { phone_number: number(3), priority: 9, timezone: "Asia/Tokyo" },
    { phone_number: number(4) },
    { phone_number: number(5), priority: 3, timezone: "Asia/Tokyo" },
  ];

  it("is by priority across zones, then as the contacts came", async () => {
    const campaign = await startCampaign(rig, { contacts });
    expect((await campaign.row()).contact_priorities.toSorted()).toEqual([0, 3, 9]);
    const claims = [await campaign.claim(2), await campaign.claim(1), await campaign.claim(9)];
    const numbers = await numbersOf(
      campaign,
      claims.flatMap(({ runUuids }) => runUuids),
    );
    expect(numbers[0]).toBe(number(3));
    expect(numbers.slice(1, 3).toSorted()).toEqual([number(2), number(5)]);
    expect(numbers.slice(3)).toEqual([number(1), number(4)]);
  });

  it("is the newest first where the campaign says so, within a priority", async () => {
    const campaign = await startCampaign(rig, { contacts, campaign: { order: "newest" } });
    const { runUuids } = await campaign.claim(9);
    const numbers = await numbersOf(campaign, runUuids);
    expect(numbers[0]).toBe(number(3));
    expect(numbers.slice(3)).toEqual([number(4), number(1)]);
  });

  it("is by the campaign's expression, for who is in the list and who joins it, within a priority", async () => {
    const scored = (at: number, score?: string, priority = 0) => ({
      phone_number: number(at),
      priority,
      attributes: score === undefined ? {} : { score },
    });
    const campaign = await startCampaign(rig, {
      contacts: [scored(1, "2.5"), scored(2), scored(3, "30"), scored(4, "-1"), scored(5, "1", 9)],
      campaign: { order: "hottest", order_by: "double(attributes.score)", ...live },
    });
    expect(await numbersOf(campaign, (await campaign.claim(2)).runUuids)).toEqual([number(5), number(3)]);
    await join(campaign, [scored(6, "50"), scored(7, "0")]);
    await assess(campaign);
    const claims = [await campaign.claim(1), await campaign.claim(9)];
    const numbers = await numbersOf(
      campaign,
      claims.flatMap(({ runUuids }) => runUuids),
    );
    expect(numbers).toEqual([6, 1, 7, 4, 2].map(number));
  });
});

describe("a live campaign", () => {
  it("takes who joins its list, calls them by their priority, and completes only when joining was ended", async () => {
    const campaign = await startCampaign(rig, { contacts: [], campaign: live });
    const before = Date.now();
    const idle = await assess(campaign);
    expect(idle).toMatchObject({ state: "running", nextDueAtMs: null });
    expect(idle.looksAtMs).toBeGreaterThanOrEqual(before + LOOK_FOR_JOINERS_MS);
    await join(campaign, [
      { phone_number: number(1), timezone: "Asia/Tokyo" },
      { phone_number: number(2), priority: 5 },
    ]);
    const due = await assess(campaign);
    expect(due.figures).toMatchObject({ total: 2, remaining: 2 });
    expect(due.nextDueAtMs).toBeLessThanOrEqual(Date.now());
    const { runUuids } = await campaign.claim(2);
    expect(await numbersOf(campaign, runUuids)).toEqual([number(2), number(1)]);
    for (const runUuid of runUuids) await campaign.end(runUuid, "answered");
    expect(await assess(campaign)).toMatchObject({ state: "running", nextDueAtMs: null });
    await join(campaign, [{ phone_number: number(3) }]);
    await rig.test.everything
      .updateTable("campaigns")
      .set({
        enrolment_ended_at: new Date(),
        enrolment_ends_with: await campaign.inOrganization(async (tx) =>
          findNewestContact(tx, (await campaign.row()).contact_list_id),
        ),
      })
      .where("id", "=", campaign.campaignId)
      .execute();
    await join(campaign, [{ phone_number: number(4) }]);
    const [last] = (await campaign.claim(5)).runUuids;
    expect(await numbersOf(campaign, [last ?? ""])).toEqual([number(3)]);
    await campaign.end(last ?? "", "answered");
    expect((await assess(campaign)).state).toBe("completed");
    const { kept, counted } = await campaign.figures();
    expect(kept).toEqual(counted);
    expect(kept).toMatchObject({ total: 3, finished: 3 });
  });

  it("takes nobody twice, whoever was in the snapshot, left the list and came back, or is listed as do-not-call", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(2), campaign: live });
    const [first] = await campaign.contacts();
    const again = first?.phone_number ?? "";
    await rig.test.everything
      .deleteFrom("contacts")
      .where("organization_id", "=", campaign.organizationId)
      .where("phone_number", "=", again)
      .execute();
    await rig.test.everything
      .insertInto("do_not_call")
      .values({ organization_id: campaign.organizationId, phone_number: number(8), source: "api" })
      .execute();
    await join(campaign, [{ phone_number: again }, { phone_number: number(8) }, { phone_number: number(9) }]);
    const { figures, runUuids } = await campaign.claim(10);
    expect(runUuids).toHaveLength(3);
    expect(figures).toMatchObject({ total: 4, suppressed: 1 });
    const contacts = await campaign.contacts();
    const listed = contacts.find(({ phone_number }) => phone_number === number(8));
    const steps = await rig.test.everything
      .selectFrom("campaign_steps")
      .select(["contact_ids", "outcome"])
      .where("campaign_id", "=", campaign.campaignId)
      .where("contact_state", "=", "suppressed")
      .execute();
    expect(steps).toEqual([{ contact_ids: [String(listed?.id)], outcome: "blocked_dnc" }]);
    const { kept, counted } = await campaign.figures();
    expect(kept).toEqual(counted);
  });

  it("takes a crowd page by page, whichever claims run at once, and loses nobody", async () => {
    const campaign = await startCampaign(rig, { contacts: [], campaign: live });
    const crowd = MOST_JOINERS_AT_ONCE + 20;
    await join(campaign, joiners(crowd));
    await inParallel([1, 2, 3, 4], { work: () => campaign.claim(5) });
    await campaign.claim(1);
    const rows = await campaign.contacts();
    expect(rows).toHaveLength(crowd);
    const { kept, counted } = await campaign.figures();
    expect(kept).toEqual(counted);
    expect(kept).toMatchObject({ total: crowd, in_flight: 21 });
  });

  it("takes nobody while it is paused, and everybody after it is resumed", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1), campaign: live });
    await campaign.command("pause");
    await join(campaign, joiners(2));
    await campaign.claim(5);
    expect(await campaign.contacts()).toHaveLength(1);
    await campaign.command("resume");
    expect((await campaign.claim(5)).runUuids).toHaveLength(3);
  });
});

describe("a campaign of a segment", () => {
  it("takes whom the expression is true of at its start, and of who joins those of whom it is true then", async () => {
    const segment = { id: "s", name: "Germans", where: 'phone_number contains "+49"' };
    const contacts = [{ phone_number: "+4915100000001" }, { phone_number: number(1) }];
    const campaign = await startCampaign(rig, { contacts, campaign: { ...live, segment } });
    expect((await campaign.contacts()).map((contact) => contact.phone_number)).toEqual(["+4915100000001"]);
    await join(campaign, [
      { phone_number: number(2) },
      { phone_number: "+4915100000002" },
      { phone_number: number(3) },
    ]);
    const { figures, runUuids } = await campaign.claim(9);
    expect((await numbersOf(campaign, runUuids)).toSorted()).toEqual(["+4915100000001", "+4915100000002"]);
    expect(figures.total).toBe(2);
    await join(campaign, [{ phone_number: number(4) }]);
    expect((await campaign.claim(9)).figures.total).toBe(2);
    expect((await campaign.row()).enrolled_to).toBe(
      await campaign.inOrganization(async (tx) => findNewestContact(tx, (await campaign.row()).contact_list_id)),
    );
  });
});
