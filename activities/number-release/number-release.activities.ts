import type { NumberReleaseActivities } from "../../workflows/number-release/number-release.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { releaseAtCarrier } from "./release-at-carrier.ts";

export const createNumberReleaseActivities = (deps: WorkerDependencies): NumberReleaseActivities => ({
  releaseNumber: (input) => withHeartbeat(() => releaseAtCarrier(deps, input)),
});
