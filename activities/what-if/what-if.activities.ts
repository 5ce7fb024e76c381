import { CancelledFailure, Context } from "@temporalio/activity";
import { answerWhatIf } from "../../application/what-if/answer-what-if.ts";
import { settleWhatIf } from "../../infra/postgres/what-if/what-if.repository.ts";
import type { WhatIfActivities, WhatIfRowActivities } from "../../workflows/what-if/what-if.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";

export const createWhatIfActivities = (deps: WorkerDependencies): WhatIfActivities => ({
  answerWhatIf: (input) =>
    withHeartbeat(async () => {
      const { cancellationSignal: signal } = Context.current();
      try {
        await answerWhatIf(deps, { ...input, signal });
      } catch (error) {
        if (!signal.aborted) throw error;
        throw new CancelledFailure("the question was canceled");
      }
    }),
});

export const createWhatIfRowActivities = ({ database }: Pick<WorkerDependencies, "database">): WhatIfRowActivities => ({
  failWhatIf: ({ organizationId, whatIfUuid, error }) =>
    database.inOrganization(organizationId, (tx) => settleWhatIf(tx, whatIfUuid, { error })),
});
