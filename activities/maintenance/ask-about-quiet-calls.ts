import { WorkflowNotFoundError } from "@temporalio/common";
import { listQuietCalls } from "../../infra/postgres/call/quiet-calls.repository.ts";
import { callRunContract, talkEndedSignal } from "../../workflows/call-run/call-run.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/**
 * Has the carriers asked about calls that have probably ended. The API does so for the conversations that it carries; this finds those
 * of a process that was killed, whose callback was lost with it.
 */
export const askAboutQuietCalls = async ({
  database,
  temporal,
}: Pick<WorkerDependencies, "database" | "temporal">): Promise<void> => {
  for (const { organization_id: organizationId, uuid: runUuid } of await listQuietCalls(database)) {
    try {
      await temporal.workflow
        .getHandle(callRunContract.workflowId({ organizationId, runUuid }))
        .signal(talkEndedSignal);
    } catch (error) {
      // Another search takes up calls without a workflow.
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }
};
