import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { settleCall } from "../../../activities/call-run/settle-call.ts";
import { assessCampaign } from "../../../activities/campaign/assess-campaign.ts";
import { addToDoNotCall } from "../../../infra/postgres/contact/do-not-call.repository.ts";
import type { CarrierOutcome } from "../../../infra/telephony/carrier.ts";
import { someContacts } from "../../factories/campaigns.ts";
import { type DiallingRig, type StartedCampaign, startCampaign, startDiallingRig } from "../dialling-rig.ts";

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

const retry_config = {
  enabled: true,
  max_retries: 2,
  retry_delay_seconds: 0,
  retry_on_busy: true,
  retry_on_no_answer: true,
  retry_on_voicemail: true,
};
const circuit_breaker = { enabled: true, failure_threshold: 0.6, window_seconds: 60, min_calls_in_window: 5 };

/** The events that can happen to a campaign, by name; `pick` chooses among its runs. */
type Step =
  | { kind: "claim"; limit: number }
  | { kind: "place" | "lose"; pick: number }
  | { kind: "end"; pick: number; outcome: CarrierOutcome; optedOut: boolean }
  | { kind: "block"; pick: number }
  | { kind: "pause" | "resume" }
  | { kind: "assess" };

const pick = fc.nat(1000);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("claim" as const), limit: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("place" as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("lose" as const), pick }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("end" as const),
      pick,
      outcome: fc.constantFrom<CarrierOutcome>("answered", "busy", "no_answer", "voicemail", "failed", "rejected"),
      optedOut: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("block" as const), pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("pause" as const, "resume" as const, "assess" as const) }),
  },
);

const take = async (campaign: StartedCampaign, runUuids: string[], at: Step): Promise<void> => {
  const { organizationId } = campaign;
  if (at.kind === "claim") return void runUuids.push(...(await campaign.claim(at.limit)).runUuids);
  // A command that the state refuses is no concern of the figures.
  if (at.kind === "pause" || at.kind === "resume") return void (await campaign.command(at.kind).catch(() => undefined));
  if (!("pick" in at)) return void (await assessCampaign(rig.deps, campaign));
  const run = await campaign.run(
    runUuids[at.pick % Math.max(runUuids.length, 1)] ?? "00000000-0000-4000-8000-000000000000",
  );
  if (!run) return;
  if (at.kind === "place") return void (await campaign.place(run.uuid));
  if (at.kind === "block") {
    const phoneNumbers = [run.called_number ?? ""];
    return void (await campaign.inOrganization((tx) =>
      addToDoNotCall(tx, { organizationId, phoneNumbers, source: "manual" }),
    ));
  }
  if (run.carrier_requested_at === null) return;
  if (at.kind === "end")
    return void (await campaign.end(run.uuid, at.outcome, { optedOut: at.optedOut && at.outcome === "answered" }));
  const end = { by: "decision", outcome: "failed", reason: "the request never reached the carrier" } as const;
  await settleCall(rig.deps, { ...campaign.input(run.uuid), end });
};

const expectConsistency = async (campaign: StartedCampaign): Promise<void> => {
  const { kept, counted } = await campaign.figures();
  expect(kept).toEqual(counted);
  const live = await rig.test.everything
    .selectFrom("call_runs")
    .select("campaign_contact_id")
    .where("campaign_id", "=", campaign.campaignId)
    .where("state", "in", ["queued", "dialing", "ringing", "in_progress"])
    .execute();
  const inFlight = (await campaign.contacts()).filter(({ state }) => state === "in_flight").map(({ id }) => id);
  expect(live.map((run) => run.campaign_contact_id).sort()).toEqual(inFlight.sort());
};

describe("a campaign's figures", () => {
  it("equal what its contacts come to, whatever happens in whatever order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const campaign = await startCampaign(rig, {
          contacts: someContacts(6),
          campaign: { retry_config, circuit_breaker },
        });
        const runUuids: string[] = [];
        for (const at of steps) await take(campaign, runUuids, at);
        await expectConsistency(campaign);
        const accepted = (await campaign.requests()).filter(({ answer }) => answer === "accepted");
        expect(new Set(accepted.map(({ idempotency_key }) => idempotency_key)).size).toBe(accepted.length);
      }),
      { numRuns: 25, seed: 20_260_302 },
    );
  });

  it("are kept with the time at which a contact is called again", async () => {
    const campaign = await startCampaign(rig, {
      contacts: someContacts(1),
      campaign: { retry_config: { ...retry_config, retry_delay_seconds: 600 } },
    });
    const [runUuid = ""] = (await campaign.claim(1)).runUuids;
    await campaign.place(runUuid);
    await campaign.end(runUuid, "busy");
    const steps = await rig.test.everything
      .selectFrom("campaign_steps")
      .select(["contact_state", "due_at"])
      .where("campaign_id", "=", campaign.campaignId)
      .where("due_at", "is not", null)
      .execute();
    const [contact] = await campaign.contacts();
    expect(steps).toEqual([{ contact_state: "waiting_retry", due_at: contact?.next_attempt_at }]);
  });

  it("are kept with the end of a call whose contact the campaign has given up meanwhile", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const [runUuid = ""] = (await campaign.claim(1)).runUuids;
    await campaign.place(runUuid);
    await rig.test.everything
      .updateTable("campaign_contacts")
      .set({ state: "finished" })
      .where("campaign_id", "=", campaign.campaignId)
      .execute();
    await campaign.end(runUuid, "busy");
    const steps = await rig.test.everything
      .selectFrom("campaign_steps")
      .select(["outcome", "contact_state"])
      .where("run_id", "=", (await campaign.run(runUuid))?.id ?? 0)
      .where("outcome", "is not", null)
      .execute();
    expect(steps).toEqual([{ outcome: "busy", contact_state: null }]);
  });

  it("equal them also when everything happens at once", async () => {
    const campaign = await startCampaign(rig, {
      contacts: someContacts(12),
      campaign: { retry_config, circuit_breaker },
    });
    const runUuids: string[] = [];
    const lanes = fc.sample(fc.array(step, { minLength: 30, maxLength: 30 }), { numRuns: 6, seed: 7 });
    await Promise.all(
      lanes.map(async (steps) => {
        for (const at of steps) await take(campaign, runUuids, at);
      }),
    );
    await expectConsistency(campaign);
    const { attempts } = (await campaign.figures()).kept;
    const accepted = (await campaign.requests()).filter(({ answer }) => answer === "accepted");
    expect(attempts).toBe(accepted.length);
  });
});
