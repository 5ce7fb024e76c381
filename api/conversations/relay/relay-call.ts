import { listUnheard, resumeConversation } from "../../../application/conversation/resume-conversation.ts";
import type { SupervisedCall } from "../../../domain/call/supervised-call.ts";
import type { Conversation } from "../../../domain/conversation/conversation.ts";
import { createRelayKey } from "../../../domain/conversation/resumption.ts";
import type { TurnSession } from "../../../domain/conversation/turn-session.ts";
import { SIMULATOR } from "../../../domain/environment/sandbox.rules.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { createCallSupervisor } from "../supervision/call-supervisor.ts";
import { createWordMarker } from "./marked-words.ts";
import { createDigitGatherer, type DigitGatherer } from "./pressed-digits.ts";
import type { IncomingFrame, OutgoingFrame } from "./relay-frames.ts";
import { createRelaySession } from "./relay-session.ts";
import { createRelayTurns, type RelayTurns } from "./relay-turns.ts";
import { createSpeechClock, type SpeechClock } from "./speech-clock.ts";
import { type AnswererWatch, watchForAnswerer } from "./watch-for-answerer.ts";

/** One connection of one call. */
export interface RelayLine {
  run: CallRun;
  send(frame: OutgoingFrame): void;
  /** Closes the connection: the carrier continues with what comes after the relay. */
  close(): void;
  /** Opens the conversation of this run with the given session. */
  open(session: TurnSession): Promise<Conversation>;
  /** At the other end is a media process, which measures what of a turn was heard and spoken. */
  isMeasured?: boolean;
  /** Returns the latest end besides the agent's longest call; null: no other limit. */
  latestEnd?(): Promise<Date | null>;
  /** Called when the agent has ended it, or the person has left for good. */
  ended?(): void;
}

export interface RelayCall {
  take(frame: IncomingFrame): void;
  /** Called when only a machine listens. */
  machineDetected(): void;
  /** Called when it was ended elsewhere: the other end is told. */
  endedElsewhere(): void;
  /** Called when a supervisor comes or goes, takes the call over, has something said, or lets go of it. */
  supervised(supervised: SupervisedCall): void;
  /** Tells whether nothing is being said or prepared, nor waits to be taken. */
  isQuiet(): boolean;
  /** Called when the connection has ended. The carrier reports whether the call has. */
  stop(): void;
}

type Setup = Extract<IncomingFrame, { type: "setup" }>;

/** How long a carrier may keep the line open after it was told to end; then it is hung up on. */
const END_WITHIN_MS = 10_000;

/**
 * Runs the conversation of a call over one connection. The words before it are in rows: after a reconnection, here or
 * in another process, a reply that was not finished is made anew, and the conversation continues.
 */
export const runRelayCall = (deps: ApiDependencies, line: RelayLine): RelayCall => {
  const { run } = line;
  // The simulator's voices take almost no time.
  const clock = createSpeechClock({ isInstant: run.provider === SIMULATOR });
  // Whoever is at the other end would hear nothing and be asked nothing: their carrier asks what comes next instead.
  const turns = createRelayTurns({ clock, logger: deps.logger, onStuck: line.close });
  const digits = createDigitGatherer((pressed, id) => turns.hear({ kind: "digits", digits: pressed }, id));
  const answerer = watchAnswerer(run, turns);
  const marker = createWordMarker(line.send);
  const session = createLineSession(line, { turns, marker, clock });
  let conversation: Conversation | null = null;
  const supervisor = createCallSupervisor(deps, line, clock);

  const begin = async (setup: Setup): Promise<void> => {
    if (setup.countInterruptions) marker.begin();
    conversation = await openLine(deps, line, { setup, session, turns, digits });
    await supervisor.begin(conversation, { isOwnEnd: setup.countInterruptions });
  };
  const take = async (frame: IncomingFrame): Promise<void> => {
    switch (frame.type) {
      case "setup":
        if (!conversation) await begin(frame);
        return;
      case "prompt":
        return hearPrompt({ turns, answerer }, frame);
      case "dtmf":
        turns.stopSilence();
        return digits.press(frame);
      case "interrupt":
        clock.cut();
        await marker.tell(conversation, frame.utteranceUntilInterrupt);
        return turns.restartSilence();
      case "spoken":
        clock.cut();
        return turns.restartSilence();
      case "sounded":
        return line.isMeasured ? tellSound(conversation, frame) : undefined;
      case "supervisor":
        return line.isMeasured ? hearSupervisor(turns, frame) : undefined;
      case "leave":
        digits.finish();
        return leaveCall(line, conversation);
      case "error":
        return deps.logger.warn({ provider: run.provider, detail: frame.description }, "a relay complained");
    }
  };

  const inOrder = oneAfterTheOther(turns, (err) => {
    deps.logger.error({ err }, "a frame of a call could not be taken");
    closeWithout(line, conversation);
  });
  return {
    take: (frame) => inOrder[isKept(frame) ? "add" : "addWhileOpen"](() => take(frame)),
    machineDetected: () => turns.carryOut((open) => open.machineDetected({ turnKey: createRelayKey("machine") })),
    endedElsewhere: () => endElsewhere(line),
    supervised: (supervised) => inOrder.addWhileOpen(() => supervisor.follow(supervised)),
    isQuiet: () => inOrder.isEmpty() && turns.isQuiet() && !digits.isGathering(),
    stop: () => {
      digits.stop();
      turns.stop();
      conversation?.letGo?.();
    },
  };
};

