import type { Conversation } from "../../../domain/conversation/conversation.ts";
import type { TurnSession } from "../../../domain/conversation/turn-session.ts";
import type { AnsweredBy } from "../../../domain/call/call-instructions.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { relayKey, resumeConversation } from "../resume-conversation.ts";
import { gatherDigits } from "./pressed-digits.ts";
import type { IncomingFrame, OutgoingFrame } from "./relay-frames.ts";
import { createRelaySession } from "./relay-session.ts";
import { createRelayTurns, type RelayTurns } from "./relay-turns.ts";
import { createSpeechClock } from "./speech-clock.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";

/** One connection of one call. */
export interface RelayLine {
  run: CallRun;
  send(frame: OutgoingFrame): void;
  /** The carrier goes on with what comes after the relay. */
  close(): void;
  /** Looks after the conversation of this run, saying into the session. */
  open(session: TurnSession): Promise<Conversation>;
  /** When it ends at the latest, beside the longest call of its agent; null: nothing else limits it. */
  latestEnd?(): Promise<Date | null>;
  /** The agent has ended it, or the person has left it for good. */
  ended?(): void;
}

export interface RelayCall {
  take(frame: IncomingFrame): void;
  /** It was found out that nobody but a machine listens. */
  machineDetected(): void;
  /** It was ended elsewhere: the other end is told. */
  endedElsewhere(): void;
  /** Nothing is being said or thought about. */
  isQuiet(): boolean;
  /** The connection has ended. Whether the call has is for the carrier to tell. */
  stop(): void;
}

/** A carrier that was told to end and keeps the line open is hung up on. */
const END_WITHIN_MS = 10_000;

/**
 * Holds the conversation of a call over one connection. What was said before is in rows: a connection that comes back,
 * here or in another process, says the last turn again and goes on.
 */
export const holdRelayCall = (deps: ApiDependencies, line: RelayLine): RelayCall => {
  const { run } = line;
  // The simulator's voices take no time worth waiting for.
  const clock = createSpeechClock({ isInstant: run.provider === "simulator" });
  const turns = createRelayTurns(clock, deps.logger);
  const digits = gatherDigits((pressed) => turns.hear({ kind: "digits", digits: pressed }));
  const session = createRelaySession(line.send, clock, {
    onListen: turns.awaitSilence,
    onEnd: (handoffData) => endCall(line, { turns, handoffData }),
  });
  let conversation: Conversation | null = null;

  const begin = async (answeredBy: AnsweredBy | null): Promise<void> => {
    conversation = await line.open(session);
    turns.open(conversation, { latestEnd: (await line.latestEnd?.()) ?? null });
    turns.carryOut((open) => resumeConversation(deps, { run, conversation: open, answeredBy }));
  };
  const leave = async (): Promise<void> => {
    await conversation?.personLeft();
    line.ended?.();
    line.close();
  };
  const take = async (frame: IncomingFrame): Promise<void> => {
    switch (frame.type) {
      case "setup":
        if (!conversation) await begin(frame.answeredBy);
        return;
      case "prompt":
        // Somebody is speaking: what they say is not silence, and what they pressed before is no part of it.
        if (frame.last && frame.voicePrompt.trim() !== "") turns.hear({ kind: "speech", text: frame.voicePrompt });
        else turns.restartSilence();
        return;
      case "dtmf":
        turns.stopSilence();
        return digits.press(frame.digit);
      case "interrupt":
        clock.cut();
        await conversation?.interrupted({ heard: frame.utteranceUntilInterrupt });
        return turns.restartSilence();
      case "spoken":
        clock.cut();
        return turns.restartSilence();
      case "leave":
        return leave();
      case "error":
        return deps.logger.warn({ provider: run.provider, detail: frame.description }, "a relay complained");
    }
  };

  const inOrder = oneAfterTheOther((err) => {
    deps.logger.error({ err }, "a frame of a call could not be taken");
    // Without its conversation nobody talks on this line: the carrier asks what comes next, and it is opened anew.
    if (!conversation) line.close();
  });
  return {
    take: (frame) => inOrder(() => (turns.isStopped() ? Promise.resolve() : take(frame))),
    machineDetected: () => turns.carryOut((open) => open.machineDetected({ turnKey: relayKey("machine") })),
    endedElsewhere: () => endElsewhere(line),
    isQuiet: turns.isQuiet,
    stop: () => {
      digits.stop();
      turns.stop();
    },
  };
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

/** What was heard of a reply is known before what was said over it. */
const oneAfterTheOther = (onFailure: (error: unknown) => void) => {
  let last = Promise.resolve();
  return (work: () => Promise<void>): void => {
    last = last.then(work).catch(onFailure);
  };
};
