import {
  ActivityFailure,
  allHandlersFinished,
  CancellationScope,
  condition,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  upsertSearchAttributes,
} from "@temporalio/workflow";
import type { CallRunState } from "../../domain/call/call-states.rules.ts";
import { decideFinalState } from "../../domain/call/call-states.rules.ts";
import { computeDialWaitSeconds } from "../../domain/call/carrier-pace.rules.ts";
import type { FirstDecision } from "../../domain/call/first-decision.rules.ts";
import {
  computeLookDelaySeconds,
  isAbsenceFinal,
  RECONCILE_FOR_SECONDS,
} from "../../domain/call/reconciliation.rules.ts";
import { computeCheckDelaySeconds, GIVE_UP_AFTER_LIMIT_SECONDS } from "../../domain/call/silent-call.rules.ts";
import type { AfterConversationStep } from "../after-conversation.ports.ts";
import { receiveCancellation, runUncancellably } from "../cancellation.ts";
import { callStateAttribute } from "../search-attributes.ts";
import { CARRIER_QUEUE } from "../task-queues.ts";
import { handleToolCalls } from "../tool.ts";
import { runWithTelephoneVoice } from "../voice.ts";
import { continueOnCurrentVersion, pinToVersion } from "../worker-version.ts";
import {
  type CallRunInput,
  callStateQuery,
  carrierEventSignal,
  firstDecisionUpdate,
  hangUpSignal,
  talkEndedSignal,
} from "./call-run.contract.ts";
import type {
  CallEnd,
  CallRunActivities,
  FollowUpStep,
  Placement,
  Settlement,
  UnansweredBefore,
} from "./call-run.ports.ts";
import { runFollowUp } from "./follow-up.ts";
import { handleTransfers } from "./transfer.ts";

// Missing heartbeats reveal a lost worker within seconds; an activity that runs twice does its work once.
const { placeCall, reconcileCall, checkCall } = proxyActivities<CallRunActivities>({
  taskQueue: CARRIER_QUEUE,
  startToCloseTimeout: "60 seconds",
  heartbeatTimeout: "5 seconds",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "10 seconds" },
});
// Within the workflow task a hand-over costs one event instead of six. A worker that is killed meanwhile loses the task
// after its timeout; the repeat sees in the row that the carrier was asked, and reconciles.
const { placeCallAtOnce } = proxyLocalActivities<CallRunActivities>({
  startToCloseTimeout: "60 seconds",
  localRetryThreshold: "1 second",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "10 seconds" },
});
// An unreachable carrier must not keep a call from ending: the call is still followed, and its own time limit applies.
const { hangUpCall } = proxyActivities<CallRunActivities>({
  taskQueue: CARRIER_QUEUE,
  startToCloseTimeout: "30 seconds",
  scheduleToCloseTimeout: "1 minute",
  heartbeatTimeout: "5 seconds",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "10 seconds" },
});
// One short transaction: within the workflow task it saves five events. During a longer outage of the database the
// workflow waits by timers, so that the task is not held.
const { settleCall } = proxyLocalActivities<CallRunActivities>({
  startToCloseTimeout: "30 seconds",
  localRetryThreshold: "1 second",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "10 seconds" },
});

/** Each wait costs about ten events; after this many the history starts anew. */
const WAITS_OF_ONE_HISTORY = 100;

interface CallRun {
  input: CallRunInput;
  state: CallRunState;
  /** Carrier events that ended the call, as they were signalled; the first stored one counts. */
  endEventIds: string[];
  /** The latest end of the call by its time limits; epoch milliseconds. */
  endsAtMs: number | null;
  /** The last wait for the carrier's report, whose timer may still run. */
  lastWait: CancellationScope | null;
  hangUpRequested: boolean;
  /** When the conversation ended, as far as it is known; epoch milliseconds. */
  talkEndedAtMs: number | null;
  /** The carrier is to be asked now. */
  checkRequested: boolean;
  voiceLost: boolean;
  isHungUp: boolean;
  /** Its end is settled. */
  isOver: boolean;
  /** How often in a row the carrier could not be asked. */
  unansweredTries: number;
  firstDecision: FirstDecision | null;
  /** The steps after the call's end, from its settlement. */
  followUp: readonly FollowUpStep[];
  /** The steps of its agent's nodes. */
  after: readonly AfterConversationStep[];
}

