import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { ALLOWANCE_USED_UP, reserveModelRequest } from "../../../application/model/reserve-model-request.ts";
import { estimateMostTokensOfCall } from "../../../domain/model/model-allowance.ts";
import type { TokenUsage } from "../../../domain/model/model-usage.ts";
import { limitModel } from "../../../infra/models/limited-model.ts";
import { countingModel, requestOf } from "../counting-model.ts";
import { type DiallingRig, type StartedCampaign, startDiallingRig } from "../dialling-rig.ts";
import { gatherPriceOf } from "../gather-price.ts";
import {
  answer,
  COMPLETION_MINOR,
  concludeTalk,
  listRuns,
  PROMPT_MINOR,
  standingOf,
  startTalkingCampaign,
  talkersPrices,
} from "../talking-campaign.ts";

/** Six minutes, of which the agent's last words are the beginning of the sixth. */
const CARRIER_COST = 6;
let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
  rig.deps.prices = talkersPrices();
});
afterAll(() => rig.close());

const exactCost = ({ promptTokens, completionTokens }: TokenUsage) =>
  promptTokens * PROMPT_MINOR + completionTokens * COMPLETION_MINOR;

const talkingCampaign = (totalMinor: number, model?: string) => startTalkingCampaign(rig, { totalMinor, model });

const highestModelCost = async ({ versionId }: StartedCampaign): Promise<number> => {
  const { definition } = await rig.test.everything
    .selectFrom("agent_versions")
    .select("definition")
    .where("id", "=", versionId)
    .executeTakeFirstOrThrow();
  const least = estimateMostTokensOfCall({ timeLimitSeconds: 320, agentCharacters: JSON.stringify(definition).length });
  return Math.ceil(exactCost(least));
};

const runsOf = (campaign: StartedCampaign) => listRuns(rig, campaign);

/** Asks the model of a run as conversations do; false: the request was not made. */
const ask = async (campaign: StartedCampaign, runId: number, used: TokenUsage): Promise<boolean> => {
  const written: Promise<void>[] = [];
  const { organizationId } = campaign;
  const model = limitModel(countingModel(used), {
    hold: (most) => reserveModelRequest(rig.deps, { organizationId, runId }, most),
    written: (writing) => void written.push(writing),
  });
  try {
    for await (const _event of model.reply(requestOf(used))) continue;
    return true;
  } catch (error) {
    expect(error).toMatchObject({ name: "ModelError", message: ALLOWANCE_USED_UP });
    return false;
  } finally {
    await Promise.all(written);
  }
};

const conclude = (campaign: StartedCampaign, runId: number) => concludeTalk(rig, campaign, runId);

