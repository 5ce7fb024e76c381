import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { MockActivityEnvironment } from "@temporalio/testing";
import { reviewRun } from "../../../activities/after-conversation/review-run.ts";
import { concludeCall } from "../../../activities/call-run/conclude-call.ts";
import { writeTranscript } from "../../../activities/call-run/write-transcript.ts";
import { presentRun } from "../../../api/calls/runs.presenter.ts";
import { ALLOWANCE_USED_UP, reserveModelRequest } from "../../../application/model/reserve-model-request.ts";
import { recordModelRequest, recordSpeechRequest } from "../../../application/model/settle-model-usage.ts";
import { readRecords } from "../../../domain/json/json-value.ts";
import { markAnswered } from "../../../infra/postgres/call/run-transitions.ts";
import { type DiallingRig, type StartedCampaign, startDiallingRig } from "../dialling-rig.ts";
import {
  answer,
  concludeTalk,
  listRuns,
  MODEL,
  PROMPT_MINOR,
  standingOf,
  startTalkingCampaign,
  talkersPrices,
} from "../talking-campaign.ts";

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
  rig.deps.prices = talkersPrices();
});
afterAll(() => rig.close());

const placedCall = async () => {
  const campaign = await startTalkingCampaign(rig, { totalMinor: 10_000 });
  const [runUuid = ""] = (await campaign.claim(1)).runUuids;
  await campaign.place(runUuid);
  const [run] = await listRuns(rig, campaign);
  return { campaign, runUuid, runId: run?.id ?? 0, held: run?.reserved_model_minor ?? 0 };
};

describe("a call that was answered, and lost before its conversation began", () => {
  const answeredInSilence = async () => {
    const call = await placedCall();
    await call.campaign.inOrganization((tx) => markAnswered(tx, { id: call.runId }));
    await call.campaign.end(call.runUuid, "answered", { costMinor: 1, durationSeconds: 3 });
    expect(call.held).toBeGreaterThan(0);
    expect(await standingOf(call.campaign)).toMatchObject({ spentMinor: 1, heldMinor: call.held });
    return call;
  };

  it.each([
    { step: "conclusions", settle: concludeCall },
    { step: "transcript", settle: writeTranscript },
  ])("holds nothing for models after the step of its $step, which may be repeated", async ({ settle }) => {
    const { campaign, runUuid } = await answeredInSilence();
    for (let times = 0; times < 2; times += 1) {
      const done = await new MockActivityEnvironment().run(() => settle(rig.deps, campaign.input(runUuid)));
      expect(done).toEqual({ kind: "done" });
      expect(await standingOf(campaign)).toMatchObject({ spentMinor: 1, heldMinor: 0, models: { spentMinor: 0 } });
    }
  });

  it("keeps what its review may cost until that is made or left out", async () => {
    const { campaign, runUuid, held } = await answeredInSilence();
    await addReview(campaign);
    await new MockActivityEnvironment().run(() => concludeCall(rig.deps, campaign.input(runUuid)));
    expect(await standingOf(campaign)).toMatchObject({ spentMinor: 1, heldMinor: held });
    await reviewRun(rig.deps, campaign.input(runUuid), true);
    expect(await standingOf(campaign)).toMatchObject({ spentMinor: 1, heldMinor: 0 });
  });
});

/** Reviews calls of ten seconds and more. */
const addReview = async ({ versionId }: StartedCampaign, own: object = {}): Promise<void> => {
  const version = rig.test.everything.selectFrom("agent_versions").select("definition").where("id", "=", versionId);
  const { definition } = await version.executeTakeFirstOrThrow();
  const data = { name: "QA", qa_min_call_duration: 10, ...own };
  const review = { id: "review", type: "qa", position: { x: 0, y: 0 }, data };
  await rig.test.everything
    .updateTable("agent_versions")
    .set({ definition: { ...definition, nodes: [...readRecords(definition["nodes"]), review] } })
    .where("id", "=", versionId)
    .execute();
};

it("a call that is reviewed by a model with a price in another currency is not dialled, however cheap that is", async () => {
  const campaign = await startTalkingCampaign(rig, { totalMinor: 10_000 });
  const own = { qa_provider: "openai", qa_model: "foreign", qa_endpoint: "https://models.example.com/v1" };
  await addReview(campaign, { qa_use_workflow_llm: false, ...own });
  const [runUuid = ""] = (await campaign.claim(1)).runUuids;
  expect(await campaign.place(runUuid)).toEqual({ kind: "released" });
  expect((await campaign.row()).budget_wait?.says).toMatch(/priced in EUR.*MODEL_PRICES_FILE/);
});

