import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { closeZone, findNextDueInZone } from "../../../../infra/postgres/campaign/campaign-contacts.repository.ts";
import { type DiallingRig, startCampaign, startDiallingRig } from "../../../activities/dialling-rig.ts";

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

const [BERLIN, TOKYO] = ["Europe/Berlin", "Asia/Tokyo"];

/** A campaign with a contact in each zone; the one in Tokyo is due an hour later. */
const startInTwoZones = async () => {
  const campaign = await startCampaign(rig, {
    contacts: [
      { phone_number: "+4915123456789", timezone: BERLIN },
      { phone_number: "+819012345678", timezone: TOKYO },
    ],
  });
  const dueInTokyo = new Date(Date.now() + 3_600_000);
  await rig.test.everything
    .updateTable("campaign_contacts")
    .set({ next_attempt_at: dueInTokyo })
    .where("campaign_id", "=", campaign.campaignId)
    .where("timezone", "=", TOKYO)
    .execute();
  return { campaign, dueInTokyo };
};

it("finds when the first contact of a zone is due, whoever waits in another one", async () => {
  const { campaign, dueInTokyo } = await startInTwoZones();
  const nextDue = (zone: string) => campaign.inOrganization((tx) => findNextDueInZone(tx, campaign.campaignId, zone));
  expect((await nextDue(TOKYO))?.getTime()).toBe(dueInTokyo.getTime());
  expect((await nextDue(BERLIN))?.getTime()).toBeLessThan(dueInTokyo.getTime());
  expect(await nextDue("America/Lima")).toBeNull();
});

it("closes the contacts of one zone alone, and none that is being called", async () => {
  const { campaign } = await startInTwoZones();
  const closed = await campaign.inOrganization((tx) =>
    closeZone(tx, campaign.campaignId, { timezone: TOKYO, hasEnded: false }),
  );
  expect(closed).toMatchObject({ suppressedIds: [expect.anything()], finishedIds: [] });
  await campaign.claim(10);
  const none = await campaign.inOrganization((tx) =>
    closeZone(tx, campaign.campaignId, { timezone: BERLIN, hasEnded: false }),
  );
  expect(none).toMatchObject({ suppressedIds: [], finishedIds: [], waiting: 0 });
  const states = (await campaign.contacts()).map(({ timezone, state }) => `${timezone} ${state}`);
  expect(states.toSorted()).toEqual([`${TOKYO} suppressed`, `${BERLIN} in_flight`]);
});
