import type { RequestFollowUpActivities, RequestRowActivities } from "../../workflows/request/request.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { checkRequest } from "./look-at-request.ts";
import { reportRequest } from "./tell-of-request.ts";

export const createRequestRowActivities = (
  deps: Pick<WorkerDependencies, "database" | "mailer" | "temporal">,
): RequestRowActivities => ({
  lookAtRequest: (input) => checkRequest(deps, input),
});

export const createRequestFollowUpActivities = (deps: WorkerDependencies): RequestFollowUpActivities => ({
  tellOfRequest: (input) => withHeartbeat(() => reportRequest(deps, input)),
});
