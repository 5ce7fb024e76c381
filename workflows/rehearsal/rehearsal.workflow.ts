import { ApplicationFailure } from "@temporalio/common";
import {
  ActivityFailure,
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
} from "@temporalio/workflow";
import {
  applyRehearsalCommand,
  CONVERSATIONS_AT_A_TIME,
  isRehearsalOver,
  REHEARSAL_COMMANDS,
  type RehearsalCommand,
  type RehearsalCounts,
  type RehearsalState,
} from "../../domain/rehearsal/rehearsal.rules.ts";
import { receiveCancellation, runUncancellably } from "../cancellation.ts";
import { shouldContinueAsNew } from "../history-length.ts";
import { REHEARSAL_QUEUE } from "../task-queues.ts";
import {
  REHEARSAL_COMMAND_REFUSED,
  type RehearsalInput,
  rehearsalProgressQuery,
  rehearsalSignals,
  rehearsalUpdates,
} from "./rehearsal.contract.ts";
import { describeRehearsal } from "./rehearsal.details.ts";
import type { PlayActivities, RehearsalActivities } from "./rehearsal.ports.ts";

// Short transactions within the workflow task; during a longer outage of the database the workflow waits by timers.
const { readRehearsal, writeRehearsalState, failConversation } = proxyLocalActivities<RehearsalActivities>({
  startToCloseTimeout: "30 seconds",
  localRetryThreshold: "1 second",
  retry: { initialInterval: "500 milliseconds", maximumInterval: "10 seconds" },
});
const { playConversation } = proxyActivities<PlayActivities>({
  taskQueue: REHEARSAL_QUEUE,
  startToCloseTimeout: "30 minutes",
  scheduleToCloseTimeout: "6 hours",
  // After a kill of its worker a conversation begins anew elsewhere within seconds.
  heartbeatTimeout: "10 seconds",
  // A workflow that ended while its activities still do would have its last task, and the command that it answers, done again.
  cancellationType: "WAIT_CANCELLATION_COMPLETED",
  retry: { initialInterval: "1 second", maximumInterval: "30 seconds" },
});

/** The conversations of one round, at about six events each; after it the history may start anew. */
const CONVERSATIONS_OF_ONE_ROUND = 120;

const NONE: RehearsalCounts = { waiting: 0, playing: 0, green: 0, red: 0, failed: 0, canceled: 0 };

interface Stage {
  input: RehearsalInput;
  state: RehearsalState;
  counts: RehearsalCounts;
  /** Ends the conversations that are being played. */
  playing: CancellationScope | null;
  commandsUnderWay: number;
}

/** Plays the conversations of a rehearsal, some at a time, until each has a result. Its rows say how far it has come. */
export const rehearsal = (input: RehearsalInput): Promise<RehearsalState> => {
  const stage: Stage = { input, state: "running", counts: NONE, playing: null, commandsUnderWay: 0 };
  const ready = open(stage);
  for (const command of REHEARSAL_COMMANDS) handleCommand(stage, command, ready);
  setHandler(rehearsalProgressQuery, () => ({ state: stage.state, counts: stage.counts }));
  // A cancellation of the workflow cancels the rehearsal.
  return receiveCancellation(
    () => void runUncancellably(() => carryOut(stage, "cancel")),
    () => rehearse(stage, ready),
  );
};

const open = (stage: Stage): Promise<void> => runUncancellably(async () => void (await look(stage, 0)));

/** Reads the rows; returns the next conversations to play. */
const look = async (stage: Stage, limit: number): Promise<number[]> => {
  const reading = await readRehearsal({ ...stage.input, limit });
  if (stage.state !== "canceled") stage.state = reading?.state ?? "canceled";
  stage.counts = reading?.counts ?? NONE;
  show(stage);
  return reading?.next ?? [];
};

const rehearse = async (stage: Stage, ready: Promise<void>): Promise<RehearsalState> => {
  await ready;
  for (;;) {
    await condition(() => stage.state !== "paused");
    if (isRehearsalOver(stage.state)) break;
    const next = await look(stage, CONVERSATIONS_OF_ONE_ROUND);
    if (stage.state !== "running") continue;
    if (next.length === 0) {
      stage.state = await writeRehearsalState({ ...stage.input, state: "done" });
      break;
    }
    await play(stage, next);
    await condition(() => stage.commandsUnderWay === 0 && allHandlersFinished());
    await look(stage, 0);
    if (stage.state === "running" && shouldContinueAsNew()) return continueAsNew<typeof rehearsal>(stage.input);
  }
  await condition(() => stage.commandsUnderWay === 0 && allHandlersFinished());
  await look(stage, 0);
  return stage.state;
};

/** Plays these conversations, some at a time; a paused rehearsal begins none, and a canceled one ends those under way. */
const play = async (stage: Stage, conversations: readonly number[]): Promise<void> => {
  const left = [...conversations];
  const scope = new CancellationScope();
  stage.playing = scope;
  const playOneByOne = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      await playOne(stage, id);
      if (stage.state !== "running") return;
    }
  };
  try {
    await scope.run(() => Promise.all(Array.from({ length: CONVERSATIONS_AT_A_TIME }, playOneByOne)));
  } finally {
    stage.playing = null;
  }
};

const playOne = async (stage: Stage, conversationId: number): Promise<void> => {
  try {
    const state = await playConversation({ ...stage.input, conversationId });
    const { waiting } = stage.counts;
    stage.counts = { ...stage.counts, waiting: Math.max(waiting - 1, 0), [state]: stage.counts[state] + 1 };
    show(stage);
  } catch (error) {
    // Its row was canceled with the rehearsal.
    if (isCancellation(error)) return;
    if (!(error instanceof ActivityFailure)) throw error;
    await failConversation({ ...stage.input, conversationId });
  }
};

const handleCommand = (stage: Stage, command: RehearsalCommand, ready: Promise<void>): void => {
  const run = () =>
    runUncancellably(async (): Promise<RehearsalState> => {
      await ready;
      return carryOut(stage, command);
    });
  setHandler(rehearsalUpdates[command], run);
  setHandler(rehearsalSignals[command], async () => {
    await run().catch((error: unknown) => {
      if (!(error instanceof ApplicationFailure)) throw error;
    });
  });
};

const carryOut = async (stage: Stage, command: RehearsalCommand): Promise<RehearsalState> => {
  const applied = applyRehearsalCommand(stage.state, command);
  if ("refusal" in applied) throw ApplicationFailure.nonRetryable(applied.refusal, REHEARSAL_COMMAND_REFUSED);
  stage.commandsUnderWay += 1;
  try {
    stage.state = await writeRehearsalState({ ...stage.input, state: applied.state });
    if (stage.state === "canceled") stage.playing?.cancel();
    show(stage);
    return stage.state;
  } finally {
    stage.commandsUnderWay -= 1;
  }
};

const show = ({ input, state, counts }: Stage): void => setCurrentDetails(describeRehearsal(input, { state, counts }));
