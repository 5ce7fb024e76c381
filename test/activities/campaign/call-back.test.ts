import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { assessCampaign } from "../../../activities/campaign/assess-campaign.ts";
import { keepCallBack } from "../../../application/campaign/keep-call-back.ts";
import { MOST_CALL_BACKS } from "../../../domain/campaign/asked-call-back.ts";
import { someContacts } from "../../factories/campaigns.ts";
import { type DiallingRig, type StartedCampaign, startCampaign, startDiallingRig } from "../dialling-rig.ts";

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Math.ceil(Date.now() / 60_000) * 60_000 + hours * HOUR_MS);
const asked = (at: Date) => ({ call_back_at: at.toISOString() });

const conclude = async (campaign: StartedCampaign, runUuid: string, variables: Record<string, unknown>) => {
  const run = await campaign.run(runUuid);
  if (!run) throw new Error("the run is gone");
  await campaign.inOrganization((tx) => keepCallBack(tx, { run, variables, language: "en-US" }, new Date()));
};
const eventsOf = async (campaign: StartedCampaign) =>
  (
    await rig.test.everything
      .selectFrom("campaign_logs")
      .select(["event", "details"])
      .where("campaign_id", "=", campaign.campaignId)
      .where("event", "like", "call_back%")
      .orderBy("id")
      .execute()
  ).map(({ event, details }) => ({ event, reason: details?.["reason"] ?? null }));
const figuresHold = async (campaign: StartedCampaign, expected: object) => {
  const { kept, counted } = await campaign.figures();
  expect(kept).toEqual(counted);
  expect(kept).toMatchObject(expected);
};
/** The clock of the database stands still, so that the contact's time comes instead. */
const makeDue = (campaign: StartedCampaign) =>
  rig.test.everything
    .updateTable("campaign_contacts")
    .set({ next_attempt_at: new Date(Date.now() - 1000) })
    .where("campaign_id", "=", campaign.campaignId)
    .where("state", "=", "waiting_retry")
    .execute();

const retries = { enabled: true, max_retries: 1, retry_delay_seconds: 0, retry_on_busy: true };
const settings = {
  retry_config: { ...retries, retry_on_no_answer: true, retry_on_voicemail: true },
};

describe("a person who asks to be called back", () => {
  it("is called then and not before, ahead of the others, and has the campaign's retries besides", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(3), campaign: settings });
    const [first = ""] = (await campaign.claim(1)).runUuids;
    await campaign.end(first, "answered");
    await figuresHold(campaign, { finished: 1, answered: 1 });
    const at = inHours(2);
    await conclude(campaign, first, asked(at));
    await figuresHold(campaign, { finished: 0, answered: 1, waiting_retry: 1 });
    const called = (await campaign.run(first))?.campaign_contact_id;
    const contact = async () => (await campaign.contacts()).find(({ id }) => id === called);
    expect(await contact()).toMatchObject({ state: "waiting_retry", call_back_at: at, next_attempt_at: at });
    const [second = ""] = (await campaign.claim(1)).runUuids;
    expect((await campaign.run(second))?.campaign_contact_id).not.toBe(called);
    await makeDue(campaign);
    const [back = ""] = (await campaign.claim(1)).runUuids;
    expect((await campaign.run(back))?.campaign_contact_id).toBe(called);
    await campaign.end(back, "no_answer");
    expect(await contact()).toMatchObject({ state: "waiting_retry", call_back_at: null, retries: 2, call_backs: 1 });
    await makeDue(campaign);
    const [retry = ""] = (await campaign.claim(1)).runUuids;
    await campaign.end(retry, "no_answer");
    expect(await contact()).toMatchObject({ state: "finished", answered: true });
    await figuresHold(campaign, { finished: 1, in_flight: 1, waiting_retry: 0 });
  });

  it("is not called back, with a reason, where the time has passed or is none, or the person has opted out", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(3) });
    const { runUuids } = await campaign.claim(3);
    const [past = "", none = "", out = ""] = runUuids;
    await campaign.end(past, "answered");
    await campaign.end(none, "answered");
    await campaign.end(out, "answered", { optedOut: true });
    await conclude(campaign, past, asked(inHours(-3)));
    await conclude(campaign, none, { call_back_at: "one day" });
    await conclude(campaign, out, asked(inHours(3)));
    await conclude(campaign, none, { city: "Berlin" });
    const events = await eventsOf(campaign);
    expect(events.map(({ event }) => event)).toEqual(["call_back_ignored", "call_back_ignored", "call_back_ignored"]);
    expect(events.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("has passed"),
      expect.stringContaining("names no day and time"),
      "the person asked not to be called any more",
    ]);
    await figuresHold(campaign, { finished: 3, waiting_retry: 0 });
  });

  it("is called back so often at most, and not after the campaign's end", async () => {
    const ends_at = { at: inHours(24).toISOString() };
    const campaign = await startCampaign(rig, { contacts: someContacts(1), campaign: { ends_at } });
    for (let time = 0; time <= MOST_CALL_BACKS; time += 1) {
      const [run = ""] = (await campaign.claim(1)).runUuids;
      await campaign.end(run, "answered");
      await conclude(campaign, run, asked(inHours(25)));
      await conclude(campaign, run, asked(inHours(1)));
      await makeDue(campaign);
    }
    const planned = (await eventsOf(campaign)).filter(({ event }) => event === "call_back_planned");
    expect(planned).toHaveLength(MOST_CALL_BACKS);
    expect((await eventsOf(campaign)).at(-1)?.reason).toBe(
      `the contact was called back ${MOST_CALL_BACKS} times already`,
    );
    expect((await eventsOf(campaign))[0]?.reason).toBe("the campaign's end comes before");
    await figuresHold(campaign, { finished: 1, waiting_retry: 0 });
  });

  it("keeps its campaign from completing until the conversation is concluded", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const [run = ""] = (await campaign.claim(1)).runUuids;
    await campaign.end(run, "answered");
    const { everything } = rig.test;
    const row = await campaign.run(run);
    await everything.updateTable("call_runs").set({ holds_conversation: true }).where("uuid", "=", run).execute();
    const open = { run_id: row?.id ?? 0, organization_id: campaign.organizationId, driver: "relay" as const };
    await everything.insertInto("conversations").values(open).execute();
    const asksFor = async (name: string) => {
      const definition = JSON.stringify({ nodes: [{ data: { extraction_variables: [{ name }] } }], edges: [] });
      await everything
        .updateTable("agent_versions")
        .set({ definition: JSON.parse(definition) })
        .where("id", "=", row?.agent_version_id ?? 0)
        .execute();
    };
    await asksFor("call_back_at");
    expect(await assessCampaign(rig.deps, campaign)).toMatchObject({ state: "running", looksAtMs: expect.anything() });
    await asksFor("city");
    expect((await assessCampaign(rig.deps, campaign)).state).toBe("completed");
  });
});
