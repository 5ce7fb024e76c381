import type { NumberVerificationActivities } from "../../workflows/number-verification/number-verification.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { askCarrierToVerify } from "./ask-carrier-to-verify.ts";
import { awaitDecision } from "./await-decision.ts";
import { concludeVerification } from "./conclude-verification.ts";
import { openVerification } from "./open-verification.ts";

export const createNumberVerificationActivities = (deps: WorkerDependencies): NumberVerificationActivities => ({
  openVerification: (input) => withHeartbeat(() => openVerification(deps, input)),
  hearDecision: (input) => withHeartbeat(() => awaitDecision(deps, input)),
  askCarrierToVerify: (input) => withHeartbeat(() => askCarrierToVerify(deps, input)),
  concludeVerification: (input) => withHeartbeat(() => concludeVerification(deps, input)),
});
