import { randomUUID } from "node:crypto";
import { expect, it } from "@jest/globals";
import { NativeConnection } from "@temporalio/worker";
import { createMediaWorkers } from "../../../media/process/media-workers.ts";
import {
  callRunContract,
  callRunStartOptions,
  carrierEventSignal,
} from "../../../workflows/call-run/call-run.contract.ts";
import { endSessionSignal } from "../../../workflows/session.contract.ts";
import { FOLLOW_UP_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import type { VoiceActivities } from "../../../workflows/voice.ports.ts";
import { webCallContract, webCallStartOptions } from "../../../workflows/web-call/web-call.contract.ts";
import { testEnvironment } from "../../harness/environment.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { liveUntilCanceled } from "../../harness/until-canceled.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

const run = () => ({ organization_id: 7, uuid: randomUUID(), name: "a call", agent_id: 3, environment: "production" });
const TWO_DAYS = "2 days";

const openPage = (env: WorkflowEnvironment, session: ReturnType<typeof run>) =>
  env.client.workflow.start(webCallContract.type, {
    ...webCallStartOptions({ ...session, carries_audio: true }),
    workflowRunTimeout: TWO_DAYS,
  });

const takeCall = (env: WorkflowEnvironment, call: ReturnType<typeof run>) =>
  env.client.workflow.start(callRunContract.type, {
    ...callRunStartOptions(
      { ...call, campaign_id: null },
      { inbound: { timeLimitSeconds: 3600, carriesAudio: true as const } },
    ),
    workflowRunTimeout: TWO_DAYS,
  });

const withinTask = {
  settleCall: async () => ({ kind: "settled", state: "completed" }),
  lookAfterWebCall: async ({ end }: { end: boolean }) => ({ isOver: end, secondsLeft: 86_400 }),
  settleSession: async () => ({ state: "completed" }),
};
const followUp = { concludeSession: async () => {}, writeTranscript: async () => ({ kind: "done" }) };

/** In the place of a media process's: waits until the call is over, and keeps whose voices are carried. */
const carriedVoices = () => {
  const carried = new Set<string>();
  const activities: VoiceActivities = {
    carryVoice: async ({ runUuid }) => {
      carried.add(runUuid);
      await liveUntilCanceled();
    },
  };
  return { carried, activities };
};

it("carries the voice of a telephone call while pages that nobody joins wait for all the places they can have", async () => {
  const env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: withinTask, [FOLLOW_UP_QUEUE]: followUp });
  const { carried, activities } = carriedVoices();
  const stop = new AbortController();
  const workers = await createMediaWorkers({
    connection: env.connection,
    namespace: "default",
    activities,
    calls: 1,
    waitingCalls: 1,
  });
  const running = workers.run(stop.signal);
  try {
    const pages = await Promise.all([run(), run(), run()].map((session) => openPage(env, session)));
    await waitUntil("pages have every place that there is for them", () => carried.size === 2);
    const call = run();
    const handle = await takeCall(env, call);
    await waitUntil("the call's voice is carried", () => carried.has(call.uuid));
    await handle.signal(carrierEventSignal, "completed");
    for (const page of pages) await page.signal(endSessionSignal);
    await Promise.all([handle, ...pages].map((each) => each.result()));
  } finally {
    stop.abort();
    await running;
    await env.close();
  }
  expect(workers.areRunning()).toBe(false);
});

it("ends where the process was told to stop before it took any call", async () => {
  const connection = await NativeConnection.connect({ address: testEnvironment.temporalAddress() });
  try {
    const namespace = await createTestNamespace();
    const { activities } = carriedVoices();
    const workers = await createMediaWorkers({ connection, namespace, activities, calls: 1 });
    await workers.run(AbortSignal.abort());
    expect(workers.areRunning()).toBe(false);
  } finally {
    await connection.close();
  }
});
