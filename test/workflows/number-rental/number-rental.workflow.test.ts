import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { MOST_RENTAL_LOOKS } from "../../../domain/number/managed-number-rental.rules.ts";
import {
  type NumberReleaseInput,
  numberReleaseContract,
  numberReleaseStartOptions,
  type ReleaseOutcome,
  releaseOutcomeUpdate,
} from "../../../workflows/number-release/number-release.contract.ts";
import type { NumberReleaseActivities } from "../../../workflows/number-release/number-release.ports.ts";
import {
  type NumberRentalInput,
  numberRentalContract,
  numberRentalStartOptions,
  type RentalOutcome,
  rentalOutcomeUpdate,
} from "../../../workflows/number-rental/number-rental.contract.ts";
import type { NumberRentalActivities, RentalAnswer } from "../../../workflows/number-rental/number-rental.ports.ts";
import { CARRIER_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { startAndAsk } from "../../harness/start-and-ask.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

interface Script {
  request: readonly (RentalAnswer | Error)[];
  look?: readonly (RentalAnswer | Error)[];
}

const RENTED: RentalAnswer = { kind: "rented", phoneNumberId: 12 };
const UNKNOWN: RentalAnswer = { kind: "unknown" };
/** The rentals whose histories are kept for replay by later code, and what they show. */
const RECORDED = { 1: "rented", 2: "answer-lost", 3: "refused" };

let env: WorkflowEnvironment;
const scripts = new Map<number, Script>();
const asked = new Map<string, number>();
const lookedAtMs: number[] = [];
const releases: (ReleaseOutcome | Error)[] = [];

const next = (name: keyof Script, rentalId: number): RentalAnswer => {
  const key = `${name} ${rentalId}`;
  const count = asked.get(key) ?? 0;
  asked.set(key, count + 1);
  const answers = scripts.get(rentalId)?.[name] ?? [];
  const answer = answers[Math.min(count, answers.length - 1)];
  if (answer instanceof Error) throw answer;
  if (!answer) throw new Error(`${key} was not expected`);
  return answer;
};

const activities: NumberRentalActivities & NumberReleaseActivities = {
  requestRental: async ({ rentalId }) => next("request", rentalId),
  lookForRental: async ({ rentalId }) => {
    lookedAtMs.push(await env.currentTimeMs());
    return next("look", rentalId);
  },
  giveUpRental: async () => ({ kind: "failed" }),
  pointRentedNumber: async () => ({ ok: true, message: null }),
  releaseNumber: async () => {
    const answer = releases.shift() ?? { kind: "released" };
    if (answer instanceof Error) throw answer;
    return answer;
  },
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: {}, [CARRIER_QUEUE]: activities });
});
afterAll(async () => {
  for (const [rentalId, what] of Object.entries(RECORDED)) {
    const workflowId = numberRentalContract.workflowId({ organizationId: 7, rentalId: Number(rentalId) });
    await recordHistory(env, workflowId, `number-rental-${what}`);
  }
  const workflowId = numberReleaseContract.workflowId({ organizationId: 7, phoneNumberId: 1 });
  await recordHistory(env, workflowId, "number-release-away");
  await env.close();
});

type Rental = (input: NumberRentalInput) => Promise<RentalOutcome>;

const optionsFor = (rentalId: number) => ({
  ...numberRentalStartOptions({ organization_id: 7, id: rentalId, phone_number: "+14155550100" }),
  workflowRunTimeout: "3 days" as const,
});
const start = (rentalId: number, script: Script) => {
  scripts.set(rentalId, script);
  return env.client.workflow.start<Rental>(numberRentalContract.type, optionsFor(rentalId));
};
const startAndWait = (rentalId: number, script: Script) => {
  scripts.set(rentalId, script);
  const asked = { options: optionsFor(rentalId), update: rentalOutcomeUpdate };
  return startAndAsk<Rental, RentalOutcome>(env.client, numberRentalContract.type, asked);
};

describe("a rental", () => {
  it("asks once, points the number and tells whoever waits", async () => {
    const { handle, answer } = await startAndWait(1, { request: [RENTED] });
    const outcome = { kind: "rented", phoneNumberId: 12, sync: { ok: true, message: null } };
    expect(answer).toEqual(outcome);
    expect(await handle.result()).toEqual(outcome);
  });

  it("looks for a number whose order got no answer, and never orders it again", async () => {
    const handle = await start(2, { request: [UNKNOWN], look: [UNKNOWN, new Error("away"), UNKNOWN, RENTED] });
    expect(await handle.result()).toMatchObject({ kind: "rented", phoneNumberId: 12 });
    expect(asked.get("request 2")).toBe(1);
  });

  it("ends without a number when the carrier says no", async () => {
    const { handle, answer } = await startAndWait(3, { request: [{ kind: "failed" }] });
    expect(answer).toEqual({ kind: "failed" });
    expect(await handle.result()).toEqual({ kind: "failed" });
  });

  it("gives up after a day of a carrier that says nothing, having looked ever more rarely", async () => {
    lookedAtMs.length = 0;
    const handle = await start(4, { request: [UNKNOWN], look: [UNKNOWN] });
    expect(await handle.result()).toEqual({ kind: "failed" });
    expect(lookedAtMs).toHaveLength(MOST_RENTAL_LOOKS);
    const [first = 0, second = 0] = lookedAtMs;
    expect(second - first).toBeLessThan(60_000);
    expect((lookedAtMs.at(-1) ?? 0) - first).toBeGreaterThan(86_000_000);
  });

  it("goes on when somebody cancels its workflow: what may be rented costs money", async () => {
    const handle = await start(5, { request: [UNKNOWN], look: [UNKNOWN, UNKNOWN, RENTED] });
    await handle.cancel();
    expect(await handle.result()).toMatchObject({ kind: "rented" });
  });
});

describe("a release", () => {
  type Release = (input: NumberReleaseInput) => Promise<ReleaseOutcome>;
  const releaseOptions = (phoneNumberId: number) => ({
    ...numberReleaseStartOptions({ organization_id: 7, id: phoneNumberId, address_normalized: "+14155550100" }),
    workflowRunTimeout: "3 days" as const,
  });

  it("goes on until the carrier can be told", async () => {
    releases.push(...Array.from({ length: 20 }, () => new Error("away")));
    const handle = await env.client.workflow.start<Release>(numberReleaseContract.type, releaseOptions(1));
    expect(await handle.result()).toEqual({ kind: "released" });
    expect(releases).toEqual([]);
  });

  it("passes the carrier's no on to whoever waits", async () => {
    releases.push({ kind: "refused", sentence: "not before the end of the month" });
    const asked = { options: releaseOptions(2), update: releaseOutcomeUpdate };
    const { handle, answer } = await startAndAsk<Release, ReleaseOutcome>(
      env.client,
      numberReleaseContract.type,
      asked,
    );
    expect(answer).toMatchObject({ kind: "refused" });
    await handle.result();
  });
});