/** Runs one attempt on one number: admits, dials at most once, follows the call, settles. */
export const callRun = async (input: CallRunInput): Promise<CallRunState> => {
  const run = queued(input);
  setHandler(carrierEventSignal, (eventId) => {
    if (eventId) run.endEventIds.push(eventId);
  });
  setHandler(hangUpSignal, () => {
    run.hangUpRequested = true;
  });
  setHandler(talkEndedSignal, () => {
    run.talkEndedAtMs = Date.now();
    run.checkRequested = true;
  });
  setHandler(callStateQuery, () => run.state);
  setHandler(firstDecisionUpdate, () => runUncancellably(() => firstDecision(run)));
  handleToolCalls(input);
  handleTransfers(input, {
    isOver: () => run.isOver,
    hangUp: () => {
      run.hangUpRequested = true;
    },
  });
  // A cancellation request hangs the call up; its end is then awaited and written.
  const hangUpInstead = () => {
    run.hangUpRequested = true;
  };
  return receiveCancellation(hangUpInstead, () => runCall(run));
};

pinToVersion(callRun);

const firstDecision = async (run: CallRun): Promise<FirstDecision> => {
  await condition(() => run.firstDecision !== null);
  return run.firstDecision ?? { kind: "initiated" };
};

const runCall = async (run: CallRun): Promise<CallRunState> => {
  const state = await attempt(run);
  run.isOver = true;
  // Only the end is an attribute, where it is not the usual one: each change is an event of the history, and the call's
  // row has the states between.
  if (state !== "completed") upsertSearchAttributes([{ key: callStateAttribute, value: state }]);
  if (run.followUp.length > 0) run.lastWait?.cancel();
  await runFollowUp(run.input, { steps: run.followUp, after: run.after });
  await condition(allHandlersFinished);
  return state;
};

const queued = (input: CallRunInput): CallRun => ({
  input,
  state: "queued",
  endEventIds: [],
  endsAtMs: null,
  lastWait: null,
  hangUpRequested: false,
  talkEndedAtMs: null,
  checkRequested: false,
  voiceLost: false,
  isHungUp: false,
  isOver: false,
  unansweredTries: 0,
  firstDecision: input.inbound ? { kind: "initiated" } : null,
  followUp: [],
  after: [],
});

const attempt = async (run: CallRun): Promise<CallRunState> => {
  const placement = run.input.inbound ? inboundPlacement(run.input.inbound) : await place(run);
  if (placement.kind === "settled") return enter(run, decideFinalState(placement.outcome));
  if (placement.kind === "released") return enter(run, "canceled");
  enter(run, "dialing");
  const story = () => followToItsEnd(run, placement);
  return placement.carriesAudio ? runWithTelephoneVoice(run.input, story, () => loseVoice(run)) : story();
};

/** Hangs the call up, because nobody speaks to the person any more. */
const loseVoice = (run: CallRun): void => {
  run.voiceLost = true;
  run.hangUpRequested = true;
};

const followToItsEnd = async (run: CallRun, placement: Dialled): Promise<CallRunState> => {
  for (;;) {
    const end = placement.kind === "unknown" ? await reconcile(run, placement) : await follow(run, placement);
    const settlement = await settle(run, end);
    if (settlement.kind === "settled") {
      run.followUp = settlement.followUp ?? [];
      run.after = settlement.after ?? [];
      return enter(run, settlement.state);
    }
    // The signal was sent by hand and not by the callback route, so the call is still followed.
    setCurrentDetails(`**dialing**: a signal named an event that is not stored: \`${run.endEventIds.shift()}\``);
  }
};

