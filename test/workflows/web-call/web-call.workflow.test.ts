import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { SessionAddress } from "../../../workflows/session.contract.ts";
import { endSessionSignal, sessionStateQuery } from "../../../workflows/session.contract.ts";
import type { SessionActivities } from "../../../workflows/session.ports.ts";
import { BROWSER_MEDIA_QUEUE, FOLLOW_UP_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import type { VoiceActivities } from "../../../workflows/voice.ports.ts";
import { webCallContract, webCallStartOptions } from "../../../workflows/web-call/web-call.contract.ts";
import type { WebCallActivities } from "../../../workflows/web-call/web-call.ports.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { liveUntilCanceled } from "../../harness/until-canceled.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

/** A web call as its rows would have it. */
interface WebCall {
  overAtMs: number;
  done: string[];
}

let env: WorkflowEnvironment;
const calls = new Map<string, WebCall>();
const recorded = new Map<string, string>();

const callOf = ({ runUuid }: SessionAddress): WebCall => {
  const call = calls.get(runUuid);
  if (!call) throw new Error("there is no such web call");
  return call;
};

/** Runs until it is canceled, as a media process does. */
const voice: VoiceActivities = {
  carryVoice: async (input) => {
    const { done } = callOf(input);
    done.push("voice");
    try {
      await liveUntilCanceled();
    } finally {
      done.push("silent");
    }
  },
};

const activities: WebCallActivities & SessionActivities = {
  lookAfterWebCall: async (input) => {
    const call = callOf(input);
    const secondsLeft = (call.overAtMs - (await env.currentTimeMs())) / 1000;
    const isOver = input.end || secondsLeft <= 0;
    call.done.push(isOver ? "over" : "looked");
    return { isOver, secondsLeft };
  },
  concludeSession: async (input) => void callOf(input).done.push("concluded"),
  settleSession: async (input) => {
    callOf(input).done.push("settled");
    return { state: "completed" };
  },
  writeTranscript: async (input) => void callOf(input).done.push("transcript"),
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({
    [WORKFLOW_QUEUE]: activities,
    [FOLLOW_UP_QUEUE]: activities,
    [BROWSER_MEDIA_QUEUE]: voice,
  });
});
afterAll(async () => {
  for (const [name, workflowId] of recorded) await recordHistory(env, workflowId, `web-call-${name}`);
  await env.close();
});

const start = async (name: string, lastsSeconds: number, { carriesAudio = false } = {}) => {
  const run = {
    organization_id: 7,
    uuid: randomUUID(),
    name: "WEB-1",
    agent_id: 3,
    environment: "production",
    carries_audio: carriesAudio,
  };
  const call: WebCall = { overAtMs: (await env.currentTimeMs()) + lastsSeconds * 1000, done: [] };
  calls.set(run.uuid, call);
  const handle = await env.client.workflow.start<(input: SessionAddress) => Promise<string>>(webCallContract.type, {
    ...webCallStartOptions(run),
    workflowRunTimeout: "2 days",
  });
  recorded.set(name, handle.workflowId);
  return { handle, call };
};

describe("webCall", () => {
  it("ends where nobody joins, and keeps what there is to keep", async () => {
    const { handle, call } = await start("not-joined", 600);
    expect(handle.workflowId).toMatch(/^org-7\/web-[0-9a-f-]{36}$/);
    expect(await handle.query(sessionStateQuery)).toBe("open");
    expect(await handle.result()).toBe("completed");
    expect(call.done).toEqual(["looked", "over", "concluded", "settled", "transcript"]);
    expect(await handle.query(sessionStateQuery)).toBe("ended");
  });

  it("ends at once when the API tells of its end", async () => {
    const { handle, call } = await start("ended", 86_400);
    await handle.signal(endSessionSignal);
    expect(await handle.result()).toBe("completed");
    expect(call.done).toEqual(["over", "concluded", "settled", "transcript"]);
  });

  it("has its voice carried until it is over, where it was promised with audio", async () => {
    const { handle, call } = await start("audio", 86_400, { carriesAudio: true });
    await waitUntil("its voice is carried", () => call.done.includes("voice"));
    await handle.signal(endSessionSignal);
    expect(await handle.result()).toBe("completed");
    await waitUntil("its voice is carried no more", () => call.done.includes("silent"));
    // On a busy machine it may have been restarted.
    const done = new Set(call.done.filter((step) => step !== "silent"));
    expect([...done]).toEqual(["voice", "over", "concluded", "settled", "transcript"]);
  });

  it("is told of its end by a cancellation too", async () => {
    const { handle, call } = await start("canceled", 86_400);
    await handle.cancel();
    expect(await handle.result()).toBe("completed");
    expect(call.done).toContain("settled");
  });
});
