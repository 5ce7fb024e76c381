import { afterAll, beforeAll, beforeEach, expect, it } from "@jest/globals";
import {
  carrierReportsContract,
  carrierReportsStartOptions,
} from "../../../workflows/carrier-reports/carrier-reports.contract.ts";
import type { CarrierReportsActivities, Gathered } from "../../../workflows/carrier-reports/carrier-reports.ports.ts";
import type { carrierReports } from "../../../workflows/carrier-reports/carrier-reports.workflow.ts";
import { FOLLOW_UP_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

let env: WorkflowEnvironment;
let asked: string[];
/** The answers about prices in turn; then nothing is due. */
let answers: (Gathered | Error)[];

const activities: CarrierReportsActivities = {
  gatherPrices: async ({ organizationId, accountId }) => {
    asked.push(`prices of ${organizationId}/${accountId}`);
    const answer = answers.shift() ?? { kept: 0, isMoreDue: false };
    if (answer instanceof Error) throw answer;
    return answer;
  },
  gatherRecordings: async () => {
    asked.push("recordings");
    return { kept: 1, isMoreDue: false };
  },
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: {}, [FOLLOW_UP_QUEUE]: activities });
});
afterAll(() => env.close());
beforeEach(() => {
  asked = [];
  answers = [];
});

const run = async (accountId: number) => {
  const options = carrierReportsStartOptions({ organizationId: 7, accountId });
  const result = await env.client.workflow.execute<typeof carrierReports>(carrierReportsContract.type, options);
  return { result, workflowId: options.workflowId };
};

it("asks as long as more is due, and ends without waiting for anything", async () => {
  answers = [
    { kept: 500, isMoreDue: true },
    { kept: 20, isMoreDue: false },
  ];
  const { result, workflowId } = await run(12);
  expect(result).toEqual({ prices: 520, recordings: 1 });
  expect(asked.toSorted()).toEqual(["prices of 7/12", "prices of 7/12", "recordings"]);
  const { events } = await env.client.workflow.getHandle(workflowId).fetchHistory();
  expect((events ?? []).filter(({ timerStartedEventAttributes: timer }) => timer)).toEqual([]);
  await recordHistory(env, workflowId, "carrier-reports-gathered");
});

it("keeps what was gathered when a round fails for the moment, and ends in a bounded number of rounds", async () => {
  answers = [new Error("the database is away"), ...Array<Gathered>(80).fill({ kept: 1, isMoreDue: true })];
  const { result } = await run(13);
  expect(result).toEqual({ prices: 50, recordings: 1 });
});