/** An incoming call already rings at its carrier. */
const inboundPlacement = (inbound: NonNullable<CallRunInput["inbound"]>): Dialled => ({
  kind: "accepted",
  ringTimeoutSeconds: 0,
  ...inbound,
});

const settle = ({ input, voiceLost, isHungUp }: CallRun, end: CallEnd): Promise<Settlement> =>
  settleCall({
    ...input,
    end: voiceLost && isHungUp && end.by === "event" ? { ...end, voiceLost: true } : end,
  });

type Placed = Exclude<Placement, { kind: "wait" }>;
type Dialled = Extract<Placement, { kind: "accepted" | "unknown" }>;

const place = async (run: CallRun): Promise<Placed> => {
  for (let waits = 0; ; waits += 1) {
    if (waits === WAITS_OF_ONE_HISTORY) return startHistoryAnew(run);
    const placement = await handOver(run.input);
    run.firstDecision ??= firstDecisionOf(placement);
    if (placement.kind !== "wait") return placement;
    setCurrentDetails(`**queued**: ${placement.reason}`);
    // A one-off call is answered "no capacity" and does not queue; a campaign's call waits, and so does a call back.
    if (!run.input.shardId && placement.capacity && !placement.queues) {
      await settle(run, { by: "decision", outcome: "canceled", reason: placement.reason });
      return { kind: "released" };
    }
    await condition(() => run.hangUpRequested, `${computeDialWaitSeconds(placement, waits)} seconds`, {
      summary: "until it is tried again",
    });
    if (run.hangUpRequested) {
      await settle(run, { by: "decision", outcome: "canceled", reason: "ended before it was dialled" });
      return { kind: "released" };
    }
  }
};

/** A campaign's call is handed over within the workflow task; a call that somebody waits for has an activity. */
const handOver = async (input: CallRunInput): Promise<Placement> =>
  (input.shardId === undefined ? null : await placeCallAtOnce(input)) ?? placeCall(input);

/** Continues as new. A call that is not dialled yet carries nothing over, because its row has everything. */
const startHistoryAnew = async (run: CallRun): Promise<never> => {
  await condition(allHandlersFinished);
  return continueOnCurrentVersion<typeof callRun>(run.input);
};

const firstDecisionOf = (placement: Placement): FirstDecision | null => {
  if (placement.kind === "settled") {
    const { outcome, sentence } = placement;
    return { kind: placement.blocked ? "blocked" : "refused", outcome, sentence };
  }
  if (placement.kind !== "wait") return { kind: "initiated" };
  return placement.capacity
    ? { kind: "no_capacity", sentence: placement.reason, retryAfterSeconds: placement.waitSeconds }
    : { kind: "initiated" };
};

/** Follows a call at the carrier: by its callbacks, and by asking when none come. */
const follow = async (run: CallRun, { ringTimeoutSeconds, timeLimitSeconds }: Dialled): Promise<CallEnd> => {
  const endsAtMs = (run.endsAtMs ??= Date.now() + (ringTimeoutSeconds + timeLimitSeconds) * 1000);
  const secondsLeft = () => (endsAtMs - Date.now()) / 1000;
  let callbacksArrive = false;
  for (let count = 0; ; count += 1) {
    const delay = computeCheckDelaySeconds({
      count,
      callbacksArrive,
      secondsLeft: Math.max(secondsLeft(), 0),
      isHungUp: run.isHungUp,
      secondsSinceTalk: run.talkEndedAtMs === null ? null : (Date.now() - run.talkEndedAtMs) / 1000,
    });
    await waitForReport(run, `${Math.ceil(delay)} seconds`);
    run.checkRequested = false;
    if (run.endEventIds[0]) return { by: "event", eventId: run.endEventIds[0] };
    if (run.hangUpRequested || hearsNobody(run) || secondsLeft() < 0) await hangUp(run);
    const check = await checkCall(asking(run));
    showCarrierError(run, check.carrierError);
    const eventId = run.endEventIds[0] ?? check.eventId;
    if (eventId) return { by: "event", eventId };
    callbacksArrive = check.callbacksArrive;
    if (secondsLeft() < -GIVE_UP_AFTER_LIMIT_SECONDS) {
      return { by: "decision", outcome: "unknown", reason: "the carrier did not say how the call ended" };
    }
  }
};

