import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { WEBHOOK_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import {
  deliverNowSignal,
  type WebhookDeliveryInput,
  webhookDeliveryContract,
  webhookDeliveryStartOptions,
} from "../../../workflows/webhook-delivery/webhook-delivery.contract.ts";
import type {
  DeliveryStep,
  WebhookDeliveryActivities,
} from "../../../workflows/webhook-delivery/webhook-delivery.ports.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

/** The runs whose histories are kept for replay by later code, and what they show. */
const RECORDED = { 1: "delivered", 2: "waited", 3: "hurried", 4: "continued" };

let env: WorkflowEnvironment;
/** The behaviour of the activity in its nth round for an endpoint. */
const rounds = new Map<number, (round: number, force: boolean) => DeliveryStep>();
const seen = new Map<number, { force: boolean; atMs: number }[]>();

const activities: WebhookDeliveryActivities = {
  deliverWebhooks: async ({ endpointId, force }) => {
    const calls = seen.get(endpointId) ?? [];
    seen.set(endpointId, [...calls, { force, atMs: await env.currentTimeMs() }]);
    return rounds.get(endpointId)?.(calls.length + 1, force) ?? { next: "done" };
  },
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: {}, [WEBHOOK_QUEUE]: activities });
});
afterAll(async () => {
  for (const [endpointId, what] of Object.entries(RECORDED)) {
    const workflowId = webhookDeliveryContract.workflowId({ organizationId: 7, endpointId: Number(endpointId) });
    await recordHistory(env, workflowId, `webhook-delivery-${what}`);
  }
  await env.close();
});

const start = (endpointId: number) => {
  const input = { organizationId: 7, endpointId };
  return env.client.workflow.start<(input: WebhookDeliveryInput) => Promise<void>>(webhookDeliveryContract.type, {
    ...webhookDeliveryStartOptions(input),
    workflowRunTimeout: "2 days",
  });
};
const callsOf = (endpointId: number) => seen.get(endpointId) ?? [];

describe("webhookDelivery", () => {
  it("goes on until nothing is left, and can be started again", async () => {
    rounds.set(1, (round) => ({ next: round % 3 === 0 ? "done" : "again" }));
    const handle = await start(1);
    expect(handle.workflowId).toBe("org-7/webhook-1");
    await handle.result();
    expect(callsOf(1).map(({ force }) => force)).toEqual([false, false, false]);
    await (await start(1)).result();
    expect(callsOf(1)).toHaveLength(6);
  });

  it("waits between tries as long as it is told to", async () => {
    rounds.set(2, (round) => (round < 3 ? { next: "wait", delaySeconds: 3600 * round } : { next: "done" }));
    await (await start(2)).result();
    const times = callsOf(2).map(({ atMs }) => atMs);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(3_600_000);
    expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(7_200_000);
  });

  it("does not wait any longer when it is asked to deliver now", async () => {
    rounds.set(3, (_round, force) => (force ? { next: "done" } : { next: "wait", delaySeconds: 40_000 }));
    const handle = await start(3);
    await waitUntil("it waits", async () => {
      const metadata = await handle.query<{ currentDetails?: string }>("__temporal_workflow_metadata");
      return (metadata.currentDetails ?? "").includes("40000 s");
    });
    await handle.signal(deliverNowSignal);
    await handle.result();
    expect(callsOf(3).map(({ force }) => force)).toEqual([false, true]);
  });

  it("keeps its history short: it continues as new", async () => {
    rounds.set(4, (round) => ({ next: round < 105 ? "again" : "done" }));
    const handle = await start(4);
    await handle.result();
    expect(callsOf(4)).toHaveLength(105);
    const { historyLength } = await env.client.workflow.getHandle(handle.workflowId).describe();
    expect(historyLength).toBeLessThan(100);
  });
});
