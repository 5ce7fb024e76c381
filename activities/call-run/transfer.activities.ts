import type { TransferActivities } from "../../workflows/call-run/call-run.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { beginTransferLeg, concludeTransferLeg } from "./transfer-call.ts";

export const createTransferActivities = (deps: WorkerDependencies): TransferActivities => ({
  beginTransferLeg: (input) => withHeartbeat(() => beginTransferLeg(deps, input)),
  concludeTransferLeg: (input) => withHeartbeat(() => concludeTransferLeg(deps, input)),
});
