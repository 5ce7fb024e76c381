import type { TextSessionActivities } from "../../workflows/text-session/text-session.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { checkSession } from "./check-session.ts";

export const createTextSessionActivities = (deps: WorkerDependencies): TextSessionActivities => ({
  lookAfterSession: (input) => checkSession(deps, input),
});
