import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ApplicationFailure } from "@temporalio/common";
import { CONVERSATIONS_AT_A_TIME, type RehearsalState } from "../../../domain/rehearsal/rehearsal.rules.ts";
import {
  type RehearsalInput,
  rehearsalContract,
  rehearsalProgressQuery,
  rehearsalSignals,
  rehearsalStartOptions,
  rehearsalUpdates,
} from "../../../workflows/rehearsal/rehearsal.contract.ts";
import type { PlayActivities, RehearsalActivities } from "../../../workflows/rehearsal/rehearsal.ports.ts";
import { REHEARSAL_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { liveUntilCanceled } from "../../harness/until-canceled.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

/** The runs whose histories are kept for replay by later code. */
const RECORDED = ["played", "paused", "canceled", "failed", "long", "signalled"];

/** The rows of one rehearsal. */
interface Rows {
  state: RehearsalState;
  /** By conversation, what became of it; null: nothing yet. */
  results: (string | null)[];
  played: number[];
  underWay: number;
  mostUnderWay: number;
  play(id: number): Promise<"green" | "red" | "failed" | "canceled">;
}

let env: WorkflowEnvironment;
const rehearsals = new Map<string, Rows>();

const rowsOf = (input: Pick<RehearsalInput, "rehearsalUuid">): Rows => {
  const rows = rehearsals.get(input.rehearsalUuid);
  if (!rows) throw new Error("there are no such rows");
  return rows;
};

const keep = (name: string, count: number, play: Rows["play"] = async () => "green"): Rows => {
  const results = Array.from({ length: count }, () => null);
  const rows: Rows = { state: "running", results, played: [], underWay: 0, mostUnderWay: 0, play };
  rehearsals.set(name, rows);
  return rows;
};

const rowActivities: RehearsalActivities = {
  readRehearsal: async ({ limit, ...input }) => {
    const { state, results } = rowsOf(input);
    const count = (wanted: string | null) => results.filter((each) => each === wanted).length;
    const counts = {
      waiting: count(null),
      playing: 0,
      green: count("green"),
      red: count("red"),
      failed: count("failed"),
      canceled: count("canceled"),
    };
    const next = results.flatMap((result, id) => (result === null ? [id] : [])).slice(0, limit);
    return { state, counts, next };
  },
  writeRehearsalState: async ({ state, ...input }) => {
    const rows = rowsOf(input);
    if (rows.state === "done" || rows.state === "canceled") return rows.state;
    rows.state = state;
    if (state === "canceled") rows.results = rows.results.map((result) => result ?? "canceled");
    return state;
  },
  failConversation: async ({ conversationId, ...input }) => void (rowsOf(input).results[conversationId] = "failed"),
};

const playActivities: PlayActivities = {
  playConversation: async ({ conversationId, ...input }) => {
    const rows = rowsOf(input);
    rows.played.push(conversationId);
    rows.underWay += 1;
    rows.mostUnderWay = Math.max(rows.mostUnderWay, rows.underWay);
    try {
      const state = await rows.play(conversationId);
      rows.results[conversationId] ??= state;
      return state;
    } finally {
      rows.underWay -= 1;
    }
  },
};

const inputOf = (rehearsalUuid: string) => ({ organizationId: 1, rehearsalUuid });
const start = (rehearsalUuid: string) =>
  env.client.workflow.start<(input: RehearsalInput) => Promise<RehearsalState>>(rehearsalContract.type, {
    ...rehearsalStartOptions({ ...inputOf(rehearsalUuid), agentId: 7 }),
    workflowRunTimeout: "2 days",
  });

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: rowActivities, [REHEARSAL_QUEUE]: playActivities });
});
afterAll(async () => {
  for (const name of RECORDED)
    await recordHistory(env, rehearsalContract.workflowId(inputOf(name)), `rehearsal-${name}`);
  await env.close();
});

