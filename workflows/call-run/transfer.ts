import {
  condition,
  log,
  ParentClosePolicy,
  proxyActivities,
  setHandler,
  startChild,
  TemporalFailure,
} from "@temporalio/workflow";
import { CARRIER_ASKS_WITHIN_SECONDS } from "../../domain/call/transfer.rules.ts";
import { isUuid } from "../../domain/json/uuid.rules.ts";
import { runUncancellably } from "../cancellation.ts";
import { CARRIER_QUEUE } from "../task-queues.ts";
import {
  type CallRunInput,
  callRunContract,
  callRunStartOptions,
  hangUpSignal,
  transferSignal,
} from "./call-run.contract.ts";
import type { TransferActivities } from "./call-run.ports.ts";

// The caller is on hold meanwhile, so a lost worker is noticed within seconds.
const { beginTransferLeg, concludeTransferLeg } = proxyActivities<TransferActivities>({
  taskQueue: CARRIER_QUEUE,
  startToCloseTimeout: "20 seconds",
  heartbeatTimeout: "3 seconds",
  retry: { initialInterval: "250 milliseconds", maximumInterval: "2 seconds" },
});

interface Caller {
  isOver(): boolean;
  hangUp(): void;
}

/**
 * Hands the caller to a person, each transfer once however often it is told. Call it before the first await;
 * `allHandlersFinished` tells when none is under way any more.
 */
export const handleTransfers = (input: CallRunInput, caller: Caller): void => {
  const known = new Set<string>();
  setHandler(transferSignal, async (transferUuid) => {
    if (!isUuid(transferUuid) || known.has(transferUuid)) return;
    known.add(transferUuid);
    await runUncancellably(() => callPeopleOrGiveUp(input, { ...caller, transferUuid }));
  });
};

/** A fault must not end the caller's call: the rows give the transfer up, and the agent goes back to the caller. */
const callPeopleOrGiveUp = async (input: CallRunInput, transfer: Caller & { transferUuid: string }): Promise<void> => {
  try {
    await callPeople(input, transfer);
  } catch (error) {
    if (!(error instanceof TemporalFailure)) throw error;
    log.warn("the people who may take a caller could not all be called", { error: error.message });
  }
};

/**
 * Calls one person after the other until somebody takes the caller. The rows decide who is next and whether anybody is: the caller and
 * the person move them on by their requests, also while no worker runs.
 */
const callPeople = async (
  input: CallRunInput,
  { transferUuid, isOver, hangUp }: Caller & { transferUuid: string },
): Promise<void> => {
  for (;;) {
    const leg = await beginTransferLeg({ ...input, transferUuid });
    if (leg.kind === "over") return;
    const call = await startChild(callRunContract.type, {
      ...callRunStartOptions(leg.run),
      // The call to the person is hung up and settled, whatever becomes of this workflow.
      parentClosePolicy: ParentClosePolicy.ABANDON,
    });
    // A workflow that somebody has terminated is over as well: the rows say what became of its call.
    const ended = call.result().catch(() => undefined);
    await Promise.race([ended, condition(isOver)]);
    // One that is over takes no signal.
    if (isOver()) await call.signal(hangUpSignal).catch(() => {});
    await ended;
    if (await leavesCaller(input, { transferUuid, isOver })) return hangUp();
  }
};

/**
 * Tells whether the caller is still where both were connected although the person has hung up. Their carrier asks what comes next
 * within a moment; one that does not has a caller who hears nobody.
 */
const leavesCaller = async (
  input: CallRunInput,
  { transferUuid, isOver }: Pick<Caller, "isOver"> & { transferUuid: string },
): Promise<boolean> => {
  const left = await concludeTransferLeg({ ...input, transferUuid, isLast: false });
  if (!left.leavesCaller || isOver()) return false;
  if (await condition(isOver, `${CARRIER_ASKS_WITHIN_SECONDS} seconds`)) return false;
  return (await concludeTransferLeg({ ...input, transferUuid, isLast: true })).leavesCaller;
};
