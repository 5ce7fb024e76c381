import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ERASURE_STEPS, type ErasureStep } from "../../../domain/privacy/erasure.rules.ts";
import {
  personErasureContract,
  personErasureStartOptions,
} from "../../../workflows/person-erasure/person-erasure.contract.ts";
import type { PersonErasureActivities, StepResult } from "../../../workflows/person-erasure/person-erasure.ports.ts";
import { FOLLOW_UP_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

const [PLAIN, CALLED, WAITS] = ["plain", "called", "waits"];

let env: WorkflowEnvironment;
const done: { erasure: string; step: ErasureStep }[] = [];
const timesOf = (erasure: string, step: ErasureStep) =>
  done.filter((each) => each.erasure === erasure && each.step === step).length;

const activities: PersonErasureActivities = {
  eraseStep: async ({ erasureUuid: erasure, step }): Promise<StepResult> => {
    done.push({ erasure, step });
    if (erasure === CALLED && step === "record" && timesOf(erasure, step) === 1) return { left: 0, again: "calls" };
    return { left: erasure === WAITS && step === "calls" && timesOf(erasure, step) < 3 ? 2 : 0 };
  },
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: {}, [FOLLOW_UP_QUEUE]: activities });
});
afterAll(async () => {
  for (const erasureUuid of [PLAIN, CALLED, WAITS])
    await recordHistory(
      env,
      personErasureContract.workflowId({ organizationId: 7, erasureUuid }),
      `person-erasure-${erasureUuid}`,
    );
  await env.close();
});

const run = async (erasureUuid: string): Promise<ErasureStep[]> => {
  await env.client.workflow.execute(personErasureContract.type, {
    ...personErasureStartOptions({ organizationId: 7, erasureUuid }),
    workflowRunTimeout: "2 days",
  });
  return done.filter(({ erasure }) => erasure === erasureUuid).map(({ step }) => step);
};

describe("personErasure", () => {
  it("does its steps in their order", async () => {
    expect(await run(PLAIN)).toEqual(ERASURE_STEPS);
  });

  it("goes back to the calls when one began meanwhile, and comes to an end", async () => {
    expect(await run(CALLED)).toEqual([...ERASURE_STEPS, ...ERASURE_STEPS.slice(1)]);
  });

  it("looks again until the calls that it ended are over", async () => {
    expect(await run(WAITS)).toEqual(["find", "calls", "calls", "calls", ...ERASURE_STEPS.slice(2)]);
  });
});
