import { makeOnce } from "../time/make-once.ts";
import type { AgentGraph, Step } from "./agent-graph.ts";
import {
  type ClaimRequest,
  type ClaimResult,
  type ConversationPorts,
  type ConversationRun,
  SupersededError,
  type TurnClaim,
  type WatchedTurn,
} from "./conversation.ports.ts";
import type { TurnReport } from "./conversation.ts";
import type { ConversationSettings } from "./conversation-settings.ts";
import { awaitTools } from "./function-calls.ts";
import { takeTurn } from "./take-turn.ts";
import { findCurrentStep, type Turn } from "./turn.ts";
import { createTurnRecorder } from "./turn-recorder.ts";
import type { TurnEnd, TurnOutcome, TurnSession } from "./turn-session.ts";
import { measureWords, type WordTimes } from "./turn-stages.ts";

/** A turn that is running in this process. */
export interface RunningTurn {
  key: string;
  /** When its input came, by `performance.now()`. */
  startedAt: number;
  signal: AbortSignal;
  abort(): void;
  /** Tells whether the person may speak over it at this moment. */
  mayBeInterrupted(): boolean;
  /** The turn calls this when it starts to speak. */
  watch(mayBeInterrupted: () => boolean): void;
  done: Promise<void>;
  finish(): void;
}

export interface TurnContext {
  ports: ConversationPorts;
  run: ConversationRun;
  session: TurnSession;
  settings: ConversationSettings;
  graph: AgentGraph;
  /** The step in which this process last saw the conversation. */
  lastSeen: { nodeId: string | null };
  /** Called when another agent goes on than `run` has; returns what it is and how it goes about. */
  adopt(run: ConversationRun): AgentOfTurn;
}

export type AgentOfTurn = Pick<TurnContext, "run" | "settings" | "graph">;

/** The interval between checks whether another process has finished this turn. */
const ASK_AGAIN_MS = 150;
const KEEP_ALIVE_EVERY_MS = 3_000;

export const createRunningTurn = (
  key: string,
  { neverInterrupted, startedAt }: { neverInterrupted: boolean; startedAt: number },
): RunningTurn => {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  let mayBeInterrupted = () => true;
  return {
    key,
    startedAt,
    signal: controller.signal,
    abort: () => controller.abort(),
    mayBeInterrupted: () => !neverInterrupted && mayBeInterrupted(),
    watch: (asked) => {
      mayBeInterrupted = asked;
    },
    done: promise,
    finish: resolve,
  };
};

/** Claims a turn and carries it out; repeats the outcome of a turn that is done. */
export const runTurn = async (context: TurnContext, request: ClaimRequest, running: RunningTurn): Promise<TurnReport> =>
  context.ports.watch?.follow(context.run, request.key, () => takeClaim(context, request, running)) ??
  takeClaim(context, request, running);

const takeClaim = async (context: TurnContext, request: ClaimRequest, running: RunningTurn): Promise<TurnReport> => {
  const model = makeOnce(() => context.ports.model(context.run));
  const hasDocuments = createDocumentLook(context);
  const claiming = claimWhenFree(context, request, running.signal);
  // The person waits for the answer, so what it needs is read beside the claim, and read again if that fails. The claim takes
  // longest and comes first.
  if (isSaid(request)) {
    model().catch(() => {});
    hasDocuments(findLastStep(context)).catch(() => {});
  }
  const claimed = await claiming;
  switch (claimed.kind) {
    case "claimed": {
      context.session.speaks?.(request);
      const { claim } = claimed;
      if (claim.position.handedTo === context.run.handedTo)
        return carryOut({ ...context, model, hasDocuments }, { claim, request, running });
      return carryOut(adoptAgent(context, await context.ports.store.open(context.run)), { claim, request, running });
    }
    case "repeated":
      context.session.speaks?.(claimed);
      await repeatOutcome(context, claimed.outcome);
      return { kind: "done", turnUuid: claimed.turnUuid, repeated: true, outcome: claimed.outcome };
    case "over":
      await context.session.end({ reason: claimed.reason });
      return claimed;
    case "stale":
      return claimed;
    case "broken_off":
    case "busy":
      return { kind: "superseded" };
  }
};

/** Another agent goes on, here or in another process. */
const adoptAgent = (context: TurnContext, run: ConversationRun): TurnContext & Pick<Turn, "model" | "hasDocuments"> => {
  const adopted = { ...context, ...context.adopt(run) };
  return { ...adopted, model: makeOnce(() => context.ports.model(run)), hasDocuments: createDocumentLook(adopted) };
};

/** Looks once in a turn whether there are documents to read in its steps. */
const createDocumentLook = ({ ports, run }: TurnContext): Turn["hasDocuments"] => {
  const looks = new Map<Step, () => Promise<boolean>>();
  return async (step) => {
    if (step.kind === "end") return false;
    const look = looks.get(step) ?? makeOnce(() => ports.documents.areThere(run, step.documentUuids));
    looks.set(step, look);
    return look();
  };
};