/**
 * The timer of a call that ends is not canceled: the server drops it, and a cancellation would cost an event. Where the call goes
 * on it is canceled.
 */
const waitForReport = async (run: CallRun, most: `${number} seconds`): Promise<void> => {
  const isReported = () => run.endEventIds.length > 0 || run.hangUpRequested || run.checkRequested;
  const summary = "until the carrier reports; then it is asked";
  run.lastWait?.cancel();
  const wait = new CancellationScope();
  run.lastWait = wait;
  await wait.run(() => Promise.race([condition(isReported), sleep(most, { summary })]));
  if (run.endEventIds.length === 0) wait.cancel();
};

/** Tells whether a call without a voice is still to be hung up: each check requests it again until the carrier has accepted it. */
const hearsNobody = ({ voiceLost, isHungUp }: CallRun): boolean => voiceLost && !isHungUp;

const hangUp = async (run: CallRun): Promise<void> => {
  run.hangUpRequested = false;
  try {
    await hangUpCall(run.input);
    run.isHungUp = true;
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
  }
};

/** Looks up a request whose answer was lost; it is never repeated. */
const reconcile = async (run: CallRun, placement: Dialled): Promise<CallEnd> => {
  for (let waited = 0, delay = 0; waited < RECONCILE_FOR_SECONDS; waited += delay) {
    const answer = await reconcileCall(asking(run));
    showCarrierError(run, answer.kind === "undecided" ? answer.carrierError : undefined);
    if (run.endEventIds[0]) return { by: "event", eventId: run.endEventIds[0] };
    if (answer.kind === "found" && answer.eventId) return { by: "event", eventId: answer.eventId };
    if (answer.kind === "found") return follow(run, placement);
    if (answer.kind === "absent" && isAbsenceFinal(waited))
      return { by: "decision", outcome: "failed", reason: "the request never reached the carrier" };
    delay = computeLookDelaySeconds(waited);
    await condition(() => run.endEventIds.length > 0, `${delay} seconds`);
    if (run.endEventIds[0]) return { by: "event", eventId: run.endEventIds[0] };
  }
  return { by: "decision", outcome: "unknown", reason: "the carrier could not say whether it made the call" };
};

const asking = ({ input, unansweredTries }: CallRun): CallRunInput & UnansweredBefore =>
  unansweredTries === 0 ? input : { ...input, unansweredTries };

/** Shows an operator why a call waits; the carrier's next answer takes the sentence away. */
const showCarrierError = (run: CallRun, error: string | undefined): void => {
  const failedBefore = run.unansweredTries > 0;
  run.unansweredTries = error === undefined ? 0 : run.unansweredTries + 1;
  if (error !== undefined)
    setCurrentDetails(
      `**${run.state}**: the carrier cannot be asked how the call goes (tries in a row: ${run.unansweredTries}). Its last error: \`${error.replaceAll("`", "'")}\``,
    );
  else if (failedBefore) enter(run, run.state);
};

const enter = (run: CallRun, state: CallRunState): CallRunState => {
  run.state = state;
  const hint = state === "dialing" ? "\n\nTo end it: More Actions, Send a Signal, `hang-up`, no input." : "";
  setCurrentDetails(`**${state}**${hint}\n\nRun \`${run.input.runUuid}\` of organization ${run.input.organizationId}`);
  return state;
};
