import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ApplicationFailure } from "@temporalio/activity";
import { REPLY_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { messagePostedSignal, threadContract, threadStartOptions } from "../../../workflows/thread/thread.contract.ts";
import type { ThreadReplyActivities, ThreadRowActivities } from "../../../workflows/thread/thread.ports.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

const RECORDED = { 1: "replied", 2: "posted-meanwhile", 3: "given-up", 4: "withdrawn" };

/** The rows of a thread, as far as the workflow can see them. */
interface Rows {
  waiting: string[];
  done: string[];
  /** Runs while a reply is given. */
  meanwhile?: () => Promise<void>;
}

let env: WorkflowEnvironment;
const threads = new Map<number, Rows>();

const rowsOf = (threadId: number): Rows => {
  const rows = threads.get(threadId);
  if (!rows) throw new Error(`no thread ${threadId}`);
  return rows;
};

const replying: ThreadReplyActivities = {
  replyToNext: async ({ threadId }) => {
    const rows = rowsOf(threadId);
    const [message] = rows.waiting;
    await rows.meanwhile?.();
    if (message === undefined) return false;
    if (message === "impossible") throw ApplicationFailure.nonRetryable("The model is gone");
    if (message === "at night") {
      rows.waiting[0] = "in the morning";
      return { laterSeconds: 8 * 3600 };
    }
    rows.waiting.shift();
    rows.done.push(`replied to ${message}`);
    return true;
  },
};
const givingUp: ThreadRowActivities = {
  giveUpReply: async ({ threadId, all, reason }) => {
    const rows = rowsOf(threadId);
    for (const message of rows.waiting.splice(0, all ? rows.waiting.length : 1))
      rows.done.push(`${reason}: ${message}`);
  },
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: givingUp, [REPLY_QUEUE]: replying });
});
afterAll(async () => {
  for (const [threadId, what] of Object.entries(RECORDED)) {
    const workflowId = threadContract.workflowId({ organizationId: 7, threadId: Number(threadId) });
    await recordHistory(env, workflowId, `thread-${what}`);
  }
  await env.close();
});

const threadWorkflow = (threadId: number) =>
  env.client.workflow.getHandle(threadContract.workflowId({ organizationId: 7, threadId }));

/** The first reply may be given before the server's answer to the start arrives: what happens meanwhile is said before. */
const start = (threadId: number, rows: Omit<Rows, "done">) => {
  threads.set(threadId, { done: [], ...rows });
  return env.client.workflow.start(threadContract.type, {
    ...threadStartOptions({ organization_id: 7, id: threadId }),
    workflowRunTimeout: "1 day",
  });
};

describe("the workflow of a thread", () => {
  it("replies to each message in its order, and ends when none waits", async () => {
    const handle = await start(1, { waiting: ["first", "second"] });
    expect(await handle.result()).toBe("replied");
    expect(rowsOf(1).done).toEqual(["replied to first", "replied to second"]);
  });

  it("replies to a message that comes while it looks whether there is one", async () => {
    const waiting: string[] = [];
    let isPosted = false;
    const meanwhile = async () => {
      if (isPosted) return;
      isPosted = true;
      await threadWorkflow(2).signal(messagePostedSignal);
      // The look has seen nothing yet: the row comes after it.
      setImmediate(() => waiting.push("late"));
    };
    const handle = await start(2, { waiting, meanwhile });
    expect(await handle.result()).toBe("replied");
    expect(rowsOf(2).done).toEqual(["replied to late"]);
  });

  it("gives up what cannot be replied to, and replies to what comes after it", async () => {
    const handle = await start(3, { waiting: ["impossible", "possible"] });
    expect(await handle.result()).toBe("replied");
    expect(rowsOf(3).done).toEqual(["failed: impossible", "replied to possible"]);
  });

  it("waits with a reply that may be sent later, and with those after it", async () => {
    const handle = await start(5, { waiting: ["at night", "afterwards"] });
    expect(await handle.result()).toBe("replied");
    expect(rowsOf(5).done).toEqual(["replied to in the morning", "replied to afterwards"]);
    const { startTime, closeTime } = await handle.describe();
    expect((closeTime?.getTime() ?? 0) - startTime.getTime()).toBeGreaterThanOrEqual(8 * 3_600_000);
  });

  it("the workflow of a thread that somebody cancels ends the replies that wait, and says so", async () => {
    const meanwhile = async () => {
      await threadWorkflow(4).cancel();
    };
    const handle = await start(4, { waiting: ["first", "second", "third"], meanwhile });
    expect(await handle.result()).toBe("withdrawn");
    expect(rowsOf(4).done).toEqual(["replied to first", "withdrawn: second", "withdrawn: third"]);
  });
});