/** Another process may have gone on since. */
const findLastStep = ({ graph, lastSeen }: TurnContext): Step => graph.step(lastSeen.nodeId) ?? graph.start;

const isSaid = ({ input }: ClaimRequest): boolean => input.kind === "speech" || input.kind === "digits";

const claimWhenFree = async (
  { ports, run }: TurnContext,
  request: ClaimRequest,
  signal: AbortSignal,
): Promise<ClaimResult> => {
  for (;;) {
    const claimed = await ports.store.claimTurn(run, request);
    if (claimed.kind !== "busy" || signal.aborted) return claimed;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
};

const carryOut = async (
  context: TurnContext & Pick<Turn, "model" | "hasDocuments">,
  { claim, request, running }: { claim: TurnClaim; request: ClaimRequest; running: RunningTurn },
): Promise<TurnReport> => {
  const { ports, session } = context;
  const turn = prepare(context, claim, running.signal);
  running.watch(() => findCurrentStep(turn).interruptible);
  const alive = setInterval(() => void ports.store.keepAlive(claim).catch(() => {}), KEEP_ALIVE_EVERY_MS);
  try {
    if (claim.takenOver) await awaitTools(turn);
    const next = await takeTurn(turn, request.input);
    await turn.recorder.written();
    const words = wordsOf(turn, running);
    const tellWatch = () =>
      ports.watch?.done(context.run, watchedTurn(turn, request, { running, words }), {
        isMeasured: session.isMeasured === true,
      });
    if (running.signal.aborted) {
      await ports.store.breakOff(claim, turn.position, words);
      tellWatch();
      return { kind: "superseded" };
    }
    const outcome: TurnOutcome = { said: [...turn.recorder.said], next };
    await finish(turn, outcome, words);
    tellWatch();
    await applyTurnEnd(session, next);
    return { kind: "done", turnUuid: claim.uuid, repeated: false, outcome };
  } catch (error) {
    if (!(error instanceof SupersededError)) throw error;
    await session.interrupt();
    return { kind: "superseded" };
  } finally {
    clearInterval(alive);
    context.lastSeen.nodeId = turn.position.nodeId;
  }
};

const prepare = (
  context: TurnContext & Pick<Turn, "model" | "hasDocuments">,
  claim: TurnClaim,
  signal: AbortSignal,
): Turn => {
  const { ports, run, session, settings, graph, model, hasDocuments } = context;
  const turn: Turn = {
    ports,
    run,
    graph,
    settings,
    claim,
    session,
    recorder: createTurnRecorder(ports.store, { claim, session, signal }),
    position: { ...claim.position, gathered: { ...claim.position.gathered } },
    signal,
    model,
    hasDocuments,
    error: null,
    waitSeconds: null,
    modelMs: null,
    firstTokenAt: null,
    answer: null,
    personCame: false,
    changeAgent: (other) => {
      const { run, settings, graph, model, hasDocuments } = adoptAgent(context, other);
      Object.assign(turn, { run, settings, graph, model, hasDocuments });
    },
  };
  return turn;
};

const wordsOf = ({ firstTokenAt, recorder }: Turn, { startedAt }: RunningTurn): WordTimes =>
  measureWords(startedAt, { firstTokenAt, firstSentenceAt: recorder.firstSentenceAt() });

const watchedTurn = (
  { claim, error }: Turn,
  { key, input }: ClaimRequest,
  { running, words }: { running: RunningTurn; words: WordTimes },
): WatchedTurn => {
  const endedAtMs = Date.now();
  const startedAtMs = endedAtMs - (performance.now() - running.startedAt);
  return { key, number: claim.number, input: input.kind, startedAtMs, endedAtMs, words, isFailed: error !== null };
};

const finish = (
  { ports, claim, position, recorder, error, modelMs, answer, personCame }: Turn,
  outcome: TurnOutcome,
  words: WordTimes,
): Promise<void> =>
  ports.store.finishTurn(claim, {
    outcome,
    position,
    state: error === null ? "done" : "failed",
    firstSentenceMs: recorder.firstSentenceMs(),
    modelMs,
    words,
    error,
    answer,
    personCame,
  });

const repeatOutcome = async ({ ports, run, session }: TurnContext, { said, next }: TurnOutcome): Promise<void> => {
  for (const { recordingId, ...sentence } of said) {
    const { organizationId } = run;
    const recording = recordingId === undefined ? null : await ports.recordings.find({ organizationId, recordingId });
    await session.say({ ...sentence, ...(recording && { play: recording.url, playMs: recording.lengthMs }) });
  }
  await applyTurnEnd(session, next);
};

/** Ends the turn in the session: listens, transfers or ends. */
export const applyTurnEnd = async (session: TurnSession, next: TurnEnd): Promise<void> => {
  switch (next.kind) {
    case "listen":
      return session.listen({ silenceSeconds: next.silenceSeconds, interruptible: next.interruptible });
    case "transfer":
      return session.transfer(next);
    case "join":
      return session.join?.();
    case "end":
      return session.end({ reason: next.reason });
  }
};
