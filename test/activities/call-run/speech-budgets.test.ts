import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { reserveSpeechRequest, SPEECH_USED_UP } from "../../../application/model/reserve-speech.ts";
import { estimateMostSpeechOfCall } from "../../../domain/model/speech-allowance.ts";
import type { SpeechUsage } from "../../../domain/model/speech-usage.ts";
import { type LivekitStandIn, startLivekitStandIn } from "../../infra/telephony/livekit-stand-in.ts";
import { type DiallingRig, type StartedCampaign, startDiallingRig } from "../dialling-rig.ts";
import { gatherPriceOf } from "../gather-price.ts";
import { dialOverTrunks, startSpeakingCampaign } from "../speaking-campaign.ts";
import { answer, concludeTalk, listRuns, standingOf } from "../talking-campaign.ts";

/** Six minutes, as the agent's last words are the beginning of the sixth. */
const CARRIER_COST = 6;
const ENOUGH = 100_000;
let rig: DiallingRig;
let livekit: LivekitStandIn;

beforeAll(async () => {
  [rig, livekit] = await Promise.all([startDiallingRig(), startLivekitStandIn()]);
  await dialOverTrunks(rig, livekit);
});
afterAll(async () => {
  await rig.close();
  await livekit.close();
});

/** By the prices of the test: a unit for each character that is spoken, and for each second that is heard. */
const spoken = (characters: number): SpeechUsage => ({ part: "tts", model: "openai/voice", characters, soundMs: 0 });
const heard = (seconds: number): SpeechUsage => ({
  part: "stt",
  model: "openai/ear",
  characters: 0,
  soundMs: seconds * 1000,
});

const placedCall = async (campaign: StartedCampaign) => {
  const [runUuid = ""] = (await campaign.claim(1)).runUuids;
  expect(await campaign.place(runUuid)).toMatchObject({ kind: "accepted", carriesAudio: true });
  const run = await campaign.run(runUuid);
  return {
    runUuid,
    runId: run?.id ?? 0,
    ofModels: run?.reserved_model_minor ?? 0,
    ofSpeech: run?.reserved_speech_minor ?? 0,
  };
};

const request = ({ organizationId }: StartedCampaign, runId: number, most: SpeechUsage) =>
  reserveSpeechRequest(rig.deps, { organizationId, runId }, most);

const speak = async (campaign: StartedCampaign, runId: number, usage: SpeechUsage) =>
  (await request(campaign, runId, usage)).end(usage);

describe("a call in which the organization's own models speak and hear", () => {
  it("holds the most that they may come to, until their real cost takes the place of it", async () => {
    const campaign = await startSpeakingCampaign(rig, { totalMinor: ENOUGH });
    const { runUuid, runId, ofModels, ofSpeech } = await placedCall(campaign);
    const { tts, stt } = estimateMostSpeechOfCall({ timeLimitSeconds: 320, speed: 1 });
    expect(ofSpeech).toBe(tts.characters + Math.ceil(stt.soundMs / 1000));
    expect(await standingOf(campaign)).toMatchObject({
      spentMinor: 0,
      heldMinor: CARRIER_COST + ofModels + ofSpeech,
      models: { heldMinor: ofModels + ofSpeech },
      hasCallsUnderWay: true,
    });
    await answer(campaign, runId);
    await speak(campaign, runId, spoken(40));
    await speak(campaign, runId, heard(3));
    await campaign.end(runUuid, "answered", { costMinor: 2, durationSeconds: 80 });
    expect(await standingOf(campaign)).toMatchObject({ spentMinor: 2, heldMinor: ofModels + ofSpeech });
    await concludeTalk(rig, campaign, runId);
    const settled = { spentMinor: 2 + 43, heldMinor: 0, models: { spentMinor: 43, heldMinor: 0 } };
    expect(await standingOf(campaign)).toMatchObject(settled);
    expect(await campaign.run(runUuid)).toMatchObject({ cost_minor: 45, carrier_cost_minor: 2 });
    // The last words may be recognized later than the conclusions are drawn.
    await speak(campaign, runId, heard(1));
    expect(await standingOf(campaign)).toMatchObject({ spentMinor: 2 + 44, heldMinor: 0 });
  });

  it("keeps its voice though its agent was archived between two attempts to place it", async () => {
    const campaign = await startSpeakingCampaign(rig, { totalMinor: ENOUGH });
    const { runUuid } = await placedCall(campaign);
    await rig.test.everything
      .updateTable("agents")
      .set({ status: "archived" })
      .where("id", "=", campaign.agentId)
      .execute();
    expect(await campaign.place(runUuid)).toMatchObject({ kind: "accepted", carriesAudio: true });
  });

  it("is not dialled where they do not fit, or are priced in another currency", async () => {
    const { tts, stt } = estimateMostSpeechOfCall({ timeLimitSeconds: 320, speed: 1 });
    const short = await startSpeakingCampaign(rig, { totalMinor: tts.characters + stt.soundMs / 1000 });
    const [first = ""] = (await short.claim(1)).runUuids;
    expect(await short.place(first)).toEqual({ kind: "released" });
    expect((await short.row()).budget_wait?.says).toMatch(/this call may cost up to USD/);
    const foreign = await startSpeakingCampaign(rig, { totalMinor: ENOUGH, tts: "foreign-voice" });
    const [second = ""] = (await foreign.claim(1)).runUuids;
    expect(await foreign.place(second)).toEqual({ kind: "released" });
    expect((await foreign.row()).budget_wait?.says).toMatch(/speak and hear are priced in EUR.*MODEL_PRICES_FILE/);
  });

  it("asks them no more once what is held for them could be overdrawn", async () => {
    const campaign = await startSpeakingCampaign(rig, { totalMinor: ENOUGH });
    const { runId, ofSpeech } = await placedCall(campaign);
    await answer(campaign, runId);
    await speak(campaign, runId, spoken(ofSpeech - 10));
    await expect(request(campaign, runId, heard(11))).rejects.toThrow(SPEECH_USED_UP);
    const pending = await request(campaign, runId, heard(10));
    await expect(request(campaign, runId, spoken(1))).rejects.toThrow(SPEECH_USED_UP);
    await pending.end(null);
    await speak(campaign, runId, spoken(1));
  });

  it("has spent what was said in it also when nobody has talked, and holds nothing more", async () => {
    const campaign = await startSpeakingCampaign(rig, { totalMinor: ENOUGH });
    const { runUuid, runId } = await placedCall(campaign);
    await speak(campaign, runId, spoken(30));
    await campaign.end(runUuid, "voicemail", { costMinor: 1, durationSeconds: 20 });
    expect(await standingOf(campaign)).toMatchObject({ spentMinor: 31, heldMinor: 0 });
  });

  it("holds what they have not cost for ten minutes after an end of which no conclusions were drawn", async () => {
    const campaign = await startSpeakingCampaign(rig, { totalMinor: ENOUGH });
    const { runUuid, runId, ofModels, ofSpeech } = await placedCall(campaign);
    await answer(campaign, runId);
    await campaign.end(runUuid, "answered", { costMinor: 2, durationSeconds: 80 });
    const heldAfter = async (minutes: number) => {
      await rig.test.everything
        .updateTable("call_runs")
        .set({ ended_at: new Date(Date.now() - minutes * 60_000) })
        .where("id", "=", runId)
        .execute();
      return (await standingOf(campaign))?.heldMinor;
    };
    expect(await heldAfter(9.5)).toBe(ofModels + ofSpeech);
    expect(await heldAfter(10.5)).toBe(ofModels);
  });

  it("a call that nobody answered reserves nothing for speech", async () => {
    const campaign = await startSpeakingCampaign(rig, { totalMinor: ENOUGH });
    const { runUuid } = await placedCall(campaign);
    await campaign.end(runUuid, "no_answer", { costMinor: 0 });
    expect(await standingOf(campaign)).toMatchObject({ spentMinor: 0, heldMinor: 0 });
  });
});

