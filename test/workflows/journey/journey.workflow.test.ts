import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ROUNDS_OF_ONE_HISTORY } from "../../../workflows/history-length.ts";
import {
  type JourneyInput,
  journeyContract,
  journeyStartOptions,
  lookAtJourneySignal,
} from "../../../workflows/journey/journey.contract.ts";
import type { JourneyActivities, JourneyRound } from "../../../workflows/journey/journey.ports.ts";
import { WEBHOOK_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

const RECORDED = { 1: "waits", 2: "woken", 3: "woken-while-it-works", 4: "tried-again", 5: "continued" };
const DAY_MS = 86_400_000;

/** People who wait, by when; the rows as far as the workflow sees them. */
interface Campaign {
  dueMs: number[];
  doneAtMs: number[];
  /** How many rounds say that more is to be done at once. */
  hasty: number;
  failures: number;
  rounds: number;
  /** Done within a round. */
  during?: () => Promise<void>;
}

let env: WorkflowEnvironment;
const campaigns = new Map<number, Campaign>();

const campaignOf = (campaignId: number): Campaign => {
  const campaign = campaigns.get(campaignId);
  if (!campaign) throw new Error(`no campaign ${campaignId}`);
  return campaign;
};

const activities: JourneyActivities = {
  workOnJourney: async ({ campaignId }): Promise<JourneyRound> => {
    const campaign = campaignOf(campaignId);
    campaign.rounds += 1;
    campaign.failures -= 1;
    if (campaign.failures >= 0) throw new Error("the database was away");
    campaign.hasty -= 1;
    if (campaign.hasty >= 0) return { next: "again" };
    const nowMs = await env.currentTimeMs();
    const due = campaign.dueMs.filter((dueMs) => dueMs <= nowMs);
    campaign.dueMs = campaign.dueMs.filter((dueMs) => dueMs > nowMs);
    campaign.doneAtMs.push(...due.map(() => nowMs));
    const next = Math.min(...campaign.dueMs);
    await campaign.during?.();
    return next === Infinity ? { next: "done" } : { next: "wait", untilMs: next };
  },
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: {}, [WEBHOOK_QUEUE]: activities });
});
afterAll(async () => {
  for (const [campaignId, what] of Object.entries(RECORDED))
    await recordHistory(env, journeyContract.workflowId(named(Number(campaignId))), `journey-${what}`);
  await env.close();
});

const named = (campaignId: number): JourneyInput => ({ organizationId: 7, campaignId });
const start = (campaignId: number, campaign: Partial<Campaign> = {}) => {
  campaigns.set(campaignId, { dueMs: [], doneAtMs: [], hasty: 0, failures: 0, rounds: 0, ...campaign });
  return env.client.workflow.start<(input: JourneyInput) => Promise<void>>(journeyContract.type, {
    ...journeyStartOptions(named(campaignId)),
    workflowRunTimeout: "90 days",
  });
};

describe("the workflow of a journey", () => {
  it("sleeps until the next person is due, for sixty days too, and ends when nobody waits", async () => {
    const nowMs = await env.currentTimeMs();
    const dueMs = [nowMs - 1000, nowMs + 600_000, nowMs + 60 * DAY_MS];
    const handle = await start(1, { dueMs });
    expect(handle.workflowId).toBe("org-7/journey-1");
    await handle.result();
    const { doneAtMs, rounds } = campaignOf(1);
    expect(rounds).toBe(3);
    const late = doneAtMs.map((atMs, index) => atMs - (dueMs[index] ?? 0));
    expect(late.every((lateMs) => lateMs >= 0 && lateMs < 60_000)).toBe(true);
  });

  it("is woken by a step that is due sooner", async () => {
    const nowMs = await env.currentTimeMs();
    const handle = await start(2, { dueMs: [nowMs + 60 * DAY_MS] });
    await waitUntil("it has looked once", () => campaignOf(2).rounds === 1);
    campaignOf(2).dueMs = [nowMs - 1000];
    await handle.signal(lookAtJourneySignal);
    await waitUntil("it has looked again", () => campaignOf(2).rounds === 2);
    await handle.result();
    expect((campaignOf(2).doneAtMs[0] ?? Infinity) - nowMs).toBeLessThan(DAY_MS);
  });

  it("looks once more where it is woken while it looks for the last time", async () => {
    let isTold = false;
    const during = async () => {
      if (isTold) return;
      isTold = true;
      campaignOf(3).dueMs = [0];
      await env.client.workflow.getHandle("org-7/journey-3").signal(lookAtJourneySignal);
    };
    await (await start(3, { during })).result();
    expect(campaignOf(3)).toMatchObject({ rounds: 2, dueMs: [] });
    expect(campaignOf(3).doneAtMs).toHaveLength(1);
  });

  it("tries again what failed, and goes on at once where more is to be done", async () => {
    await (await start(4, { failures: 2, hasty: 2 })).result();
    expect(campaignOf(4).rounds).toBe(5);
  });

  it("goes on in a new history after so many rounds", async () => {
    const handle = await start(5, { hasty: ROUNDS_OF_ONE_HISTORY + 1 });
    const { runId: firstRunId } = await handle.describe();
    await handle.result();
    expect(campaignOf(5).rounds).toBe(ROUNDS_OF_ONE_HISTORY + 2);
    const { runId } = await env.client.workflow.getHandle(handle.workflowId).describe();
    expect(runId).not.toBe(firstRunId);
    expect((await handle.fetchHistory()).events?.length).toBeLessThan(2000);
  });
});
