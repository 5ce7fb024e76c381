import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ApplicationFailure, Context } from "@temporalio/activity";
import { WorkflowFailedError } from "@temporalio/client";
import {
  type NationalListFigures,
  type NationalListInput,
  nationalListContract,
  nationalListStartOptions,
} from "../../../workflows/national-list/national-list.contract.ts";
import { CANCELED } from "../../../workflows/national-list/national-list.details.ts";
import type { NationalListActivities } from "../../../workflows/national-list/national-list.ports.ts";
import { IMPORT_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

/** The lists of this file whose histories are kept for replay by later code, and what they show. */
const RECORDED = { 1: "in-force", 2: "failed", 3: "canceled", 4: "tried-again" };

let env: WorkflowEnvironment;
/** The behaviour of loading a list on its nth try. */
const behaviour = new Map<number, (attempt: number) => Promise<void>>();
const done: string[] = [];
/** The list that can be settled only after more attempts than its file is read. */
const SETTLED_LATE = 8;
const LATE_ATTEMPT = 20;

const activities: NationalListActivities = {
  loadNationalList: async ({ nationalListId }) => {
    await behaviour.get(nationalListId)?.(Context.current().info.attempt);
    done.push(`${nationalListId} loaded`);
  },
  settleNationalList: async ({ nationalListId, error }) => {
    if (nationalListId === SETTLED_LATE && Context.current().info.attempt < LATE_ATTEMPT)
      throw new Error("the database is away");
    done.push(`${nationalListId} settled: ${error ?? "no error"}`);
    return { state: error === null ? "in_force" : "failed", numbers: 5, invalid: 1, error };
  },
  dropFormerNumbers: async ({ nationalListId }) => {
    done.push(`${nationalListId} dropped`);
  },
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: {}, [IMPORT_QUEUE]: activities });
});
afterAll(async () => {
  for (const [id, what] of Object.entries(RECORDED)) {
    const workflowId = nationalListContract.workflowId({ organizationId: 7, nationalListId: Number(id) });
    await recordHistory(env, workflowId, `national-list-${what}`);
  }
  await env.close();
});

const start = (nationalListId: number) => {
  const input = { organizationId: 7, nationalListId };
  return env.client.workflow.start<(input: NationalListInput) => Promise<NationalListFigures>>(
    nationalListContract.type,
    { ...nationalListStartOptions(input, "FTC 212"), workflowRunTimeout: "2 days" },
  );
};

const detailsOf = async (handle: Awaited<ReturnType<typeof start>>): Promise<string> =>
  (await handle.query<{ currentDetails?: string }>("__temporal_workflow_metadata")).currentDetails ?? "";

const doneBy = (id: number) => done.filter((entry) => entry.startsWith(`${id} `));

describe("nationalList", () => {
  it("loads, puts in force and drops what was in force before", async () => {
    const handle = await start(1);
    expect(handle.workflowId).toBe("org-7/national-list-1");
    expect(await handle.result()).toEqual({ state: "in_force", numbers: 5, invalid: 1, error: null });
    expect(doneBy(1)).toEqual(["1 loaded", "1 settled: no error", "1 dropped"]);
    expect(await detailsOf(handle)).toBe("**in force**: 5 numbers, 1 lines without one");
  });

  it("says why a file cannot be loaded, and drops what it had loaded", async () => {
    behaviour.set(2, async () => {
      throw ApplicationFailure.nonRetryable("The file is empty.");
    });
    const handle = await start(2);
    expect(await handle.result()).toMatchObject({ state: "failed", error: "The file is empty." });
    expect(doneBy(2)).toEqual(["2 settled: The file is empty.", "2 dropped"]);
    expect(await detailsOf(handle)).toContain("The file is empty.");
  });

  it("is settled however long a part was away", async () => {
    const handle = await start(SETTLED_LATE);
    await env.skip(4 * 3_600_000);
    await waitUntil("it is over", async () => (await handle.describe()).status.name !== "RUNNING");
    expect(await handle.result()).toMatchObject({ state: "in_force" });
  });

  it("is not in force when it was canceled", async () => {
    let begun = false;
    behaviour.set(3, async () => {
      begun = true;
      const context = Context.current();
      const heart = setInterval(() => context.heartbeat(), 100);
      await context.cancelled.finally(() => clearInterval(heart));
    });
    const handle = await start(3);
    await waitUntil("it is being loaded", async () => begun);
    expect(await detailsOf(handle)).toContain("**loading**");
    await handle.cancel();
    await expect(handle.result()).rejects.toThrow(WorkflowFailedError);
    expect(doneBy(3)).toEqual([`3 settled: ${CANCELED}`, "3 dropped"]);
  });

  it("tries again after failures of ours", async () => {
    behaviour.set(4, async (attempt) => {
      if (attempt < 4) throw new Error("the database is away");
    });
    expect(await (await start(4)).result()).toMatchObject({ state: "in_force" });
  });
});
