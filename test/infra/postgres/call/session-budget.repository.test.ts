import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  ALLOWANCE_USED_UP,
  areModelsReserved,
  reserveModelRequest,
} from "../../../../application/model/reserve-model-request.ts";
import {
  isSpeechReserved,
  reserveSpeechRequest,
  SPEECH_USED_UP,
} from "../../../../application/model/reserve-speech.ts";
import { settleModelUsage } from "../../../../application/model/settle-model-usage.ts";
import { readBudgets } from "../../../../infra/postgres/call/budget.repository.ts";
import { talkersPrices } from "../../../activities/talking-campaign.ts";
import { createAgentRows } from "../../../factories/agents.ts";
import { createRunRow } from "../../../factories/calls.ts";
import { createTenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

const LIMIT = 100;
const prices = talkersPrices();
let test: TestDatabase;
let organizationId: number;
let agent: { organizationId: number; agentId: number; versionId: number };

beforeAll(async () => {
  test = await createTestDatabase();
});
beforeEach(async () => {
  const tenant = await createTenant(test);
  ({ organizationId } = tenant);
  agent = { organizationId, ...(await createAgentRows(test, tenant)) };
  await setBudget({ daily_minor: LIMIT, monthly_minor: null, currency: "USD" });
});
afterAll(() => test.drop());

const setBudget = (budget: { daily_minor: number; monthly_minor: null; currency: string } | null) =>
  test.everything.updateTable("organizations").set({ budget }).where("id", "=", organizationId).execute();

const openSession = (mode: "textchat" | "smallwebrtc", more: { environment?: "sandbox" } = {}) =>
  createRunRow(test, agent, { mode, state: "in_progress", holds_conversation: true, ...more });

/** Costs one unit for ten thousand tokens. */
const askModel = (runId: number, minor: number, model = "talker") =>
  reserveModelRequest(
    { database: test.database, prices },
    { organizationId, runId },
    {
      model: `openai/${model}`,
      promptTokens: minor * 10_000,
      completionTokens: 0,
    },
  );
const usageOf = (minor: number) => ({
  model: "openai/talker",
  promptTokens: minor * 10_000,
  completionTokens: 0,
  estimated: false,
});
const say = (runId: number, characters: number) =>
  reserveSpeechRequest(
    { database: test.database, prices },
    { organizationId, runId },
    {
      part: "tts",
      model: "openai/voice",
      characters,
      soundMs: 0,
    },
  );
const day = async () => {
  const asked = { organizationId, campaign: null, environment: "production" as const };
  const [standing] = await test.database.inOrganization(organizationId, (tx) => readBudgets(tx, asked, new Date()));
  return standing;
};
const conclude = async (runId: number) => {
  const concluded = {
    run_id: runId,
    organization_id: organizationId,
    driver: "text" as const,
    concluded_at: new Date(),
  };
  await test.everything.insertInto("conversations").values(concluded).execute();
  await test.everything
    .updateTable("call_runs")
    .set({ state: "completed", ended_at: new Date() })
    .where("id", "=", runId)
    .execute();
  await test.database.inOrganization(organizationId, (tx) => settleModelUsage(tx, runId, { prices }));
};

describe.each(["textchat", "smallwebrtc"] as const)("a session under the organization's budget: %s", (mode) => {
  it("holds each request before it is sent, until the budget is used up, and gives back what it did not cost", async () => {
    const { id } = await openSession(mode);
    const first = await askModel(id, 60);
    expect(await day()).toMatchObject({ spentMinor: 0, heldMinor: 60, hasCallsUnderWay: true });
    await expect(askModel(id, 41)).rejects.toThrow(ALLOWANCE_USED_UP);
    await first.end(usageOf(10));
    const second = await askModel(id, 90);
    expect(await day()).toMatchObject({ spentMinor: 0, heldMinor: 100 });
    await second.end(usageOf(5));
    await conclude(id);
    expect(await day()).toMatchObject({ spentMinor: 15, heldMinor: 0, models: { spentMinor: 15 } });
  });

  it("leaves to another what it does not hold, and no more", async () => {
    const [one, other] = [await openSession(mode), await openSession(mode)];
    await askModel(one.id, 60);
    await say(other.id, 40);
    await expect(askModel(other.id, 1)).rejects.toThrow(ALLOWANCE_USED_UP);
    await expect(say(one.id, 1)).rejects.toThrow(SPEECH_USED_UP);
    expect(await day()).toMatchObject({ heldMinor: 100 });
  });

  it("counts while it is under way whenever it began, and not on later days", async () => {
    const { id } = await openSession(mode);
    await (await askModel(id, 60)).end(usageOf(50));
    const begun = { created_at: new Date(Date.now() - 3 * 86_400_000) };
    await test.everything.updateTable("call_runs").set(begun).where("id", "=", id).execute();
    expect(await day()).toMatchObject({ heldMinor: 60 });
    await conclude(id);
    expect(await day()).toMatchObject({ spentMinor: 50, heldMinor: 0 });
    const ended = new Date(Date.now() - 2 * 86_400_000);
    await test.everything
      .updateTable("call_runs")
      .set({ ended_at: ended, over_at: ended })
      .where("id", "=", id)
      .execute();
    expect(await day()).toMatchObject({ spentMinor: 0, heldMinor: 0 });
  });

  it("keeps the currency of its first request when the organization's budget changes to another", async () => {
    await setBudget({ daily_minor: LIMIT, monthly_minor: null, currency: "EUR" });
    const { id } = await openSession(mode);
    await askModel(id, 5, "foreign");
    expect((await day())?.heldMinor).toBeGreaterThan(0);
    await setBudget({ daily_minor: LIMIT, monthly_minor: null, currency: "USD" });
    await expect(say(id, 10)).rejects.toThrow("are in EUR");
    expect(await day()).toMatchObject({ heldMinor: 0 });
  });

  it("asks no model whose price is in another currency", async () => {
    const { id } = await openSession(mode);
    await expect(askModel(id, 1, "foreign")).rejects.toThrow("priced in EUR");
  });
});

it("without a budget, or of a sandbox key, sessions hold nothing", async () => {
  const sandbox = await openSession("textchat", { environment: "sandbox" });
  await askModel(sandbox.id, 2 * LIMIT);
  expect(await day()).toMatchObject({ heldMinor: 0 });
  const session = await openSession("smallwebrtc");
  const isHeld = () =>
    test.database.inOrganization(organizationId, async (tx) => [
      await areModelsReserved(tx, session.id),
      await isSpeechReserved(tx, session),
      await areModelsReserved(tx, sandbox.id),
    ]);
  expect(await isHeld()).toEqual([true, true, false]);
  await setBudget(null);
  expect(await isHeld()).toEqual([false, false, false]);
  await askModel(session.id, 2 * LIMIT);
});

it("sessions at the same time never hold more than the budget together", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ minor: fc.integer({ min: 1, max: 60 }), speaks: fc.boolean() }), {
        minLength: 3,
        maxLength: 8,
      }),
      async (requests) => {
        await setBudget({ daily_minor: LIMIT, monthly_minor: null, currency: "USD" });
        await test.everything.deleteFrom("call_runs").where("organization_id", "=", organizationId).execute();
        const asked = await Promise.allSettled(
          requests.map(async ({ minor, speaks }) => {
            const { id } = await openSession("smallwebrtc");
            await (speaks ? say(id, minor) : askModel(id, minor));
            return minor;
          }),
        );
        const held = asked.reduce((sum, each) => sum + (each.status === "fulfilled" ? each.value : 0), 0);
        expect((await day())?.heldMinor).toBe(held);
        expect(held).toBeLessThanOrEqual(LIMIT);
        const left = LIMIT - held;
        // Nothing was refused that there would have been room for.
        const refused = requests.filter((_, at) => asked[at]?.status === "rejected");
        expect(refused.every(({ minor }) => minor > left)).toBe(true);
      },
    ),
    { numRuns: 10 },
  );
});
