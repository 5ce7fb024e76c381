import type { Conversation, Heard, TurnReport } from "../../../domain/conversation/conversation.ts";
import { createRelayKey } from "../../../domain/conversation/resumption.ts";
import type { Listening } from "../../../domain/conversation/turn-session.ts";
import type { Logger } from "../../../infra/logger.ts";
import type { SpeechClock } from "./speech-clock.ts";

type Turn = (conversation: Conversation) => Promise<TurnReport | void>;

/** Runs the turns of one connection, and watches the silences between them. */
export interface RelayTurns {
  /** Starts turns with this conversation, and watches its time limit. */
  open(conversation: Conversation, limit: { latestEnd: Date | null }): void;
  isOpen(): boolean;
  /** Carries a turn out; does nothing without a conversation, nor after the end of the connection. */
  carryOut(turn: Turn): void;
  /**
   * Also after the end of the connection, over which these words and keys came: nobody says them again, and a refusal may be among
   * them. `id`: by which the other end names it; its own otherwise.
   */
  hear(heard: Heard, id?: string): void;
  /** Turns a silence of that length, counted from the end of the speech, into a turn. */
  awaitSilence(listening: Listening): void;
  /** Starts the silence again, because the person did something. */
  restartSilence(): void;
  stopSilence(): void;
  later(work: () => void, delayMs: number): NodeJS.Timeout;
  isQuiet(): boolean;
  isStopped(): boolean;
  stop(): void;
}

interface TurnTools {
  clock: SpeechClock;
  logger: Logger;
  /** Called when a turn has failed before any has let the person speak: no silence will ever be noticed on this connection. */
  onStuck(): void;
}

export const createRelayTurns = ({ clock, logger, onStuck }: TurnTools): RelayTurns => {
  const timers = createTimers();
  let conversation: Conversation | null = null;
  let silence: NodeJS.Timeout | undefined;
  let listening: Listening | null = null;
  let underWay = 0;

  const carryOut = (turn: Turn): void => {
    if (!timers.areStopped()) run(turn);
  };
  const run = (turn: Turn): void => {
    if (!conversation) return;
    clearTimeout(silence);
    underWay += 1;
    void turn(conversation)
      .catch((err: unknown) => {
        logger.error({ err }, "a turn of a call failed");
        const isLast = underWay === 1;
        if (listening === null && isLast && !timers.areStopped()) onStuck();
        else restartSilence();
      })
      .finally(() => {
        underWay -= 1;
      });
  };
  const hear = (heard: Heard, id?: string) => run((open) => open.hear({ ...heard, turnKey: createRelayKey(id) }));
  const awaitSilence = (wanted: Listening) => {
    listening = wanted;
    clearTimeout(silence);
    if (timers.areStopped()) return;
    silence = timers.later(() => hear({ kind: "silence" }), clock.remainingMs() + wanted.silenceSeconds * 1000);
  };
  const restartSilence = () => {
    if (listening) awaitSilence(listening);
  };
  return {
    open: (opened, { latestEnd }) => {
      conversation = opened;
      const endsAtMs = Math.min(opened.facts.endsAt.getTime(), latestEnd?.getTime() ?? Number.POSITIVE_INFINITY);
      const leftMs = endsAtMs - Date.now();
      timers.later(() => carryOut((open) => open.timeIsUp({ turnKey: createRelayKey("time-up") })), leftMs);
    },
    isOpen: () => conversation !== null,
    carryOut,
    hear,
    awaitSilence,
    restartSilence,
    stopSilence: () => clearTimeout(silence),
    later: timers.later,
    isQuiet: () => underWay === 0,
    isStopped: timers.areStopped,
    stop: timers.stop,
  };
};

const createTimers = () => {
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;
  return {
    later: (work: () => void, delayMs: number): NodeJS.Timeout => {
      const timer = setTimeout(work, delayMs);
      timers.add(timer);
      // The connection may have ended while its conversation was being opened, so its time limit is not awaited.
      if (isStopped) clearTimeout(timer);
      return timer;
    },
    areStopped: () => isStopped,
    stop: () => {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
};
