import { addToReceipt } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import { listRunsById } from "../../infra/postgres/privacy/stop-calling.ts";
import { deleteExecutions } from "../../infra/temporal/delete-executions.ts";
import { findWorkflowId } from "../run-workflows.ts";
import { DONE, type Erasure, type ErasureDependencies, splitByRuns } from "./erasure.ts";

/** Removes the histories of the person's calls: they hold ids alone, and the name that somebody gave the call. */
export const removeHistories = async ({ database, temporal }: ErasureDependencies, erasure: Erasure) => {
  const { organizationId, uuid } = erasure;
  for (const { runIds } of splitByRuns(erasure)) {
    const runs = await database.inOrganization(organizationId, (tx) => listRunsById(tx, runIds));
    for (const run of runs) {
      const count = await deleteExecutions(temporal, findWorkflowId(run));
      await database.inOrganization(organizationId, (tx) =>
        addToReceipt(tx, uuid, { place: "workflow_histories", count }),
      );
    }
  }
  return DONE;
};
