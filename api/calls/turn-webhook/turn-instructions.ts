import type { CallInstructions, NextStep } from "../../../domain/call/call-instructions.ts";
import type { CollectedTurn } from "./collect-turn.ts";

/** The position of a call in its turns. */
export interface TurnOrigin {
  /** The number of the turn, from 0. */
  turn: number;
  /** The number of the request for this turn, from 0. */
  part: number;
  /** The number of sentences in answers to earlier requests for this turn. */
  saidBefore: number;
}

export interface TurnAddresses {
  turnUrl(turn: number): string;
  afterUrl: string;
}

/** The first words of the hold come with the next request. */
export const FIRST_HOLD_SECONDS = 1;

/** After the words so far the carrier immediately asks for the rest. */
const ASK_AGAIN_AFTER_SECONDS = 1;

/** Returns the document about a turn for the carrier. */
export const buildTurnInstructions = (
  collected: CollectedTurn,
  {
    place,
    addresses,
    language,
    callerId,
  }: { place: TurnOrigin; addresses: TurnAddresses; language: string; callerId: string },
): CallInstructions => {
  const say = collected.said.slice(place.saidBefore).map(({ text, play }) => (play === undefined ? text : { play }));
  return {
    say,
    language,
    ...(collected.digits !== "" && { playDigits: collected.digits }),
    next: nextStep(collected, { place, addresses, callerId }),
  };
};

const nextStep = (
  { end, said }: CollectedTurn,
  { place, addresses, callerId }: { place: TurnOrigin; addresses: TurnAddresses; callerId: string },
): NextStep => {
  switch (end?.kind) {
    case undefined: {
      // While another process carries the turn out, this one knows no more than before.
      const saidByNow = Math.max(said.length, place.saidBefore);
      const turnUrl = `${addresses.turnUrl(place.turn)}&part=${place.part + 1}&said=${saidByNow}`;
      return { kind: "listen", turnUrl, silenceSeconds: ASK_AGAIN_AFTER_SECONDS, interruptible: true };
    }
    case "listen": {
      const { silenceSeconds, interruptible } = end;
      return { kind: "listen", turnUrl: addresses.turnUrl(place.turn + 1), silenceSeconds, interruptible };
    }
    case "superseded":
      return {
        kind: "listen",
        turnUrl: addresses.turnUrl(place.turn + 1),
        silenceSeconds: ASK_AGAIN_AFTER_SECONDS,
        interruptible: true,
      };
    case "join":
      return {
        kind: "join",
        conference: end.conference,
        otherCallId: null,
        afterUrl: `${addresses.afterUrl}?turn=${place.turn}`,
      };
    case "transfer": {
      const { to, ringTimeoutSeconds, transferUuid } = end;
      if (transferUuid !== undefined) {
        return { kind: "hold", askUrl: `${addresses.afterUrl}?turn=${place.turn}&hold=1`, seconds: FIRST_HOLD_SECONDS };
      }
      return {
        kind: "transfer",
        to,
        callerId,
        ringTimeoutSeconds,
        afterUrl: `${addresses.afterUrl}?turn=${place.turn}`,
      };
    }
    case "end":
      return { kind: "hang_up" };
  }
};