describe("rehearsal", () => {
  it("plays each conversation once, some at a time", async () => {
    const rows = keep("played", 20, async (id) => (id % 5 === 0 ? "red" : "green"));
    const handle = await start("played");
    expect(handle.workflowId).toBe("org-1/rehearsal-played");
    expect(await handle.result()).toBe("done");
    expect(rows.played.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, id) => id));
    expect(rows.mostUnderWay).toBeLessThanOrEqual(CONVERSATIONS_AT_A_TIME);
    expect(await handle.query(rehearsalProgressQuery)).toMatchObject({ state: "done", counts: { green: 16, red: 4 } });
  });

  it("begins nothing while it is paused, and goes on", async () => {
    const gate = Promise.withResolvers<void>();
    const rows = keep("paused", 30, async (id) => {
      if (id < CONVERSATIONS_AT_A_TIME) await gate.promise;
      return "green";
    });
    const handle = await start("paused");
    await waitUntil("some are played", async () => rows.underWay === CONVERSATIONS_AT_A_TIME || undefined);
    expect(await handle.executeUpdate(rehearsalUpdates.pause)).toBe("paused");
    gate.resolve();
    await waitUntil("those are over", async () => rows.underWay === 0 || undefined);
    await env.skip(60_000);
    expect(rows.played).toHaveLength(CONVERSATIONS_AT_A_TIME);
    expect(rows.state).toBe("paused");
    expect(await handle.executeUpdate(rehearsalUpdates.resume)).toBe("running");
    expect(await handle.result()).toBe("done");
    expect(rows.played).toHaveLength(30);
  });

  it("ends what is under way when it is canceled, and keeps results", async () => {
    const rows = keep("canceled", 10, async (id) => {
      if (id === 0) return "green";
      await liveUntilCanceled();
      return "green";
    });
    const handle = await start("canceled");
    await waitUntil("one has a result", async () => rows.results[0] === "green" || undefined);
    expect(await handle.executeUpdate(rehearsalUpdates.cancel)).toBe("canceled");
    expect(await handle.result()).toBe("canceled");
    expect(rows.results.filter((result) => result === "green")).toEqual(["green"]);
    expect(rows.results.filter((result) => result === "canceled")).toHaveLength(9);
  });

  it("takes a cancellation from the Temporal UI as its own", async () => {
    const rows = keep("ui", 10, async () => {
      await liveUntilCanceled();
      return "green";
    });
    const handle = await start("ui");
    await waitUntil("some are played", async () => rows.underWay > 0 || undefined);
    await handle.cancel();
    expect(await handle.result()).toBe("canceled");
    expect(rows.state).toBe("canceled");
  });

  it("takes the commands as signals, and ignores what its state forbids", async () => {
    const gate = Promise.withResolvers<void>();
    const rows = keep("signalled", 3, async () => {
      await gate.promise;
      return "green";
    });
    const handle = await start("signalled");
    await handle.signal(rehearsalSignals.pause);
    await waitUntil("it is paused", async () => rows.state === "paused" || undefined);
    await handle.signal(rehearsalSignals.resume);
    gate.resolve();
    await waitUntil("it is over", async () => rows.state === "done" || undefined);
    expect(await handle.result()).toBe("done");
  });

  it("fails a conversation whose tries are all over, and plays the others", async () => {
    const rows = keep("failed", 4, async (id) => {
      if (id === 2) throw ApplicationFailure.nonRetryable("it cannot be played");
      return "green";
    });
    expect(await (await start("failed")).result()).toBe("done");
    expect(rows.results).toEqual(["green", "green", "failed", "green"]);
  });

  it("goes on in a new history when one is long, and plays nothing twice", async () => {
    const rows = keep("long", 600);
    const handle = await start("long");
    expect(await handle.result()).toBe("done");
    expect(new Set(rows.played).size).toBe(600);
    expect(rows.played).toHaveLength(600);
    const { historyLength } = await env.client.workflow.getHandle(handle.workflowId).describe();
    expect(historyLength).toBeLessThan(2_000);
  });

  it("plays what has no result when it is started again", async () => {
    const rows = keep("again", 6);
    rows.results = ["green", "red", null, null, "green", "failed"];
    expect(await (await start("again")).result()).toBe("done");
    expect(rows.played.toSorted((a, b) => a - b)).toEqual([2, 3]);
  });
});
