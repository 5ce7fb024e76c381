import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { PersonExportInput } from "../../../workflows/person-export/person-export.contract.ts";
import {
  personExportContract,
  personExportStartOptions,
} from "../../../workflows/person-export/person-export.contract.ts";
import type { ExportEnd, PersonExportActivities } from "../../../workflows/person-export/person-export.ports.ts";
import { FOLLOW_UP_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

let env: WorkflowEnvironment;
let tries = 0;

const activities: PersonExportActivities = {
  writeExport: async ({ exportUuid }) => {
    if (exportUuid === "canceled") return "canceled";
    tries += 1;
    if (tries === 1) throw new Error("the object store is away");
    return "done";
  },
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: {}, [FOLLOW_UP_QUEUE]: activities });
});
afterAll(async () => {
  for (const exportUuid of ["written", "canceled"])
    await recordHistory(
      env,
      personExportContract.workflowId({ organizationId: 7, exportUuid }),
      `person-export-${exportUuid}`,
    );
  await env.close();
});

const run = (exportUuid: string): Promise<ExportEnd> =>
  env.client.workflow.execute<(input: PersonExportInput) => Promise<ExportEnd>>(personExportContract.type, {
    ...personExportStartOptions({ organizationId: 7, exportUuid }),
    workflowRunTimeout: "2 days",
  });

describe("personExport", () => {
  it("writes the file again until it is there", async () => {
    expect(await run("written")).toBe("done");
    expect(tries).toBe(2);
  });

  it("ends when it was canceled", async () => {
    expect(await run("canceled")).toBe("canceled");
  });
});
