import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { FirstDecision } from "../../../domain/call/first-decision.rules.ts";
import { computeVerificationWaitSeconds } from "../../../domain/number/number-verification.rules.ts";
import { callRunContract, carrierEventSignal, hangUpSignal } from "../../../workflows/call-run/call-run.contract.ts";
import {
  type NumberVerificationInput,
  numberVerificationContract,
  numberVerificationStartOptions,
  type VerificationState,
  verificationConcludedSignal,
  verificationStartUpdate,
} from "../../../workflows/number-verification/number-verification.contract.ts";
import type {
  NumberVerificationActivities,
  OpenedVerification,
} from "../../../workflows/number-verification/number-verification.ports.ts";
import { CARRIER_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { startAndAsk } from "../../harness/start-and-ask.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";
import { fakeCarrierDesk } from "../call-run/fake-carrier-desk.ts";

const INITIATED: FirstDecision = { kind: "initiated" };
const ACCEPTED = { kind: "accepted", ringTimeoutSeconds: 30, timeLimitSeconds: 90 } as const;
const TEN_MINUTES_MS = 600_000;
/** The verifications whose histories are kept for replay by later code, and what they show. */
const RECORDED = { 1: "verified", 2: "expired", 3: "not-called", 4: "unanswered", 5: "by-carrier", 6: "canceled" };

/** The row, as far as the workflow can see it. */
interface Row {
  opened: OpenedVerification;
  decision: FirstDecision;
  state: VerificationState;
  startedAtMs: number;
  isCalling: boolean;
  /** The workflow finds its row without an answer. */
  failsAtLook?: number;
}

let env: WorkflowEnvironment;
const rows = new Map<number, Row>();
const looks: number[] = [];

const rowOf = (verificationId: number): Row => {
  const row = rows.get(verificationId);
  if (!row) throw new Error(`no verification ${verificationId}`);
  return row;
};

const activities: NumberVerificationActivities = {
  openVerification: async ({ verificationId }) => {
    rowOf(verificationId).startedAtMs = await env.currentTimeMs();
    return rowOf(verificationId).opened;
  },
  hearDecision: async ({ verificationId }) => rowOf(verificationId).decision,
  askCarrierToVerify: async ({ verificationId }) => rowOf(verificationId).decision,
  concludeVerification: async ({ verificationId, canceled }) => {
    const row = rowOf(verificationId);
    looks.push(verificationId);
    const nowMs = await env.currentTimeMs();
    const secondsLeft = (row.startedAtMs + TEN_MINUTES_MS - nowMs) / 1000;
    if (row.state === "pending" && secondsLeft <= 0) row.state = "expired";
    if (row.state === "pending" && canceled) row.state = "failed";
    if (looks.filter((id) => id === verificationId).length === row.failsAtLook) row.state = "failed";
    if (row.state !== "pending") return { state: row.state, secondsLeft: 0, isCalling: false };
    return { state: "pending", secondsLeft, isCalling: row.isCalling };
  },
};

/** The carrier reports that they are over when it is asked, so that a test leaves no call behind. */
const desk = fakeCarrierDesk(
  { placeCall: [ACCEPTED], checkCall: [{ eventId: "call.completed", callbacksArrive: true }] },
  { nowMs: async () => 0, meanwhile: async () => {} },
);

beforeAll(async () => {
  env = await startWorkflowEnvironment({
    [WORKFLOW_QUEUE]: desk.withinTask,
    [CARRIER_QUEUE]: { ...desk.carrierActivities, ...activities },
  });
});
afterAll(async () => {
  for (const [verificationId, what] of Object.entries(RECORDED)) {
    const address = { organizationId: 7, verificationId: Number(verificationId) };
    await recordHistory(env, numberVerificationContract.workflowId(address), `number-verification-${what}`);
  }
  await env.close();
});

const runUuidOf = (verificationId: number) => `3f0d2c1e-5a64-4b3c-9d51-2f6f0c9be00${verificationId}`;

type Verification = (input: NumberVerificationInput) => Promise<VerificationState>;

const optionsFor = (verificationId: number, row: Partial<Row>) => {
  const opened = { kind: "call", runUuid: runUuidOf(verificationId), agentId: 3, environment: "production" } as const;
  rows.set(verificationId, {
    opened,
    decision: INITIATED,
    state: "pending",
    startedAtMs: 0,
    isCalling: false,
    ...row,
  });
  return {
    ...numberVerificationStartOptions({ organization_id: 7, id: verificationId, phone_number: "+14155550100" }),
    workflowRunTimeout: "1 day" as const,
  };
};
const start = (verificationId: number, row: Partial<Row> = {}) =>
  env.client.workflow.start<Verification>(numberVerificationContract.type, optionsFor(verificationId, row));

/** The call that a verification has made, told its end like any other. */
const callOf = (verificationId: number) =>
  env.client.workflow.getHandle(callRunContract.workflowId({ organizationId: 7, runUuid: runUuidOf(verificationId) }));

describe("a verification by a call", () => {
  it("starts the call, and ends when its row says that the code was typed", async () => {
    const handle = await start(1);
    expect(await handle.executeUpdate(verificationStartUpdate)).toEqual(INITIATED);
    await callOf(1).signal(carrierEventSignal, "call-1.completed");
    expect(await callOf(1).result()).toBe("completed");
    rowOf(1).state = "verified";
    await handle.signal(verificationConcludedSignal);
    expect(await handle.result()).toBe("verified");
  });

  it("looks at the call while it is under way, and ends with one that nobody answered", async () => {
    const handle = await start(4, { isCalling: true, failsAtLook: 4 });
    expect(await handle.result()).toBe("failed");
  });

  it("ends after ten minutes, whoever forgot to tell it, and not before the database's clock says so", async () => {
    const startedAtMs = await env.currentTimeMs();
    const handle = await start(2);
    expect(await handle.result()).toBe("expired");
    expect((await env.currentTimeMs()) - startedAtMs).toBeGreaterThanOrEqual(TEN_MINUTES_MS);
  });

  it("is not ended by a signal that nothing in the row bears out", async () => {
    const handle = await start(7);
    await handle.signal(verificationConcludedSignal);
    await handle.signal(verificationConcludedSignal);
    expect(await handle.result()).toBe("expired");
  });

  it("passes on why the number is not called", async () => {
    const blocked = { kind: "blocked", outcome: "blocked_dnc", sentence: "The number is on the list" } as const;
    const options = optionsFor(3, { decision: blocked, state: "failed" });
    const asked = { options, update: verificationStartUpdate };
    const { handle, answer } = await startAndAsk(env.client, numberVerificationContract.type, asked);
    expect(answer).toEqual(blocked);
    expect(await handle.result()).toBe("failed");
    await callOf(3).result();
  });

  it("hangs up and ends when it is canceled from outside", async () => {
    const handle = await start(6);
    await handle.executeUpdate(verificationStartUpdate);
    await handle.cancel();
    expect(await handle.result()).toBe("failed");
    expect(await callOf(6).result()).toBe("completed");
    const { events } = await callOf(6).fetchHistory();
    expect(
      events?.some(({ workflowExecutionSignaledEventAttributes: signal }) => signal?.signalName === hangUpSignal.name),
    ).toBe(true);
  });
});

describe("a verification by the carrier", () => {
  it("needs no call of ours", async () => {
    const handle = await start(5, { opened: { kind: "carrier" } });
    expect(await handle.executeUpdate(verificationStartUpdate)).toEqual(INITIATED);
    rowOf(5).state = "verified";
    await handle.signal(verificationConcludedSignal);
    expect(await handle.result()).toBe("verified");
    const { events } = await handle.fetchHistory();
    expect(events?.some((event) => event.startChildWorkflowExecutionInitiatedEventAttributes)).toBe(false);
  });
});

it("no history holds a code or a number", async () => {
  const { events } = await env.client.workflow
    .getHandle(numberVerificationContract.workflowId({ organizationId: 7, verificationId: 1 }))
    .fetchHistory();
  const payloads = (events ?? []).flatMap((event) => JSON.stringify(event).match(/"data":"?[\w+/=]+/g) ?? []);
  for (const payload of payloads) expect(Buffer.from(payload.slice(8), "base64").toString()).not.toMatch(/\+1\d{10}/);
});

it("waits past the end by the database's clock, and looks sooner while somebody is called", () => {
  expect(computeVerificationWaitSeconds({ secondsLeft: 42.2, isCalling: false })).toBe(44);
  expect(computeVerificationWaitSeconds({ secondsLeft: 42.2, isCalling: true })).toBe(10);
  expect(computeVerificationWaitSeconds({ secondsLeft: 0, isCalling: true })).toBe(1);
});
