import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { CallRunActivities, Placement } from "../../workflows/call-run/call-run.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { checkCall, hangUpCall, reconcileCall } from "./follow-call.ts";
import { limitSimultaneous } from "./hand-overs.ts";
import { placeCall } from "./place-call.ts";
import { settleCall } from "./settle-call.ts";
import { createSettledCallNotifier } from "./settled-call-notifier.ts";

/**
 * Each hand-over holds a workflow task and a connection of the lock pool, which has one for each of them and for each of the
 * carriers' queue. The other tasks stay free for other workflows, even while a carrier takes its ten seconds to answer.
 */
export const CALLS_HANDED_OVER_WITHIN_TASKS = 30;
/**
 * Calls are started some dozens at once, and a hand-over through the queue costs a call six events more: it is worth a moment's wait.
 * Those that wait hold a workflow task as well.
 */
const WAITING_WITHIN_TASKS = { mostWaiting: 30, waitMs: 1000 };

export const createCallRunActivities = (deps: WorkerDependencies): CallRunActivities => {
  const notifyShard = createSettledCallNotifier(deps.temporal);
  // The activity sends the signal and not the workflow, so that it costs the run no events.
  const tellShard = async ({ shardId, runUuid }: CallRunInput): Promise<void> => {
    if (shardId) await notifyShard(shardId, runUuid);
  };
  const placeAtOnce = limitSimultaneous(
    { atATime: CALLS_HANDED_OVER_WITHIN_TASKS, ...WAITING_WITHIN_TASKS },
    (input: CallRunInput) => placeCall(deps, input),
  );
  const tellOfEnd = async <Result extends Placement | null>(
    input: CallRunInput,
    placement: Result,
  ): Promise<Result> => {
    if (placement?.kind === "settled" || placement?.kind === "released") await tellShard(input);
    return placement;
  };
  return {
    placeCall: (input) => withHeartbeat(async () => tellOfEnd(input, await placeCall(deps, input))),
    // The shard is told after the place was given back, because its signal may take a second.
    placeCallAtOnce: async (input) => tellOfEnd(input, await placeAtOnce(input)),
    reconcileCall: (input) => withHeartbeat(() => reconcileCall(deps, input)),
    checkCall: (input) => withHeartbeat(() => checkCall(deps, input)),
    hangUpCall: (input) => withHeartbeat(() => hangUpCall(deps, input)),
    settleCall: (input) =>
      withHeartbeat(async () => {
        const settlement = await settleCall(deps, input);
        await tellShard(input);
        return settlement;
      }),
  };
};
