import type { RetentionActivities } from "../../workflows/retention/retention.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { removeExpired } from "./remove-expired.ts";

const PAGE = 500;

export const createRetentionActivities = (deps: WorkerDependencies): RetentionActivities => ({
  removeExpired: () => withHeartbeat(() => removeExpired(deps, PAGE)),
});
