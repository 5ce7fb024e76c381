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
import { afterConversation } from "../after-conversation.ts";
import { hearCancellation } from "../cancellation.ts";
import { handleToolCalls } from "../run-tools.ts";
import { callStateAttribute } from "../search-attributes.ts";
import { FOLLOW_UP_QUEUE } from "../task-queues.ts";
import {
  endSessionSignal,
  sessionStateQuery,
  type TextSessionInput,
  type TextSessionState,
} from "./text-session.contract.ts";
import type { TextSessionActivities } from "./text-session.ports.ts";

// One short transaction each, within the workflow task; a longer absence of the database is waited for by timers.
const { lookAfterSession, settleSession } = proxyLocalActivities<TextSessionActivities>({
  startToCloseTimeout: "30 seconds",
  localRetryThreshold: "1 second",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "10 seconds" },
});
const { concludeSession } = proxyActivities<TextSessionActivities>({
  taskQueue: FOLLOW_UP_QUEUE,
  startToCloseTimeout: "1 minute",
  scheduleToCloseTimeout: "10 minutes",
  heartbeatTimeout: "5 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "20 seconds", maximumAttempts: 4 },
});
const { writeTranscript } = proxyActivities<TextSessionActivities>({
  taskQueue: FOLLOW_UP_QUEUE,
  startToCloseTimeout: "5 minutes",
  scheduleToCloseTimeout: "1 day",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "5 minutes" },
});

/** Each look costs some five events; after so many the history starts anew. */
const LOOKS_OF_ONE_HISTORY = 200;

interface TextSession {
  input: TextSessionInput;
  state: TextSessionState;
  endAsked: boolean;
}

/** The life of one session in text: its tools, its end for inactivity, and what is kept of it. Messages do not come here. */
export const textSession = (input: TextSessionInput): Promise<string> => {
  const session: TextSession = { input, state: "open", endAsked: false };
  const end = () => {
    session.endAsked = true;
  };
  handleToolCalls(input);
  setHandler(endSessionSignal, end);
  setHandler(sessionStateQuery, () => session.state);
  return hearCancellation(end, () => live(session));
};

const live = async (session: TextSession): Promise<string> => {
  const { input } = session;
  tell(session, "\n\nTo end it: More Actions, Send a Signal, `end`, no input.");
  await untilOver(session);
  session.state = "ended";
  await unlessItFails("conclusions", () => concludeSession(input));
  const { state, after = [] } = await settleSession(input);
  upsertSearchAttributes([{ key: callStateAttribute, value: state }]);
  tell(session);
  await unlessItFails("transcript", () => writeTranscript(input));
  await afterConversation(input, after);
  await condition(allHandlersFinished);
  return state;
};

const untilOver = async (session: TextSession): Promise<void> => {
  const { input } = session;
  let secondsLeft = input.inactivitySeconds;
  for (let looks = 0; looks < LOOKS_OF_ONE_HISTORY || session.endAsked; looks += 1) {
    await condition(() => session.endAsked, `${Math.max(Math.ceil(secondsLeft), 1)} seconds`, {
      summary: "without a message",
    });
    const check = await lookAfterSession({ ...input, end: session.endAsked });
    if (check.isOver) return;
    secondsLeft = check.secondsLeft;
  }
  await condition(allHandlersFinished);
  await continueAsNew<typeof textSession>(input);
};

/** What fails for good costs only itself. */
const unlessItFails = async (what: string, work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    log.warn("a step after a session in text failed for good", { what });
  }
};

const tell = ({ state, input }: TextSession, hint = ""): void =>
  setCurrentDetails(`**${state}**${hint}\n\nRun \`${input.runUuid}\` of organization ${input.organizationId}`);