describe("a call of which one model has a price in the budget's currency and another has none", () => {
  const PRICED_MINOR = 5;

  /** Concluded twice, as a repetition does it. */
  const concludedWith = async (other: string) => {
    const call = await placedCall();
    const { campaign, runId, runUuid } = call;
    await answer(campaign, runId);
    for (const model of [MODEL.model, other])
      await recordModelRequest(
        rig.deps.database,
        { organizationId: campaign.organizationId, runId },
        { model: `openai/${model}`, promptTokens: 50_000, completionTokens: 0, estimated: false },
      );
    await campaign.end(runUuid, "answered", { costMinor: 2, durationSeconds: 80 });
    await concludeTalk(rig, campaign, runId);
    await concludeTalk(rig, campaign, runId);
    return call;
  };
  const spent = { spentMinor: 2 + PRICED_MINOR, models: { spentMinor: PRICED_MINOR, heldMinor: 0 } };

  it("has spent what the one costs, as soon as no model is asked any more and for good", async () => {
    const { campaign, runId } = await concludedWith("unlisted");
    expect(await standingOf(campaign)).toMatchObject({ heldMinor: 0, ...spent });
    await endedDaysAgo(runId, 3);
    expect(await standingOf(campaign)).toMatchObject({ heldMinor: 0, ...spent });
  });

  it("keeps the rest held for two days where the other is priced in another currency", async () => {
    const { campaign, runId, held } = await concludedWith("foreign");
    expect(await standingOf(campaign)).toMatchObject({
      spentMinor: 2 + PRICED_MINOR,
      models: { spentMinor: PRICED_MINOR, heldMinor: held - PRICED_MINOR },
    });
    const { organizationId } = campaign;
    const ask = (costMinor: number) =>
      reserveModelRequest(
        rig.deps,
        { organizationId, runId },
        { model: `openai/${MODEL.model}`, promptTokens: costMinor / PROMPT_MINOR, completionTokens: 0 },
      );
    await expect(ask(held - PRICED_MINOR + 1)).rejects.toThrow(ALLOWANCE_USED_UP);
    await (await ask(held - PRICED_MINOR - 1)).end(null);
    await endedDaysAgo(runId, 1.9);
    expect(await standingOf(campaign)).toMatchObject({ heldMinor: held - PRICED_MINOR });
    await endedDaysAgo(runId, 2.1);
    expect(await standingOf(campaign)).toMatchObject({ heldMinor: 0, ...spent });
  });

  it("holds nothing any more at its end where only the one without was asked", async () => {
    const { campaign, runId, runUuid } = await placedCall();
    await answer(campaign, runId);
    await recordModelRequest(
      rig.deps.database,
      { organizationId: campaign.organizationId, runId },
      { model: "openai/unlisted", promptTokens: 50_000, completionTokens: 0, estimated: false },
    );
    await campaign.end(runUuid, "answered", { costMinor: 2, durationSeconds: 80 });
    await concludeTalk(rig, campaign, runId);
    expect(await standingOf(campaign)).toMatchObject({ spentMinor: 2, heldMinor: 0, models: { spentMinor: 0 } });
  });

  it("shows no cost of its models, of which not all are known", async () => {
    const { campaign } = await concludedWith("unlisted");
    const [run] = await listRuns(rig, campaign);
    const shown = run && presentRun(run);
    expect(shown).toMatchObject({ cost_info: { cost_minor: 2, currency: "USD" } });
    expect(shown?.usage.llm).toEqual({
      requests: 2,
      prompt_tokens: 100_000,
      completion_tokens: 0,
      estimated: false,
      cost_minor: null,
      currency: null,
    });
  });
});

describe("a call whose agent speaks with a model of its own", () => {
  const CHARACTERS = 4;

  const spokenWith = async (voice: string, { review }: { review: boolean }) => {
    const call = await placedCall();
    const { campaign, runId, runUuid } = call;
    if (review) await addReview(campaign);
    await answer(campaign, runId);
    await recordSpeechRequest(
      rig.deps.database,
      { organizationId: campaign.organizationId, runId },
      { part: "tts", model: `openai/${voice}`, characters: CHARACTERS, soundMs: 1_000 },
    );
    await campaign.end(runUuid, "answered", { costMinor: 2, durationSeconds: 80 });
    return call;
  };

  it.each(["unlisted-voice", "foreign-voice"])(
    "and asks no other model holds nothing at its end: %s",
    async (voice) => {
      const { campaign, runId } = await spokenWith(voice, { review: false });
      await concludeTalk(rig, campaign, runId);
      expect(await standingOf(campaign)).toMatchObject({ spentMinor: 2, heldMinor: 0, models: { spentMinor: 0 } });
    },
  );

  it("spends what the voice costs beside what is held for the models that are asked", async () => {
    const ASKED_MINOR = 5;
    const { campaign, runId, held } = await spokenWith("voice", { review: true });
    const run = { organizationId: campaign.organizationId, runId };
    const asked = { promptTokens: ASKED_MINOR / PROMPT_MINOR, completionTokens: 0 };
    await recordModelRequest(rig.deps.database, run, { model: `openai/${MODEL.model}`, ...asked, estimated: false });
    await concludeTalk(rig, campaign, runId);
    expect(await standingOf(campaign)).toMatchObject({
      models: { spentMinor: ASKED_MINOR + CHARACTERS, heldMinor: held - ASKED_MINOR },
    });
    const ask = (costMinor: number) =>
      reserveModelRequest(rig.deps, run, {
        model: `openai/${MODEL.model}`,
        promptTokens: costMinor / PROMPT_MINOR,
        completionTokens: 0,
      });
    await expect(ask(held - ASKED_MINOR + 1)).rejects.toThrow(ALLOWANCE_USED_UP);
    await (await ask(held - ASKED_MINOR - 1)).end(null);
  });
});

const endedDaysAgo = (runId: number, days: number) =>
  rig.test.everything
    .updateTable("call_runs")
    .set({ ended_at: new Date(Date.now() - days * 86_400_000) })
    .where("id", "=", runId)
    .execute();
