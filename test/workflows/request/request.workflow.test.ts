import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { decideRequestStep, type RequestStanding } from "../../../domain/request/request.rules.ts";
import {
  lookAtRequestSignal,
  type RequestInput,
  requestContract,
  requestStartOptions,
} from "../../../workflows/request/request.contract.ts";
import type {
  RequestActionActivities,
  RequestFollowUpActivities,
  RequestRowActivities,
} from "../../../workflows/request/request.ports.ts";
import { FOLLOW_UP_QUEUE, TOOL_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

const RECORDED = { 1: "answered", 2: "expired", 3: "carried-out", 4: "undone", 5: "withdrawn", 6: "told-in-a-call" };
const HOUR_MS = 3_600_000;

/** The row, as far as the workflow can see it. */
interface Row extends RequestStanding {
  expiresAtMs: number;
  done: string[];
  /** How often a live call is found without the answer. */
  callsToWait: number;
}

let env: WorkflowEnvironment;
const rows = new Map<number, Row>();

const rowOf = (requestId: number): Row => {
  const row = rows.get(requestId);
  if (!row) throw new Error(`no request ${requestId}`);
  return row;
};

const looking: RequestRowActivities = {
  lookAtRequest: async ({ requestId, withdrawn }) => {
    const row = rowOf(requestId);
    row.isExpired = withdrawn || (await env.currentTimeMs()) >= row.expiresAtMs;
    const step = decideRequestStep(row);
    if (step === "expire") {
      row.state = "expired";
      row.done.push("expired");
      return { step: "tell", secondsLeft: 0 };
    }
    return { step, secondsLeft: (row.expiresAtMs - (await env.currentTimeMs())) / 1000 };
  },
};
const acting: RequestActionActivities = {
  carryOutAction: async ({ requestId, undo }) => {
    const row = rowOf(requestId);
    row.done.push(undo ? "undone" : "carried out");
    if (undo) row.isUndoCarriedOut = true;
    else row.isCarriedOut = true;
  },
};
const telling: RequestFollowUpActivities = {
  tellOfRequest: async ({ requestId }) => {
    const row = rowOf(requestId);
    row.callsToWait -= 1;
    if (row.callsToWait >= 0) return { kind: "again", inSeconds: 15 };
    row.isTold = true;
    row.done.push("told");
    return { kind: "done" };
  },
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({
    [WORKFLOW_QUEUE]: looking,
    [TOOL_QUEUE]: acting,
    [FOLLOW_UP_QUEUE]: telling,
  });
});
afterAll(async () => {
  for (const [requestId, what] of Object.entries(RECORDED)) {
    const workflowId = requestContract.workflowId({ organizationId: 7, requestId: Number(requestId) });
    await recordHistory(env, workflowId, `request-${what}`);
  }
  await env.close();
});

const start = async (requestId: number, row: Partial<Row> = {}) => {
  rows.set(requestId, {
    state: "open",
    decision: null,
    isExpired: false,
    isCarriedOut: false,
    isUndoAsked: false,
    isUndoCarriedOut: false,
    isTold: false,
    expiresAtMs: (await env.currentTimeMs()) + HOUR_MS,
    done: [],
    callsToWait: 0,
    ...row,
  });
  return again(requestId);
};

const again = (requestId: number) =>
  env.client.workflow.start<(input: RequestInput) => Promise<string>>(requestContract.type, {
    ...requestStartOptions({ organization_id: 7, id: requestId, kind: "question" }),
    workflowRunTimeout: "2 days",
  });

describe("a request to people", () => {
  it("waits until somebody answers, and tells whoever asked", async () => {
    const handle = await start(1);
    expect(handle.workflowId).toBe("org-7/request-1");
    await handle.signal(lookAtRequestSignal);
    Object.assign(rowOf(1), { state: "settled", decision: "answered" });
    await handle.signal(lookAtRequestSignal);
    expect(await handle.result()).toBe("finished");
    expect(rowOf(1).done).toEqual(["told"]);
  });

  it("expires when its time is over, whoever forgot to tell it, and not before", async () => {
    const startedAtMs = await env.currentTimeMs();
    const handle = await start(2);
    expect(await handle.result()).toBe("finished");
    expect((await env.currentTimeMs()) - startedAtMs).toBeGreaterThanOrEqual(HOUR_MS);
    expect(rowOf(2).done).toEqual(["expired", "told"]);
  });

  it("carries a confirmed action out before it tells of it", async () => {
    const handle = await start(3, { state: "settled", decision: "confirmed" });
    expect(await handle.result()).toBe("finished");
    expect(rowOf(3).done).toEqual(["carried out", "told"]);
  });

  it("is taken up again to take an action back, and does nothing else again", async () => {
    const first = await start(4, { state: "settled", decision: "confirmed" });
    await first.result();
    Object.assign(rowOf(4), { isUndoAsked: true, isTold: false });
    const second = await again(4);
    expect(await second.result()).toBe("finished");
    expect(rowOf(4).done).toEqual(["carried out", "told", "undone", "told"]);
  });

  it("is over at once when it is withdrawn from outside", async () => {
    const handle = await start(5);
    await handle.cancel();
    expect(await handle.result()).toBe("finished");
    expect(rowOf(5).done).toEqual(["expired", "told"]);
  });

  it("looks whether a live call has heard of the answer, until it has", async () => {
    const handle = await start(6, { state: "settled", decision: "answered", callsToWait: 3 });
    expect(await handle.result()).toBe("finished");
    expect(rowOf(6).done).toEqual(["told"]);
  });

  it("says in the Temporal UI what it waits for and until when, and what it does then", async () => {
    const handle = await start(7);
    const details = async () =>
      (await handle.query<{ currentDetails?: string }>("__temporal_workflow_metadata")).currentDetails ?? "";
    const waits = await waitUntil("it waits", async () => ((await details()) === "" ? undefined : details()));
    const [headline, , place] = waits.split("\n");
    const until = /^\*\*Waits for somebody's answer\*\*, until (.+)$/.exec(headline ?? "")?.[1] ?? "";
    expect(Math.abs(Date.parse(until) - rowOf(7).expiresAtMs)).toBeLessThan(HOUR_MS / 6);
    expect(place).toBe("Request 7 of organization 7");
    Object.assign(rowOf(7), { state: "settled", decision: "answered" });
    await handle.signal(lookAtRequestSignal);
    await handle.result();
    expect(await details()).toBe("**Over**\n\nRequest 7 of organization 7");
  });

  it("keeps nothing but ids in its history", async () => {
    const { events } = await env.client.workflow
      .getHandle(requestContract.workflowId({ organizationId: 7, requestId: 1 }))
      .fetchHistory();
    const input = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.map(({ data }) =>
      JSON.parse(Buffer.from(data ?? []).toString()),
    );
    expect(input).toEqual([{ organizationId: 7, requestId: 1 }]);
  });
});