type Step =
  | { kind: "place" | "answer" | "conclude" | "ask"; at: number }
  | { kind: "speak"; at: number; usage: SpeechUsage; isAnswered: boolean }
  | { kind: "end"; at: number; costMinor: number | null; seconds: number };

const at = fc.nat(3);
const usage = fc.oneof(fc.integer({ min: 1, max: 9_000 }).map(spoken), fc.integer({ min: 1, max: 400 }).map(heard));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("place" as const, "answer" as const), at }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("speak" as const), at, usage, isAnswered: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("end" as const),
      at,
      costMinor: fc.option(fc.integer({ min: 0, max: CARRIER_COST })),
      seconds: fc.integer({ min: 1, max: 320 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("conclude" as const, "ask" as const), at }) },
);

const take = async (campaign: StartedCampaign, runUuids: readonly string[], taken: Step): Promise<void> => {
  const runUuid = runUuids[taken.at % Math.max(runUuids.length, 1)] ?? "";
  const run = await campaign.run(runUuid);
  if (!run) return;
  const isLive = run.carrier_requested_at !== null && run.ended_at === null;
  if (taken.kind === "place") await campaign.place(runUuid);
  if (taken.kind === "answer" && isLive) await answer(campaign, run.id);
  if (taken.kind === "speak" && isLive) {
    const held = await request(campaign, run.id, taken.usage).catch(() => null);
    await held?.end(taken.isAnswered ? taken.usage : null);
  }
  if (taken.kind === "conclude" && run.ended_at !== null && run.holds_conversation)
    await concludeTalk(rig, campaign, run.id);
  if (taken.kind === "ask" && run.ended_at !== null) await gatherPriceOf(rig, runUuid);
  if (taken.kind === "end" && isLive) {
    const currency = taken.costMinor === null ? null : "USD";
    await campaign.end(runUuid, "answered", { costMinor: taken.costMinor, currency, durationSeconds: taken.seconds });
  }
};

it("costs and reservations of carriers, models and speech add up after every step, never to more than the budget", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 10_000, max: 45_000 }),
      fc.array(step, { minLength: 12, maxLength: 20 }),
      async (limit, steps) => {
        const campaign = await startSpeakingCampaign(rig, { totalMinor: limit });
        const { runUuids } = await campaign.claim(4);
        for (const each of steps) {
          await take(campaign, runUuids, each);
          const runs = await listRuns(rig, campaign);
          const sum = (part: (run: (typeof runs)[number]) => number | null | undefined) =>
            runs.reduce((total, run) => total + (part(run) ?? 0), 0);
          const ofModels = sum(({ model_usage }) => model_usage?.cost_minor);
          const ofCarriers = sum(({ cost_minor, model_usage, reserved_minor }) =>
            reserved_minor === null && cost_minor !== null ? cost_minor - (model_usage?.cost_minor ?? 0) : 0,
          );
          const held = sum(
            (run) => (run.reserved_minor ?? 0) + (run.reserved_model_minor ?? 0) + (run.reserved_speech_minor ?? 0),
          );
          expect(await standingOf(campaign)).toMatchObject({ spentMinor: ofModels + ofCarriers, heldMinor: held });
          expect(ofModels + ofCarriers + held).toBeLessThanOrEqual(limit);
        }
      },
    ),
    { numRuns: 8 },
  );
});