/**
 * What a person does before the connection closes counts however long the frames before it took: whoever asks not to be called again
 * may hang up at once.
 */
const isKept = (frame: IncomingFrame): boolean =>
  frame.type === "leave" || frame.type === "dtmf" || (frame.type === "prompt" && frame.last);

const watchAnswerer = (run: CallRun, { carryOut }: RelayTurns): AnswererWatch =>
  watchForAnswerer(run, (heard) => carryOut((open) => open.answererSpeaks({ ...heard, turnKey: createRelayKey() })));

const hearPrompt = (
  { turns, answerer }: { turns: RelayTurns; answerer: AnswererWatch },
  { last, voicePrompt: text, id }: Extract<IncomingFrame, { type: "prompt" }>,
): void => {
  const isWhole = last && text.trim() !== "";
  if (isWhole) answerer.ended();
  // The person is speaking, which is not silence, and earlier keys are not part of it.
  if (isWhole) return turns.hear({ kind: "speech", text }, id);
  turns.restartSilence();
  answerer.forms(text);
};

/** A media process has heard them; a page could only pretend to. */
const hearSupervisor = (turns: RelayTurns, { text, id }: Extract<IncomingFrame, { type: "supervisor" }>): void =>
  turns.carryOut((open) => open.supervisorSays({ text, isSpoken: true, turnKey: createRelayKey(id) }));

interface SessionParts {
  turns: RelayTurns;
  marker: ReturnType<typeof createWordMarker>;
  clock: SpeechClock;
}

const createLineSession = (line: RelayLine, { turns, marker, clock }: SessionParts): TurnSession => {
  const onEnd = (handoffData: string) => endCall(line, { turns, handoffData });
  return {
    ...createRelaySession(marker.send, clock, { onListen: turns.awaitSilence, onEnd }),
    ...{ speaks: marker.speaks, isMeasured: line.isMeasured === true },
    // Only media processes know how to stop it for a voice.
    ...(line.isMeasured && { playMusic: (source: string | null) => line.send({ type: "music", source }) }),
  };
};

/** Without a conversation nobody talks on this line: the carrier asks what comes next, and it is opened again. */
const closeWithout = (line: RelayLine, conversation: Conversation | null): void => {
  if (!conversation) line.close();
};

interface Opening {
  setup: Setup;
  session: TurnSession;
  turns: RelayTurns;
  digits: DigitGatherer;
}

const openLine = async (
  deps: ApiDependencies,
  line: RelayLine,
  { setup, session, turns, digits }: Opening,
): Promise<Conversation> => {
  const opened = await line.open(session);
  const unheard = await listUnheard(deps.database, line.run, setup.unanswered);
  const unheardKeys = await listUnheard(deps.database, line.run, setup.pressed);
  // Words and keys that were said and pressed after the interruption have not come without it.
  const isUnknown = unheard.length === setup.unanswered.length && unheardKeys.length === setup.pressed.length;
  if (setup.interrupted !== null && isUnknown) await opened.interrupted({ heard: setup.interrupted });
  const resume = await resumeConversation(deps.database, line.run, { ...setup, unheard });
  turns.open(opened, { latestEnd: (await line.latestEnd?.()) ?? null });
  // The person's next words find its turn begun.
  turns.carryOut(resume);
  // The rest of a number may still come.
  unheardKeys.forEach(digits.press);
  return opened;
};

const tellSound = async (
  conversation: Conversation | null,
  { type: _, turn: key, ...sound }: Extract<IncomingFrame, { type: "sounded" }>,
): Promise<void> => {
  await conversation?.sounded?.({ key, ...sound });
};

const leaveCall = async (line: RelayLine, conversation: Conversation | null): Promise<void> => {
  await conversation?.personLeft();
  line.ended?.();
  line.close();
};

const endCall = (line: RelayLine, { turns, handoffData }: { turns: RelayTurns; handoffData: string }): void => {
  line.send({ type: "end", handoffData });
  line.ended?.();
  turns.later(line.close, END_WITHIN_MS);
};

const endElsewhere = (line: RelayLine): void => {
  line.send({ type: "end", handoffData: "ended_by_request" });
  line.close();
};

/** Runs work in order, so that what was heard of a reply is stored before what was said over it. */
const oneAfterTheOther = ({ isStopped }: Pick<RelayTurns, "isStopped">, onFailure: (error: unknown) => void) => {
  let last = Promise.resolve();
  let waiting = 0;
  const add = (work: () => Promise<void>): void => {
    waiting += 1;
    last = last
      .then(work)
      .catch(onFailure)
      .finally(() => {
        waiting -= 1;
      });
  };
  return {
    add,
    /** Work that is for nothing once the connection has ended. */
    addWhileOpen: (work: () => Promise<void>) => add(() => (isStopped() ? Promise.resolve() : work())),
    isEmpty: () => waiting === 0,
  };
};
