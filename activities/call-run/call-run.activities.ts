import { callSettledSignal } from "../../workflows/campaign/campaign-shard.contract.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { CallRunActivities } from "../../workflows/call-run/call-run.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { signalIfOpen } from "../signal-if-open.ts";
import { checkCall, hangUpCall, reconcileCall } from "./follow-call.ts";
import { placeCall } from "./place-call.ts";
import { settleCall } from "./settle-call.ts";

export const createCallRunActivities = (deps: WorkerDependencies): CallRunActivities => ({
  placeCall: (input) =>
    withHeartbeat(async () => {
      const placement = await placeCall(deps, input);
      if (placement.kind === "settled" || placement.kind === "released") await tellShard(deps, input);
      return placement;
    }),
  reconcileCall: (input) => withHeartbeat(() => reconcileCall(deps, input)),
  checkCall: (input) => withHeartbeat(() => checkCall(deps, input)),
  hangUpCall: (input) => withHeartbeat(() => hangUpCall(deps, input)),
  settleCall: (input) =>
    withHeartbeat(async () => {
      const settlement = await settleCall(deps, input);
      await tellShard(deps, input);
      return settlement;
    }),
});

/** From the activity, not the workflow: it costs the run no events, and a repeated one changes nothing. */
const tellShard = async ({ temporal }: WorkerDependencies, { shardId, runUuid }: CallRunInput): Promise<void> => {
  if (shardId) await signalIfOpen(temporal, shardId, callSettledSignal, runUuid);
};
