import type { WebCallActivities } from "../../workflows/web-call/web-call.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { checkWebCall } from "./check-web-call.ts";

export const createWebCallActivities = (deps: WorkerDependencies): WebCallActivities => ({
  lookAfterWebCall: (input) => checkWebCall(deps, input),
});
