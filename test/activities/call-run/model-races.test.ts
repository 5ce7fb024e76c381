import { afterAll, beforeAll, expect, it } from "@jest/globals";
import fc from "fast-check";
import { ALLOWANCE_USED_UP, reserveModelRequest } from "../../../application/model/reserve-model-request.ts";
import { openRunModel } from "../../../application/model/run-model.ts";
import type { TokenUsage } from "../../../domain/model/model-usage.ts";
import { limitModel } from "../../../infra/models/limited-model.ts";
import { openDatabase } from "../../../infra/postgres/database.ts";
import { WORK_LIMITS } from "../../../infra/postgres/database-limits.ts";
import { countingModel, requestOf } from "../counting-model.ts";
import { type DiallingRig, type StartedCampaign, startDiallingRig } from "../dialling-rig.ts";
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

/** Turns that are broken off write their tokens late, while the next turn already asks the model. */
let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
  rig.deps.prices = talkersPrices();
});
afterAll(() => rig.close());

interface Talk {
  campaign: StartedCampaign;
  runId: number;
  held: number;
}

const talking = async (): Promise<Talk> => {
  const campaign = await startTalkingCampaign(rig, { totalMinor: 10_000 });
  const [runUuid = ""] = (await campaign.claim(1)).runUuids;
  await campaign.place(runUuid);
  const [run] = await listRuns(rig, campaign);
  const talk = { campaign, runId: run?.id ?? 0, held: run?.reserved_model_minor ?? 0 };
  await answer(campaign, talk.runId);
  return talk;
};

/** Hangs up, and draws the conclusions. */
const end = async ({ campaign, runId }: Talk): Promise<void> => {
  const uuid = (await listRuns(rig, campaign))[0]?.uuid ?? "";
  await campaign.end(uuid, "answered", { costMinor: 2, durationSeconds: 80 });
  await concludeTalk(rig, campaign, runId);
};

/**
 * Asks once and hears the first words only. The tokens are stored when `late` resolves. Returns the writing, which is
 * not waited for; null: the request was refused.
 */
const askBriefly = async (
  { campaign, runId }: Talk,
  tokens: TokenUsage,
  late: Promise<void>,
): Promise<{ writing: Promise<void> } | null> => {
  const { organizationId } = campaign;
  const writings: Promise<void>[] = [];
  const model = limitModel(countingModel(tokens), {
    hold: async (most) => {
      const held = await reserveModelRequest(rig.deps, { organizationId, runId }, most);
      return { end: (usage) => late.then(() => held.end(usage)) };
    },
    written: (writing) => void writings.push(writing),
  });
  try {
    for await (const _event of model.reply(requestOf(tokens))) break;
  } catch (error) {
    expect(error).toMatchObject({ name: "ModelError", message: ALLOWANCE_USED_UP });
    return null;
  }
  const [writing] = writings;
  if (!writing) throw new Error("nothing is stored of the request");
  return { writing };
};

const requestsOf = ({ runId }: Talk) =>
  rig.test.everything.selectFrom("model_requests").selectAll().where("run_id", "=", runId).execute();
const exactCostOf = async (talk: Talk): Promise<number> =>
  (await requestsOf(talk)).reduce(
    (sum, row) => sum + row.prompt_tokens * PROMPT_MINOR + row.completion_tokens * COMPLETION_MINOR,
    0,
  );

const LARGE = { promptTokens: 60_000, completionTokens: 500 };

it("broken-off requests at the same instant together come to no more than is held", async () => {
  const talk = await talking();
  const many = Math.ceil((2 * talk.held) / (LARGE.promptTokens * PROMPT_MINOR));
  const stored = Promise.withResolvers<void>();
  const asked = await Promise.all(Array.from({ length: many }, () => askBriefly(talk, LARGE, stored.promise)));
  const made = asked.filter((each) => each !== null);
  expect(made.length).toBeGreaterThan(0);
  expect(made.length).toBeLessThan(many);
  // None of them has stored its tokens, and one more would not fit.
  expect(await askBriefly(talk, LARGE, stored.promise)).toBeNull();
  stored.resolve();
  await Promise.all(made.map(({ writing }) => writing));
  expect(await exactCostOf(talk)).toBeLessThanOrEqual(talk.held);
});

interface Turn {
  tokens: TokenUsage;
  /** Its tokens are stored after so many more turns. */
  storedAfter: number;
}
const turn: fc.Arbitrary<Turn> = fc.record({
  tokens: fc.record({
    promptTokens: fc.integer({ min: 1, max: 60_000 }),
    completionTokens: fc.integer({ min: 0, max: 3_000 }),
  }),
  storedAfter: fc.nat(4),
});

it("whenever the tokens of broken-off turns are stored, their cost is whole in the end and never more than was held", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 4, maxLength: 12 }), fc.nat(12), async (turns, endsBefore) => {
      const talk = await talking();
      const due: { at: number; store(): void; writing: Promise<void> }[] = [];
      const storeDue = async (now: number) => {
        for (const each of due.filter(({ at }) => at <= now)) {
          each.store();
          await each.writing;
        }
      };
      for (const [index, { tokens, storedAfter }] of turns.entries()) {
        if (index === endsBefore) break;
        await storeDue(index);
        const stored = Promise.withResolvers<void>();
        const made = await askBriefly(talk, tokens, stored.promise);
        if (made) due.push({ at: index + storedAfter, store: stored.resolve, writing: made.writing });
      }
      await end(talk);
      const { models: atEnd } = (await standingOf(talk.campaign)) ?? { models: { spentMinor: 0, heldMinor: 0 } };
      expect(atEnd.spentMinor + atEnd.heldMinor).toBeLessThanOrEqual(talk.held);
      await storeDue(Number.POSITIVE_INFINITY);
      const exactMinor = await exactCostOf(talk);
      expect(exactMinor).toBeLessThanOrEqual(talk.held);
      const { models } = (await standingOf(talk.campaign)) ?? { models: null };
      const rounded = exactMinor === 0 ? 0 : Math.max(1, Math.round(exactMinor));
      expect(models).toEqual({ spentMinor: rounded, heldMinor: 0 });
    }),
    { numRuns: 12 },
  );
});

it("a database that is too busy to hold a request is a passing fault of the model", async () => {
  const { campaign, runId } = await talking();
  const { organizationId } = campaign;
  const limits = { ...WORK_LIMITS, mostWaiting: 0, organizationShare: 1 };
  const busy = openDatabase({ url: rig.test.url, poolSize: 1, applicationName: "test", limits });
  const model = openRunModel(
    { ...rig.deps, database: busy },
    { organizationId, runId },
    { choice: null, isHeld: true },
    () => {},
  );
  await busy.inOrganization(organizationId, async () => {
    const replies = model.reply(requestOf(LARGE))[Symbol.asyncIterator]();
    await expect(replies.next()).rejects.toMatchObject({ name: "ModelError", isPassing: true });
  });
  await busy.close();
});

it("a request that its worker never answered for stays held at its most, and is charged to nobody", async () => {
  const talk = await talking();
  await reserveModelRequest(
    rig.deps,
    { organizationId: talk.campaign.organizationId, runId: talk.runId },
    { model: "openai/talker", promptTokens: 70_000, completionTokens: 0 },
  );
  await end(talk);
  expect(await standingOf(talk.campaign)).toMatchObject({ models: { spentMinor: 0, heldMinor: 7 } });
  expect((await listRuns(rig, talk.campaign))[0]).toMatchObject({ cost_minor: 2, model_usage: null });
});
