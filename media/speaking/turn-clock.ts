import type { SoundTimes } from "../../domain/conversation/turn-stages.ts";
import type { Logger } from "../../infra/logger.ts";
import type { RelayChannel } from "../relay/relay-channel.ts";

interface Parts {
  words: RelayChannel;
  logger: Logger;
  show(line: { speaker: "agent"; after_ms: number }): void;
  /** Who hears and who speaks. */
  providers?: { hearing: string; voice: string };
}

/** What the person has said or written, by `performance.now()`. */
interface Said extends Pick<SoundTimes, "heardMs" | "endOfTurnMs" | "recognizedMs"> {
  silentAt: number;
  decidedAt: number;
}

/** Nothing was spoken. */
const WRITTEN = { heardMs: null, endOfTurnMs: null, recognizedMs: null };

interface Reply {
  turn: string | undefined;
  /** What it answers; null: the agent speaks of its own accord. */
  said: Said | null;
  begunAt: number;
  sounds: { at: number; responseMs: number | null } | null;
}

export type TurnClock = ReturnType<typeof createTurnClock>;

/** The person has fallen silent this long ago, which is decided now. */
const hearTheEnd = (speaksSince: number | null, agoMs: number): Said => {
  const decidedAt = performance.now();
  const silentAt = decidedAt - agoMs;
  const heardMs = speaksSince === null ? null : Math.max(Math.round(silentAt - speaksSince), 0);
  return { silentAt, decidedAt, heardMs, endOfTurnMs: Math.round(agoMs), recognizedMs: null };
};

/**
 * Creates a clock that shows how long after the person fell silent the agent's first sound came, and sends what each part of the turn
 * took once the agent is silent again.
 */
export const createTurnClock = ({ words, logger, show, providers }: Parts) => {
  let speaksSince: number | null = null;
  let heard: Said | null = null;
  /** The agent's next words answer it. */
  let said: Said | null = null;
  let reply: Reply | null = null;
  let measured: string | undefined;

  const fallsSilent = (): void => {
    const ended = reply;
    reply = null;
    if (!ended?.sounds || ended.turn === undefined) return;
    measured = ended.turn;
    words.send({ type: "sounded", turn: ended.turn, ...measureSound(ended, ended.sounds), ...providers });
  };
  return {
    /** The channel, by which the agent's turn ends too. */
    words: {
      send: (frame) => {
        if (frame.type === "leave") fallsSilent();
        words.send(frame);
        if (frame.type === "spoken" || frame.type === "interrupt") fallsSilent();
      },
    } satisfies RelayChannel,
    /** The person begins to speak. */
    begins: (): void => {
      speaksSince = performance.now();
    },
    /** They have fallen silent this long ago, which is decided now. */
    silent: (agoMs: number): void => {
      heard = hearTheEnd(speaksSince, agoMs);
      speaksSince = null;
    },
    /** Their words are known. */
    understood: (): void => {
      if (heard) said = { ...heard, recognizedMs: Math.max(Math.round(performance.now() - heard.decidedAt), 0) };
      heard = null;
    },
    written: (): void => {
      said = { silentAt: performance.now(), decidedAt: 0, ...WRITTEN };
    },
    /** Nothing was said that needs an answer. */
    forget: (): void => {
      heard = null;
      said = null;
    },
    /** Words of the agent's turn of this key have come. */
    replies: (turn: string | undefined): void => {
      const isSame = reply !== null && reply.turn === turn;
      // An API of a former version does not name turns.
      if (turn === undefined ? isSame && said === null : isSame || turn === measured) return;
      fallsSilent();
      reply = { turn, said, begunAt: performance.now(), sounds: null };
      said = null;
    },
    /** The first sound of a sentence is heard this much later. */
    sounds: (afterMs = 0): void => {
      if (!reply || reply.sounds) return;
      const at = performance.now() + afterMs;
      const responseMs = reply.said && Math.round(at - reply.said.silentAt);
      reply.sounds = { at, responseMs };
      if (responseMs === null) return;
      logger.debug({ after_ms: responseMs }, "the agent answers");
      show({ speaker: "agent", after_ms: responseMs });
    },
    fallsSilent,
  };
};

const measureSound = ({ said, begunAt }: Reply, { at, responseMs }: NonNullable<Reply["sounds"]>): SoundTimes => ({
  heardMs: said?.heardMs ?? null,
  endOfTurnMs: said?.endOfTurnMs ?? null,
  recognizedMs: said?.recognizedMs ?? null,
  soundMs: Math.round(at - begunAt),
  responseMs,
  spokenMs: Math.max(Math.round(performance.now() - at), 0),
});
