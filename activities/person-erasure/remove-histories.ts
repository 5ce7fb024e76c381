import { countOnce } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import { listRunsById } from "../../infra/postgres/privacy/stop-calling.ts";
import { deleteExecution, listClosedExecutions } from "../../infra/temporal/delete-executions.ts";
import { buildRunWorkflowId } from "../../workflows/run-workflow.contract.ts";
import { DONE, type Erasure, type ErasureDependencies, splitByRuns } from "./erasure.ts";

/** Removes the histories of the person's calls: they hold ids alone, and the name that somebody gave the call. */
export const removeHistories = async ({ database, temporal }: ErasureDependencies, erasure: Erasure) => {
  const { organizationId, uuid } = erasure;
  for (const { runIds } of splitByRuns(erasure)) {
    const runs = await database.inOrganization(organizationId, (tx) => listRunsById(tx, runIds));
    for (const run of runs) {
      const executions = await listClosedExecutions(temporal, buildRunWorkflowId(run));
      for (const execution of executions) {
        await database.inOrganization(organizationId, (tx) =>
          countOnce(tx, uuid, { place: "workflow_histories", mark: execution.runId }),
        );
        await deleteExecution(temporal, execution);
      }
    }
  }
  return DONE;
};
