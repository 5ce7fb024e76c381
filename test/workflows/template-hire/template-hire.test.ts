import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ApplicationFailure } from "@temporalio/common";
import { WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import {
  type HiredAgent,
  hiredAgentUpdate,
  hireProgressQuery,
  type TemplateHireInput,
  templateHireContract,
  templateHireStartOptions,
} from "../../../workflows/template-hire/template-hire.contract.ts";
import type { TemplateHireActivities } from "../../../workflows/template-hire/template-hire.ports.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { startAndAsk } from "../../harness/start-and-ask.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

type Step = keyof TemplateHireActivities;
/** The results of a step's tries, in order; afterwards it succeeds. */
type Script = Partial<Record<Step, readonly (Error | Promise<void>)[]>>;

const FORWARD: readonly Step[] = [
  "makeHiredAgent",
  "addHiredTools",
  "addHiredDocuments",
  "addHiredScenarios",
  "concludeHire",
];
const UNDONE_BY: Partial<Record<Step, Step>> = {
  makeHiredAgent: "undoHiredAgent",
  addHiredTools: "undoHiredTools",
  addHiredDocuments: "undoHiredDocuments",
  addHiredScenarios: "undoHiredScenarios",
};
const RECORDED = { hired: "hired", undone: "undone", canceled: "canceled" };

let env: WorkflowEnvironment;
const scripts = new Map<string, Script>();
const tried = new Map<string, string[]>();

const act =
  <T>(step: Step, answer: T) =>
  async ({ hireUuid, ...rest }: TemplateHireInput & { reason?: string }): Promise<T> => {
    const tries = tried.get(hireUuid) ?? [];
    tried.set(hireUuid, tries);
    const earlier = tries.filter((each) => each.split(":")[0] === step).length;
    tries.push(rest.reason === undefined ? step : `${step}: ${rest.reason}`);
    const scripted = scripts.get(hireUuid)?.[step]?.[earlier];
    if (scripted instanceof Error) throw scripted;
    await scripted;
    return answer;
  };

const activities: TemplateHireActivities = {
  makeHiredAgent: act("makeHiredAgent", { agentId: 12 }),
  addHiredTools: act("addHiredTools", undefined),
  addHiredDocuments: act("addHiredDocuments", undefined),
  addHiredScenarios: act("addHiredScenarios", undefined),
  concludeHire: act("concludeHire", { missing: ["credential" as const] }),
  undoHiredAgent: act("undoHiredAgent", undefined),
  undoHiredTools: act("undoHiredTools", undefined),
  undoHiredDocuments: act("undoHiredDocuments", undefined),
  undoHiredScenarios: act("undoHiredScenarios", undefined),
  failHire: act("failHire", undefined),
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: activities });
});
afterAll(async () => {
  for (const [hireUuid, what] of Object.entries(RECORDED)) {
    const workflowId = templateHireContract.workflowId({ organizationId: 7, hireUuid });
    await recordHistory(env, workflowId, `template-hire-${what}`);
  }
  await env.close();
});

type Hire = (input: TemplateHireInput) => Promise<HiredAgent>;

const optionsFor = (hireUuid: string) => ({
  ...templateHireStartOptions({ organizationId: 7, hireUuid }, { templateId: "order-status" }),
  workflowRunTimeout: "1 day" as const,
});
const start = (hireUuid: string, script: Script = {}) => {
  scripts.set(hireUuid, script);
  return env.client.workflow.start<Hire>(templateHireContract.type, optionsFor(hireUuid));
};
const forGood = () => ApplicationFailure.nonRetryable("the storage is full", "HireImpossible");

describe("a hire", () => {
  it("does each step once, and answers as soon as the agent is there", async () => {
    const tools = Promise.withResolvers<void>();
    const handle = await start("hired", { addHiredTools: [tools.promise] });
    expect(await handle.executeUpdate(hiredAgentUpdate)).toEqual({ kind: "hired", agentId: 12 });
    expect(await handle.query(hireProgressQuery)).toEqual({
      state: "running",
      done: ["agent"],
      step: "tools",
      agentId: 12,
      missing: [],
    });
    const { currentDetails } = await handle.query<{ currentDetails?: string }>("__temporal_workflow_metadata");
    expect(currentDetails).toBe(
      "**The agent is being hired**\n\nAgent 12\n\n" +
        "- ✓ makes the agent\n- → adds its tools\n- · adds its documents\n- · adds the scenarios that it is rehearsed with\n- · tells the timeline",
    );
    tools.resolve();
    expect(await handle.result()).toEqual({ kind: "hired", agentId: 12 });
    expect(tried.get("hired")).toEqual(FORWARD);
    expect(await handle.query(hireProgressQuery)).toMatchObject({
      state: "hired",
      step: null,
      missing: ["credential"],
    });
  });

  it.each(FORWARD)("goes on at %s when the answer of the step is lost", async (step) => {
    const handle = await start(`lost-${step}`, { [step]: [new Error("the worker died"), new Error("again")] });
    expect(await handle.result()).toEqual({ kind: "hired", agentId: 12 });
    const tries = tried.get(`lost-${step}`) ?? [];
    expect(FORWARD.map((each) => tries.filter((one) => one === each).length)).toEqual(
      FORWARD.map((each) => (each === step ? 3 : 1)),
    );
  });

  it.each(FORWARD)("takes back what was made when %s fails for good", async (step) => {
    const hireUuid = step === "addHiredDocuments" ? "undone" : `failed-${step}`;
    const handle = await start(hireUuid, { [step]: [forGood()], undoHiredAgent: [new Error("the worker died")] });
    expect(await handle.result()).toEqual({ kind: "failed" });
    const begun = FORWARD.slice(0, FORWARD.indexOf(step) + 1);
    const undone = begun.flatMap((each) => UNDONE_BY[each] ?? []).reverse();
    const expected = [...begun, ...undone, "undoHiredAgent", "failHire: the storage is full"];
    expect(tried.get(hireUuid)).toEqual(expected);
    expect(await handle.query(hireProgressQuery)).toMatchObject({ state: "failed" });
  });

  it("tells whoever waits that nothing came of it", async () => {
    scripts.set("waited", { makeHiredAgent: [forGood()] });
    const asked = { options: optionsFor("waited"), update: hiredAgentUpdate };
    const { handle, answer } = await startAndAsk<Hire, HiredAgent>(env.client, templateHireContract.type, asked);
    expect(answer).toEqual({ kind: "failed" });
    await handle.result();
  });

  it("goes on when somebody cancels its workflow", async () => {
    const tools = Promise.withResolvers<void>();
    const handle = await start("canceled", { addHiredTools: [tools.promise] });
    await handle.executeUpdate(hiredAgentUpdate);
    await handle.cancel();
    tools.resolve();
    expect(await handle.result()).toEqual({ kind: "hired", agentId: 12 });
  });
});
