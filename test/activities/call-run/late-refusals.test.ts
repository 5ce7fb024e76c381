import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { concludeConversation } from "../../../application/conversation/conclude-conversation.ts";
import { RETRY_DEFAULTS } from "../../../domain/campaign/retry.rules.ts";
import { someContacts } from "../../factories/campaigns.ts";
import { type DiallingRig, type StartedCampaign, startCampaign, startDiallingRig } from "../dialling-rig.ts";
import { answer } from "../talking-campaign.ts";

/* A campaign whose agent is refused at the end of a call, and knows it only when the call is concluded. */

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

/** Whoever answers is called again at once, so that only the refusal keeps the campaign from it. */
const CALLS_AGAIN = { ...RETRY_DEFAULTS, retry_delay_seconds: 0, retry_on_answered_by: ["person" as const] };

const dial = async (campaign: StartedCampaign) => {
  const [runUuid = ""] = (await campaign.claim(1)).runUuids;
  expect(await campaign.place(runUuid)).toMatchObject({ kind: "accepted" });
  const run = await campaign.run(runUuid);
  if (!run) throw new Error("the run is gone");
  return run;
};

/** The person picks up, asks not to be called again, and hangs up before the answer has come. */
const refuse = async (campaign: StartedCampaign, runId: number): Promise<void> => {
  await answer(campaign, runId);
  const address = { organization_id: campaign.organizationId, run_id: runId };
  const words = { text: "Never call me again!" };
  await campaign.inOrganization(async (tx) => {
    await tx
      .insertInto("conversation_turns")
      .values({
        ...address,
        uuid: randomUUID(),
        number: 1,
        key: "1",
        input: { kind: "speech", ...words },
        state: "interrupted",
      })
      .execute();
    await tx
      .insertInto("conversation_entries")
      .values({ ...address, ...words, turn: 1, speaker: "person", node_id: null })
      .execute();
    await tx
      .updateTable("conversations")
      .set({ state: "ended", end_reason: "user_hangup" })
      .where("run_id", "=", runId)
      .execute();
  });
};

const conclude = ({ organizationId }: StartedCampaign, runUuid: string) =>
  concludeConversation(rig.deps, { organizationId, runUuid, isLastTry: false });

const expectFiguresToHold = async (campaign: StartedCampaign, expected: object) => {
  const { kept, counted } = await campaign.figures();
  expect(kept).toEqual(counted);
  expect(kept).toMatchObject(expected);
};

describe("a refusal that is known only after the call was settled", () => {
  it.each(["answered", "failed"] as const)(
    "takes a contact that would be called again out of its campaign: %s",
    async (outcome) => {
      const campaign = await startCampaign(rig, { contacts: someContacts(1), campaign: { retry_config: CALLS_AGAIN } });
      const run = await dial(campaign);
      await refuse(campaign, run.id);
      await campaign.end(run.uuid, outcome, { answeredBy: "person" });
      expect(await campaign.contacts()).toMatchObject([{ state: "waiting_retry" }]);
      await conclude(campaign, run.uuid);
      expect(await campaign.run(run.uuid)).toMatchObject({ outcome: "opted_out", opted_out: true });
      expect(await campaign.contacts()).toMatchObject([
        { state: "finished", last_outcome: "opted_out", answered: true },
      ]);
      await expectFiguresToHold(campaign, { finished: 1, answered: 1, unreached: 0, waiting_retry: 0, in_flight: 0 });
      expect((await campaign.claim(1)).runUuids).toEqual([]);
    },
  );

  it("stops a further call that was claimed in between, before its carrier is asked", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1), campaign: { retry_config: CALLS_AGAIN } });
    const run = await dial(campaign);
    await refuse(campaign, run.id);
    await campaign.end(run.uuid, "answered", { answeredBy: "person" });
    await rig.test.everything
      .updateTable("campaign_contacts")
      .set({ next_attempt_at: new Date(0) })
      .where("campaign_id", "=", campaign.campaignId)
      .execute();
    const [again = ""] = (await campaign.claim(1)).runUuids;
    await conclude(campaign, run.uuid);
    expect(await campaign.place(again)).toMatchObject({ kind: "settled", outcome: "blocked_dnc" });
    expect(await campaign.requests()).toMatchObject({ length: 1 });
    const { kept, counted } = await campaign.figures();
    expect(kept).toEqual(counted);
  });
});
