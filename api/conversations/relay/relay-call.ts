import type { Conversation, Heard, TurnReport } from "../../../infra/conversation/conversation.ts";
import type { Listening, TurnSession } from "../../../infra/conversation/turn-session.ts";
import type { Run } from "../../../infra/postgres/call/call-run.repository.ts";
import type { AnsweredBy } from "../../../infra/telephony/carrier.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { relayKey, resumeConversation } from "../resume-conversation.ts";
import { gatherDigits } from "./pressed-digits.ts";
import { createRelaySession } from "./relay-session.ts";
import type { IncomingFrame, OutgoingFrame } from "./relay-frames.ts";
import { createSpeechClock } from "./speech-clock.ts";

/** One connection of one call. */
export interface RelayLine {
  run: Run;
  send(frame: OutgoingFrame): void;
  /** The carrier goes on with what comes after the relay. */
  close(): void;
  /** Looks after the conversation of this run, saying into the session. */
  open(session: TurnSession): Promise<Conversation>;
}

export interface RelayCall {
  take(frame: IncomingFrame): void;
  /** It was found out that nobody but a machine listens. */
  machineDetected(): void;
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
  const timers = new Set<NodeJS.Timeout>();
  const later = (work: () => void, delayMs: number): NodeJS.Timeout => {
    const timer = setTimeout(work, delayMs);
    timers.add(timer);
    return timer;
  };
  // The simulator's voices take no time worth waiting for.
  const clock = createSpeechClock({ isInstant: run.provider === "simulator" });
  let conversation: Conversation | null = null;
  let isStopped = false;
  let silence: NodeJS.Timeout | undefined;
  let listening: Listening | null = null;
  let turns = 0;

  const carryOut = (turn: (conversation: Conversation) => Promise<TurnReport | void>): void => {
    if (!conversation || isStopped) return;
    clearTimeout(silence);
    turns += 1;
    void turn(conversation)
      .catch((err: unknown) => {
        deps.logger.error({ err, run_uuid: run.uuid }, "a turn of a call failed");
        if (listening) awaitSilence(listening);
      })
      .finally(() => {
        turns -= 1;
      });
  };
  const hear = (heard: Heard) => carryOut((open) => open.hear({ ...heard, turnKey: relayKey() }));
  const awaitSilence = (wanted: Listening) => {
    listening = wanted;
    clearTimeout(silence);
    if (isStopped) return;
    silence = later(() => hear({ kind: "silence" }), clock.remainingMs() + wanted.silenceSeconds * 1000);
  };
  const digits = gatherDigits((pressed) => hear({ kind: "digits", digits: pressed }));
  const session = createRelaySession(line.send, clock, {
    onListen: awaitSilence,
    onEnd: (handoffData) => {
      line.send({ type: "end", handoffData });
      later(line.close, END_WITHIN_MS);
    },
  });

  const begin = async (answeredBy: AnsweredBy | null): Promise<void> => {
    conversation = await line.open(session);
    later(
      () => carryOut((open) => open.timeIsUp({ turnKey: relayKey("time-up") })),
      conversation.facts.endsAt.getTime() - Date.now(),
    );
    carryOut((open) => resumeConversation(deps, { run, conversation: open, answeredBy }));
  };
  const take = async (frame: IncomingFrame): Promise<void> => {
    switch (frame.type) {
      case "setup":
        if (!conversation) await begin(frame.answeredBy);
        return;
      case "prompt":
        // Somebody is speaking: what they say is not silence, and what they pressed before is no part of it.
        if (frame.last && frame.voicePrompt.trim() !== "") hear({ kind: "speech", text: frame.voicePrompt });
        else if (listening) awaitSilence(listening);
        return;
      case "dtmf":
        clearTimeout(silence);
        digits.press(frame.digit);
        return;
      case "interrupt":
        clock.cut();
        await conversation?.interrupted({ heard: frame.utteranceUntilInterrupt });
        if (listening) awaitSilence(listening);
        return;
      case "error":
        deps.logger.warn(
          { run_uuid: run.uuid, provider: run.provider, detail: frame.description },
          "a relay complained",
        );
        return;
    }
  };

  // One after the other: what was heard of a reply is known before what was said over it.
  let taken = Promise.resolve();
  return {
    take: (frame) => {
      taken = taken
        .then(() => (isStopped ? undefined : take(frame)))
        .catch((err: unknown) => {
          deps.logger.error({ err, run_uuid: run.uuid }, "a frame of a call could not be taken");
          // Without its conversation nobody talks on this line: the carrier asks what comes next, and it is opened anew.
          if (!conversation) line.close();
        });
    },
    machineDetected: () => carryOut((open) => open.machineDetected({ turnKey: relayKey("machine") })),
    isQuiet: () => turns === 0,
    stop: () => {
      isStopped = true;
      digits.stop();
      for (const timer of timers) clearTimeout(timer);
    },
  };
};