describe("a call under a budget whose agent talks", () => {
  it("holds what its models may come to, beside its carrier, and their real cost takes the place of it", async () => {
    const campaign = await talkingCampaign(10_000);
    const [runUuid = ""] = (await campaign.claim(1)).runUuids;
    expect(await campaign.place(runUuid)).toMatchObject({ kind: "accepted" });
    const held = (await campaign.run(runUuid))?.reserved_model_minor ?? 0;
    expect(held).toBeGreaterThanOrEqual(await highestModelCost(campaign));
    expect(await standingOf(campaign)).toMatchObject({
      spentMinor: 0,
      heldMinor: CARRIER_COST + held,
      models: { spentMinor: 0, heldMinor: held },
    });
    const { id: runId } = (await runsOf(campaign))[0] ?? { id: 0 };
    await answer(campaign, runId);
    expect(await ask(campaign, runId, { promptTokens: 3_000, completionTokens: 250 })).toBe(true);
    await campaign.end(runUuid, "answered", { costMinor: 2, durationSeconds: 80 });
    // Its conclusions are still to be drawn, by the same model.
    expect(await standingOf(campaign)).toMatchObject({ spentMinor: 2, heldMinor: held, hasCallsUnderWay: true });
    await conclude(campaign, runId);
    await conclude(campaign, runId);
    expect(await standingOf(campaign)).toMatchObject({
      spentMinor: 2 + 1,
      heldMinor: 0,
      models: { spentMinor: 1, heldMinor: 0 },
    });
    expect(await campaign.run(runUuid)).toMatchObject({
      cost_minor: 3,
      carrier_cost_minor: 2,
      reserved_model_minor: null,
    });
  });

  it("a call that nobody talked in has asked no model: nothing stays reserved for one", async () => {
    const campaign = await talkingCampaign(10_000);
    const [runUuid = ""] = (await campaign.claim(1)).runUuids;
    await campaign.place(runUuid);
    await campaign.end(runUuid, "no_answer", { costMinor: 0 });
    expect(await standingOf(campaign)).toMatchObject({ spentMinor: 0, heldMinor: 0 });
  });

  it("is not dialled where its models do not fit, or are priced in another currency", async () => {
    const short = await talkingCampaign(CARRIER_COST + 1);
    const [first = ""] = (await short.claim(1)).runUuids;
    expect(await short.place(first)).toEqual({ kind: "released" });
    expect((await short.row()).budget_wait?.says).toMatch(/this call may cost up to USD/);
    const foreign = await talkingCampaign(10_000, "foreign");
    const [second = ""] = (await foreign.claim(1)).runUuids;
    expect(await foreign.place(second)).toEqual({ kind: "released" });
    expect((await foreign.row()).budget_wait?.says).toMatch(
      /tokens of the agent's model are priced in EUR.*MODEL_PRICES_FILE/,
    );
  });

  it("asks its models no more once what is held for them could be overdrawn", async () => {
    const campaign = await talkingCampaign(10_000);
    const [runUuid = ""] = (await campaign.claim(1)).runUuids;
    await campaign.place(runUuid);
    const { id: runId, reserved_model_minor: held } = (await runsOf(campaign))[0] ?? { id: 0, reserved_model_minor: 0 };
    await answer(campaign, runId);
    const large = { promptTokens: 40_000, completionTokens: 5_000 };
    // This number of requests costs more than is reserved, whatever the answers.
    const tooMany = Math.ceil((held ?? 0) / exactCost({ ...large, completionTokens: 0 })) + 1;
    let made = 0;
    while (made < tooMany && (await ask(campaign, runId, large))) made += 1;
    expect(made).toBeGreaterThan(1);
    expect(made).toBeLessThan(tooMany);
    await conclude(campaign, runId);
    const { models } = (await standingOf(campaign)) ?? { models: { spentMinor: 0 } };
    expect(models.spentMinor).toBeLessThanOrEqual(held ?? 0);
    expect(models.spentMinor).toBeGreaterThan((held ?? 0) / 2);
  });
});

type Step =
  | { kind: "place" | "answer" | "conclude" | "ask"; at: number }
  | { kind: "talk"; at: number; tokens: TokenUsage }
  | { kind: "end"; at: number; costMinor: number | null; seconds: number };

const at = fc.nat(7);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("place" as const, "answer" as const), at }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("talk" as const),
      at,
      tokens: fc.record({
        promptTokens: fc.integer({ min: 1, max: 60_000 }),
        completionTokens: fc.integer({ min: 0, max: 3_000 }),
      }),
    }),
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
  if (taken.kind === "talk" && isLive && run.holds_conversation) await ask(campaign, run.id, taken.tokens);
  if (taken.kind === "conclude" && run.ended_at !== null && run.holds_conversation) await conclude(campaign, run.id);
  if (taken.kind === "ask" && run.ended_at !== null) await gatherPriceOf(rig, runUuid);
  if (taken.kind === "end" && isLive) {
    const currency = taken.costMinor === null ? null : "USD";
    await campaign.end(runUuid, "answered", { costMinor: taken.costMinor, currency, durationSeconds: taken.seconds });
  }
};

it("costs and reservations of carriers and models add up after every step, never to more than the budget", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 10, max: 200 }),
      fc.array(step, { minLength: 15, maxLength: 30 }),
      async (limit, steps) => {
        const campaign = await talkingCampaign(limit);
        const { runUuids } = await campaign.claim(4);
        for (const each of steps) {
          await take(campaign, runUuids, each);
          const runs = await runsOf(campaign);
          const sum = (part: (run: (typeof runs)[number]) => number | null | undefined) =>
            runs.reduce((total, run) => total + (part(run) ?? 0), 0);
          const ofModels = sum(({ model_usage }) => model_usage?.cost_minor);
          const ofCarriers = sum(({ cost_minor, model_usage, reserved_minor }) =>
            reserved_minor === null && cost_minor !== null ? cost_minor - (model_usage?.cost_minor ?? 0) : 0,
          );
          const held =
            sum(({ reserved_minor }) => reserved_minor) + sum(({ reserved_model_minor }) => reserved_model_minor);
          expect(await standingOf(campaign)).toMatchObject({ spentMinor: ofModels + ofCarriers, heldMinor: held });
          expect(ofModels + ofCarriers + held).toBeLessThanOrEqual(limit);
        }
      },
    ),
    { numRuns: 15 },
  );
});
