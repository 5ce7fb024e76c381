import {
  listUnfinishedNationalLists,
  type UnfinishedNationalList,
} from "../../infra/postgres/contact/unfinished-national-lists.repository.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import {
  buildNationalListInput,
  nationalListContract,
  nationalListStartOptions,
} from "../../workflows/national-list/national-list.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { createOpenWorkflowCheck, LOST_AFTER_SECONDS, readPagesById, restartLost } from "./restart-lost.ts";

/**
 * Starts a workflow for each national do-not-call list that is to be loaded or emptied and has none: Temporal was not
 * reachable at the request, or somebody terminated the workflow. Returns how many.
 */
export const restartLostNationalLists = (
  { database, temporal }: Pick<WorkerDependencies, "database" | "temporal">,
  { olderThanSeconds = LOST_AFTER_SECONDS } = {},
): Promise<number> => {
  const isRunning = createOpenWorkflowCheck(temporal, nationalListContract.type);
  return restartLost(
    readPagesById((page) => listUnfinishedNationalLists(database, { olderThanSeconds, ...page })),
    {
      hasWorkflow: async (list) => {
        const input = buildNationalListInput(list);
        // The workflow that loads a list also removes its numbers when it does not come into force.
        const loading = nationalListContract.workflowId({ ...input, isRemoval: false });
        return (await isRunning(nationalListContract.workflowId(input))) || isRunning(loading);
      },
      restart: (list: UnfinishedNationalList) =>
        startOnce(
          temporal,
          nationalListContract.type,
          nationalListStartOptions(buildNationalListInput(list), list.source),
        ),
    },
  );
};
