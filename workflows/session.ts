import {
  ActivityFailure,
  allHandlersFinished,
  condition,
  continueAsNew,
  isCancellation,
  log,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from "@temporalio/workflow";
import { runAfterConversation } from "./after-conversation.ts";
import { receiveCancellation } from "./cancellation.ts";
import { callStateAttribute } from "./search-attributes.ts";
import { endSessionSignal, type SessionAddress, type SessionState, sessionStateQuery } from "./session.contract.ts";
import type { SessionActivities, SessionCheck } from "./session.ports.ts";
import { FOLLOW_UP_QUEUE } from "./task-queues.ts";
import { handleToolCalls } from "./tool.ts";

// Each is one short transaction within the workflow task; during a longer outage of the database the workflow waits by
// timers.
const { settleSession } = proxyLocalActivities<SessionActivities>({
  startToCloseTimeout: "30 seconds",
  localRetryThreshold: "1 second",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "10 seconds" },
});
const { concludeSession } = proxyActivities<SessionActivities>({
  taskQueue: FOLLOW_UP_QUEUE,
  startToCloseTimeout: "1 minute",
  scheduleToCloseTimeout: "10 minutes",
  heartbeatTimeout: "5 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "20 seconds", maximumAttempts: 4 },
});
const { writeTranscript } = proxyActivities<SessionActivities>({
  taskQueue: FOLLOW_UP_QUEUE,
  startToCloseTimeout: "5 minutes",
  scheduleToCloseTimeout: "1 day",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "5 minutes" },
});

/** Each look costs about five events; after this many the history starts anew. */
const LOOKS_OF_ONE_HISTORY = 200;

/** The differences between text sessions and web calls. */
export interface SessionKind<Input extends SessionAddress> {
  input: Input;
  /** Time until the first look, if nobody requests its end. */
  firstLookSeconds: number;
  /** The label of the timer between two looks, in the Temporal UI. */
  waitsFor: string;
  /** Checks whether it is over; `end` ends it now. */
  look(end: boolean): Promise<SessionCheck>;
}

interface Session {
  address: SessionAddress;
  state: SessionState;
  endAsked: boolean;
}

/** Runs one session: its tools, its end, and its follow-up. Messages do not come here. */
export const runSession = <Input extends SessionAddress>(kind: SessionKind<Input>): Promise<string> => {
  const session: Session = { address: kind.input, state: "open", endAsked: false };
  const end = () => {
    session.endAsked = true;
  };
  handleToolCalls(kind.input);
  setHandler(endSessionSignal, end);
  setHandler(sessionStateQuery, () => session.state);
  return receiveCancellation(end, () => holdSession(session, kind));
};

const holdSession = async <Input extends SessionAddress>(
  session: Session,
  kind: SessionKind<Input>,
): Promise<string> => {
  const { address } = session;
  showDetails(session, "\n\nTo end it: More Actions, Send a Signal, `end`, no input.");
  await untilOver(session, kind);
  session.state = "ended";
  await unlessItFails("conclusions", () => concludeSession(address));
  const { state, after = [] } = await settleSession(address);
  upsertSearchAttributes([{ key: callStateAttribute, value: state }]);
  showDetails(session);
  await unlessItFails("transcript", () => writeTranscript(address));
  await runAfterConversation(address, after);
  await condition(allHandlersFinished);
  return state;
};

const untilOver = async <Input extends SessionAddress>(
  session: Session,
  { input, firstLookSeconds, waitsFor, look }: SessionKind<Input>,
): Promise<void> => {
  let secondsLeft = firstLookSeconds;
  for (let looks = 0; looks < LOOKS_OF_ONE_HISTORY || session.endAsked; looks += 1) {
    await condition(() => session.endAsked, `${Math.max(Math.ceil(secondsLeft), 1)} seconds`, { summary: waitsFor });
    const check = await look(session.endAsked);
    if (check.isOver) return;
    secondsLeft = check.secondsLeft;
  }
  await condition(allHandlersFinished);
  await continueAsNew<(input: Input) => Promise<string>>(input);
};

/** Runs a step; one that fails permanently does not stop the others. */
const unlessItFails = async (what: string, work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    log.warn("a step after a session failed for good", { what });
  }
};

const showDetails = ({ state, address }: Session, hint = ""): void =>
  setCurrentDetails(`**${state}**${hint}\n\nRun \`${address.runUuid}\` of organization ${address.organizationId}`);
