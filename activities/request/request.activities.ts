import type { RequestFollowUpActivities, RequestRowActivities } from "../../workflows/request/request.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { checkRequest } from "./check-request.ts";
import { reportRequest } from "./report-request.ts";

export const createRequestRowActivities = (
  deps: Pick<WorkerDependencies, "database" | "mailer" | "temporal" | "secrets" | "prices">,
): RequestRowActivities => ({
  lookAtRequest: (input) => checkRequest(deps, input),
});

export const createRequestFollowUpActivities = (deps: WorkerDependencies): RequestFollowUpActivities => ({
  tellOfRequest: (input) => withHeartbeat(() => reportRequest(deps, input)),
});
