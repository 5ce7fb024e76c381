import { describe, expect, it } from "@jest/globals";
import { ApplicationFailure } from "@temporalio/common";
import type {
  AfterConversationActivities,
  AfterConversationStep,
  StepResult,
} from "../../../workflows/after-conversation.ports.ts";
import {
  callRunContract,
  callRunStartOptions,
  carrierEventSignal,
} from "../../../workflows/call-run/call-run.contract.ts";
import type { FollowUpActivities, FollowUpStep, Settlement } from "../../../workflows/call-run/call-run.ports.ts";
import type { callRun } from "../../../workflows/call-run/call-run.workflow.ts";
import { CARRIER_QUEUE, FOLLOW_UP_QUEUE, TOOL_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { runToolUpdate } from "../../../workflows/tool.contract.ts";
import type { ToolCallInput, ToolCallResult } from "../../../workflows/tool.ports.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";
import { fakeCarrierDesk } from "./fake-carrier-desk.ts";

const input = { organizationId: 7, runUuid: "3f0d2c1e-5a64-4b3c-9d51-2f6f0c9be002" };
const workflowId = callRunContract.workflowId(input);
const TOOL_CALL = "0b0f3c52-6f0e-4d6c-9c55-0d3a2f6c9b01";
const ended = { by: "event", eventId: "call-1.completed" } as const;
const WHOLE: readonly FollowUpStep[] = ["concludeCall", "writeTranscript", "keepRecording"];

type Step = FollowUpStep | AfterConversationStep;

interface Story {
  followUp?: readonly FollowUpStep[];
  after?: readonly AfterConversationStep[];
  steps?: Partial<Record<Step, readonly (StepResult | Error)[]>>;
  runTool?: (call: ToolCallInput, attempt: number) => Promise<ToolCallResult>;
  inbound?: { timeLimitSeconds: number };
}

const withCall = async (
  story: Story,
  tell: (rig: Awaited<ReturnType<typeof startCall>>) => Promise<void>,
): Promise<void> => {
  const env = await startWorkflowEnvironment();
  try {
    await tell(await startCall(env, story));
  } finally {
    await env.close();
  }
};

const startCall = async (
  env: WorkflowEnvironment,
  { followUp = [], after = [], steps = {}, runTool, inbound }: Story,
) => {
  const settled: Settlement = {
    kind: "settled",
    state: "completed",
    ...(followUp.length > 0 && { followUp }),
    ...(after.length > 0 && { after }),
  };
  const script = {
    placeCall: [{ kind: "accepted", ringTimeoutSeconds: 30, timeLimitSeconds: 300 } as const],
    settleCall: [settled],
  };
  const desk = fakeCarrierDesk(script, { nowMs: () => env.currentTimeMs(), meanwhile: () => undefined });
  const asked: Step[] = [];
  const toolCalls: ToolCallInput[] = [];
  await env.startWorkers({
    [WORKFLOW_QUEUE]: desk.withinTask,
    [CARRIER_QUEUE]: desk.carrierActivities,
    [FOLLOW_UP_QUEUE]: followUps(asked, steps),
    [TOOL_QUEUE]: {
      runTool: async (call: ToolCallInput) => {
        toolCalls.push(call);
        return runTool ? runTool(call, toolCalls.length) : { state: "done" };
      },
    },
  });
  const handle = await env.client.workflow.start<typeof callRun>(callRunContract.type, {
    ...callRunStartOptions(
      {
        organization_id: input.organizationId,
        uuid: input.runUuid,
        name: "a call",
        campaign_id: null,
      },
      { inbound },
    ),
    workflowRunTimeout: "3 days",
  });
  const isWaiting = async () => (await handle.fetchHistory()).events?.at(-1)?.timerStartedEventAttributes;
  await waitUntil("the call is followed", isWaiting);
  return {
    env,
    desk,
    asked,
    toolCalls,
    handle,
    useTool: (toolCallId = TOOL_CALL) =>
      handle.executeUpdate(runToolUpdate, { args: [{ toolCallId }], updateId: crypto.randomUUID() }),
    end: () => handle.signal(carrierEventSignal, ended.eventId),
    record: (name: string) => recordHistory(env, workflowId, `call-run-${name}`),
  };
};

const followUps = (
  asked: Step[],
  steps: NonNullable<Story["steps"]>,
): FollowUpActivities & AfterConversationActivities => {
  const next = (step: Step) => async (): Promise<StepResult> => {
    const answers = steps[step] ?? [];
    const answer = answers[asked.filter((each) => each === step).length] ?? { kind: "done" as const };
    asked.push(step);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return {
    concludeCall: next("concludeCall"),
    writeTranscript: next("writeTranscript"),
    keepRecording: next("keepRecording"),
    reviewRun: next("reviewRun"),
    sendRunWebhooks: next("sendRunWebhooks"),
  };
};

describe("a call with a conversation", () => {
  it("is followed by everything that its settlement names, and by nothing else", () =>
    withCall({ followUp: WHOLE, steps: { writeTranscript: [{ kind: "again", inSeconds: 60 }] } }, async (rig) => {
      await rig.end();
      expect(await rig.handle.result()).toBe("completed");
      expect([...rig.asked].sort()).toEqual([...WHOLE, "writeTranscript"].sort());
      expect(rig.desk.ends).toEqual([ended]);
      // That of the second question: the call's own does not wake a workflow that goes on.
      const events = (await rig.handle.fetchHistory()).events ?? [];
      expect(events.filter(({ timerFiredEventAttributes: timer }) => timer)).toHaveLength(1);
      await rig.record("conversation");
    }));

  it("is over although a step after it fails for good; the others are done", () =>
    withCall(
      { followUp: WHOLE, steps: { keepRecording: [ApplicationFailure.nonRetryable("the store is closed for good")] } },
      async (rig) => {
        await rig.end();
        expect(await rig.handle.result()).toBe("completed");
        expect([...new Set(rig.asked)].sort()).toEqual([...WHOLE].sort());
        await rig.record("conversation-without-recording");
      },
    ));

  it("tries a step again that failed for the moment", () =>
    withCall({ followUp: ["concludeCall"], steps: { concludeCall: [new Error("the model is away")] } }, async (rig) => {
      await rig.end();
      await rig.handle.result();
      expect(rig.asked).toEqual(["concludeCall", "concludeCall"]);
    }));

  it("is reviewed and told to webhooks once it is concluded, again as long as one is to be tried again", () =>
    withCall(
      {
        followUp: WHOLE,
        after: ["reviewRun", "sendRunWebhooks"],
        steps: { sendRunWebhooks: [{ kind: "again", inSeconds: 600 }] },
      },
      async (rig) => {
        await rig.end();
        expect(await rig.handle.result()).toBe("completed");
        const order = rig.asked.filter((step) => !["writeTranscript", "keepRecording"].includes(step));
        expect(order).toEqual(["concludeCall", "reviewRun", "sendRunWebhooks", "sendRunWebhooks"]);
        await rig.record("reviewed-and-told");
      },
    ));
});

describe("a tool of a call", () => {
  it("is run by an activity, which is given ids alone", () =>
    withCall({}, async (rig) => {
      expect(await rig.useTool()).toEqual({ state: "done" });
      expect(rig.toolCalls).toEqual([{ organizationId: 7, toolCallId: TOOL_CALL }]);
      await rig.end();
      await rig.handle.result();
      await rig.record("tool");
    }));

  it("is run once, however often it is asked for", () =>
    withCall({}, async (rig) => {
      const results = await Promise.all([rig.useTool(), rig.useTool(), rig.useTool()]);
      expect(results).toEqual(Array(3).fill({ state: "done" }));
      expect(rig.toolCalls).toHaveLength(1);
      await rig.end();
      await rig.handle.result();
      await rig.record("tool-asked-for-twice");
    }));

  it("is tried again when its worker is lost, and given up as unknown when it does not work", () =>
    withCall({ runTool: () => Promise.reject(new Error("no database")) }, async (rig) => {
      expect(await rig.useTool()).toEqual({ state: "unknown" });
      expect(rig.toolCalls.length).toBeGreaterThan(1);
      await rig.end();
      expect(await rig.handle.result()).toBe("completed");
      await rig.record("tool-unknown");
    }));

  it("is waited for when the call is over meanwhile", () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return withCall({ runTool: () => promise.then(() => ({ state: "done" })) }, async (rig) => {
      const result = rig.useTool();
      await waitUntil("the tool runs", () => rig.toolCalls.length === 1);
      await rig.end();
      await waitUntil("the call is settled", () => rig.desk.ends.length > 0);
      resolve();
      expect(await result).toEqual({ state: "done" });
      expect(await rig.handle.result()).toBe("completed");
    });
  });

  it("is named by a UUID: no word gets into the history", () =>
    withCall({}, async (rig) => {
      await expect(rig.useTool("what the person said")).rejects.toThrow();
      expect(rig.toolCalls).toEqual([]);
      await rig.end();
      await rig.handle.result();
    }));
});

describe("a call that came in", () => {
  it("is dialled by nobody and ends as its carrier says", () =>
    withCall({ inbound: { timeLimitSeconds: 300 }, followUp: ["concludeCall"] }, async (rig) => {
      await rig.end();
      expect(await rig.handle.result()).toBe("completed");
      expect(rig.desk.asked).toMatchObject({ placeCall: 0, settleCall: 1 });
      await rig.record("inbound");
    }));

  it("is hung up at its time limit", () =>
    withCall({ inbound: { timeLimitSeconds: 60 } }, async (rig) => {
      await waitUntil("it is hung up", async () => {
        await rig.env.skip(30_000);
        return rig.desk.asked.hangUpCall > 0;
      });
      await rig.end();
      await rig.handle.result();
      expect(rig.desk.asked.placeCall).toBe(0);
      await rig.record("inbound-time-limit");
    }));
});
