import type { RemovalActivities } from "../../workflows/removal/removal.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { concludeRemoval } from "./conclude-removal.ts";
import { removeSome } from "./remove-some.ts";

export const createRemovalActivities = (deps: WorkerDependencies): RemovalActivities => ({
  removeSome: (input) => withHeartbeat(() => removeSome(deps, input)),
  concludeRemoval: (input) => withHeartbeat(() => concludeRemoval(deps, input)),
});
