import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { MockActivityEnvironment } from "@temporalio/testing";
import { createCampaignOccurrenceActivities } from "../../../activities/campaign/campaign-occurrence.activities.ts";
import type { CampaignState } from "../../../domain/campaign/campaign-states.rules.ts";
import { type DiallingRig, type StartedCampaign, startCampaign, startDiallingRig } from "../dialling-rig.ts";

let rig: DiallingRig;
let campaign: StartedCampaign;

beforeAll(async () => {
  rig = await startDiallingRig();
  campaign = await startCampaign(rig);
});
afterAll(() => rig.close());

/** Runs an activity of a time whose campaign has this state; returns its answer and the commands that it sent. */
const inState = async (
  state: CampaignState,
  name: "isOccurrenceOver" | "stopOccurrence",
  childId = campaign.campaignId,
) => {
  await rig.test.everything.updateTable("campaigns").set({ state }).where("id", "=", campaign.campaignId).execute();
  const sent: string[] = [];
  const executeUpdateWithStart = async ({ name }: { name: string }) => void sent.push(name);
  const temporal = Object.assign(Object.create(null), { workflow: { executeUpdateWithStart } });
  const activities = createCampaignOccurrenceActivities({ ...rig.deps, temporal });
  const { organizationId, campaignId } = campaign;
  const answer = await new MockActivityEnvironment().run(() =>
    activities[name]({ organizationId, campaignId, childId }),
  );
  return { answer, sent };
};

describe("the campaign of a time", () => {
  it.each<[CampaignState, boolean]>([
    ["draft", false],
    ["running", false],
    ["paused", false],
    ["failed", true],
    ["completed", true],
    ["canceled", true],
  ])("that is %s is over: %s", async (state, isOver) => {
    expect(await inState(state, "isOccurrenceOver")).toEqual({ answer: isOver, sent: [] });
  });

  it.each<[CampaignState, string[]]>([
    ["draft", ["cancel"]],
    ["running", ["pause", "cancel"]],
    ["paused", ["cancel"]],
    ["failed", ["cancel"]],
    ["completed", []],
    ["canceled", []],
  ])("that is %s is ended for the next one by the commands %j", async (state, commands) => {
    expect(await inState(state, "stopOccurrence")).toEqual({ answer: undefined, sent: commands });
  });

  it("is over, and nothing is left to end, where it was deleted", async () => {
    expect(await inState("running", "isOccurrenceOver", 0)).toEqual({ answer: true, sent: [] });
    expect(await inState("running", "stopOccurrence", 0)).toEqual({ answer: undefined, sent: [] });
  });
});
