import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ApplicationFailure } from "@temporalio/activity";
import { endSessionSignal, sessionStateQuery } from "../../../workflows/session.contract.ts";
import type { SessionActivities } from "../../../workflows/session.ports.ts";
import { FOLLOW_UP_QUEUE, TOOL_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import {
  type TextSessionInput,
  textSessionContract,
  textSessionStartOptions,
} from "../../../workflows/text-session/text-session.contract.ts";
import type { TextSessionActivities } from "../../../workflows/text-session/text-session.ports.ts";
import { runToolUpdate } from "../../../workflows/tool.contract.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

/** A session as its rows would have it. */
interface Session {
  lastMessageAtMs: number;
  isOver: boolean;
  done: string[];
  conclude(): void;
}

let env: WorkflowEnvironment;
const sessions = new Map<string, Session>();
const recorded = new Map<string, string>();
const toolRuns: string[] = [];

const sessionOf = ({ runUuid }: { runUuid: string }): Session => {
  const session = sessions.get(runUuid);
  if (!session) throw new Error("there is no such session");
  return session;
};

const activities: TextSessionActivities & SessionActivities = {
  lookAfterSession: async (input) => {
    const session = sessionOf(input);
    const idleSeconds = ((await env.currentTimeMs()) - session.lastMessageAtMs) / 1000;
    const secondsLeft = input.inactivitySeconds - idleSeconds;
    session.isOver ||= input.end || secondsLeft <= 0;
    session.done.push(session.isOver ? "over" : "looked");
    return { isOver: session.isOver, secondsLeft };
  },
  concludeSession: async (input) => {
    sessionOf(input).conclude();
    sessionOf(input).done.push("concluded");
  },
  settleSession: async (input) => {
    sessionOf(input).done.push("settled");
    return { state: "completed" };
  },
  writeTranscript: async (input) => {
    sessionOf(input).done.push("transcript");
  },
};
const tools = {
  runTool: async ({ toolCallId }: { toolCallId: string }) => {
    toolRuns.push(toolCallId);
    if (toolRuns.filter((id) => id === toolCallId).length === 1) throw new Error("the worker was lost");
    return { state: "done" };
  },
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({
    [WORKFLOW_QUEUE]: activities,
    [FOLLOW_UP_QUEUE]: activities,
    [TOOL_QUEUE]: tools,
  });
});
afterAll(async () => {
  for (const [name, workflowId] of recorded) await recordHistory(env, workflowId, `text-session-${name}`);
  await env.close();
});

const start = async (name: string, overrides: Partial<Session> = {}) => {
  const input: TextSessionInput = { organizationId: 7, runUuid: randomUUID(), inactivitySeconds: 1800 };
  const session: Session = {
    lastMessageAtMs: await env.currentTimeMs(),
    isOver: false,
    done: [],
    conclude: () => {},
    ...overrides,
  };
  sessions.set(input.runUuid, session);
  const handle = await env.client.workflow.start<(input: TextSessionInput) => Promise<string>>(
    textSessionContract.type,
    {
      ...textSessionStartOptions(
        { organization_id: 7, uuid: input.runUuid, name: "text-1" },
        { inactivitySeconds: input.inactivitySeconds },
      ),
      workflowRunTimeout: "2 days",
    },
  );
  recorded.set(name, handle.workflowId);
  return { handle, session };
};

describe("textSession", () => {
  it("ends for inactivity, counted from the last message", async () => {
    const { handle, session } = await start("inactive");
    expect(handle.workflowId).toMatch(/^org-7\/text-[0-9a-f-]{36}$/);
    await env.skip(1_200_000);
    session.lastMessageAtMs = await env.currentTimeMs();
    expect(await handle.result()).toBe("completed");
    expect(session.done.slice(0, 2)).toEqual(["looked", "over"]);
    expect(session.done.slice(2)).toEqual(["concluded", "settled", "transcript"]);
    expect(await handle.query(sessionStateQuery)).toBe("ended");
  });

  it("ends at once when it is told that the conversation has ended", async () => {
    const { handle, session } = await start("ended", { isOver: true });
    await handle.signal(endSessionSignal);
    expect(await handle.result()).toBe("completed");
    expect(session.done).toEqual(["over", "concluded", "settled", "transcript"]);
  });

  it("is ended and settled also when it is canceled", async () => {
    const { handle, session } = await start("canceled");
    await handle.cancel();
    expect(await handle.result()).toBe("completed");
    expect(session.done).toEqual(["over", "concluded", "settled", "transcript"]);
  });

  it("runs a tool once for each call, whatever is lost on the way and asked again", async () => {
    const { handle } = await start("tool");
    const toolCallId = randomUUID();
    const ask = () => handle.executeUpdate(runToolUpdate, { args: [{ toolCallId }] });
    expect(await Promise.all([ask(), ask()])).toEqual([{ state: "done" }, { state: "done" }]);
    expect(await ask()).toEqual({ state: "done" });
    // One scheduled activity, tried twice.
    expect(toolRuns.filter((id) => id === toolCallId)).toHaveLength(2);
    await handle.signal(endSessionSignal);
    expect(await handle.result()).toBe("completed");
  });

  it("is settled without conclusions where they cannot be drawn", async () => {
    const { handle, session } = await start("no-conclusions", {
      conclude: () => {
        throw ApplicationFailure.nonRetryable("the model is away");
      },
    });
    await handle.signal(endSessionSignal);
    expect(await handle.result()).toBe("completed");
    expect(session.done).toEqual(["over", "settled", "transcript"]);
  });

  it("keeps nothing of what is said in its history", async () => {
    const { handle } = await start("refused");
    const update = handle.executeUpdate(runToolUpdate, { args: [{ toolCallId: "Ada Lovelace, 12 Example Street" }] });
    await expect(update).rejects.toThrow();
    await handle.signal(endSessionSignal);
    await handle.result();
    expect(JSON.stringify(await handle.fetchHistory())).not.toContain("Lovelace");
  });
});
