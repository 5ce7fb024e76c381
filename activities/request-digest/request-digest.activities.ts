import type { RequestDigestActivities } from "../../workflows/request-digest/request-digest.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { sendRequestDigests } from "./send-request-digests.ts";

export const createRequestDigestActivities = (
  deps: Pick<WorkerDependencies, "database" | "mailer" | "logger" | "publicBaseUrl">,
): RequestDigestActivities => ({
  sendRequestDigests: (input) => withHeartbeat(() => sendRequestDigests(deps, input)),
});
