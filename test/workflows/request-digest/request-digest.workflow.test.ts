import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  moreToTellSignal,
  type RequestDigestInput,
  requestDigestContract,
  requestDigestStartOptions,
} from "../../../workflows/request-digest/request-digest.contract.ts";
import type { RequestDigestActivities } from "../../../workflows/request-digest/request-digest.ports.ts";
import { FOLLOW_UP_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

/** The runs whose histories are kept for replay by later code, and what they show. */
const RECORDED = { 1: "sent", 2: "waited", 3: "told-more" };

let env: WorkflowEnvironment;
/** The result of the nth round for an organization. */
const rounds = new Map<number, (round: number) => number | null>();
const seen = new Map<number, number[]>();

const activities: RequestDigestActivities = {
  sendRequestDigests: async ({ organizationId }) => {
    const times = seen.get(organizationId) ?? [];
    seen.set(organizationId, [...times, await env.currentTimeMs()]);
    return { nextInSeconds: rounds.get(organizationId)?.(times.length + 1) ?? null };
  },
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: {}, [FOLLOW_UP_QUEUE]: activities });
});
afterAll(async () => {
  for (const [organizationId, what] of Object.entries(RECORDED)) {
    const workflowId = requestDigestContract.workflowId({ organizationId: Number(organizationId) });
    await recordHistory(env, workflowId, `request-digest-${what}`);
  }
  await env.close();
});

const tell = (organizationId: number) =>
  env.client.workflow.signalWithStart<(input: RequestDigestInput) => Promise<void>>(requestDigestContract.type, {
    ...requestDigestStartOptions({ organizationId }),
    signal: moreToTellSignal,
    signalArgs: [],
    workflowRunTimeout: "2 days",
  });
const timesOf = (organizationId: number) => seen.get(organizationId) ?? [];

describe("requestDigest", () => {
  it("ends when no mail waits, and can be started again", async () => {
    const handle = await tell(1);
    expect(handle.workflowId).toBe("org-1/request-digest");
    await handle.result();
    expect(timesOf(1)).toHaveLength(1);
    await (await tell(1)).result();
    expect(timesOf(1)).toHaveLength(2);
  });

  it("waits until the next mail may be sent", async () => {
    rounds.set(2, (round) => (round === 1 ? 600 : null));
    await (await tell(2)).result();
    const [first = 0, second = 0] = timesOf(2);
    expect(second - first).toBeGreaterThanOrEqual(600_000);
  });

  it("looks again at once when there is more to tell, to whomever", async () => {
    rounds.set(3, (round) => (round === 1 ? 86_000 : null));
    const handle = await tell(3);
    await waitUntil("it waits", async () => {
      const metadata = await handle.query<{ currentDetails?: string }>("__temporal_workflow_metadata");
      return (metadata.currentDetails ?? "").includes("Waits");
    });
    await tell(3);
    await handle.result();
    const [first = 0, second = 0] = timesOf(3);
    expect(second - first).toBeLessThan(60_000);
  });

  it("keeps its history short: it continues as new", async () => {
    rounds.set(4, (round) => (round < 103 ? 60 : null));
    const handle = await tell(4);
    await handle.result();
    expect(timesOf(4)).toHaveLength(103);
    const { historyLength } = await env.client.workflow.getHandle(handle.workflowId).describe();
    expect(historyLength).toBeLessThan(100);
  });
});
