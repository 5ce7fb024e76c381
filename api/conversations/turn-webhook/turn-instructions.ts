import type { CallInstructions, NextStep } from "../../../domain/call/call-instructions.ts";
import type { CollectedTurn } from "./collect-turn.ts";

/** Where a call is in its turns. */
export interface TurnPlace {
  /** The number of the turn that was carried out, from 0. */
  turn: number;
  /** Which request for this turn it is, from 0. */
  part: number;
  /** Sentences that earlier requests for this turn were answered with. */
  saidBefore: number;
}

export interface TurnAddresses {
  turnUrl(turn: number): string;
  afterUrl: string;
}

/** After the words so far the carrier asks for the rest at once. */
const ASK_AGAIN_AFTER_SECONDS = 1;

/** What a carrier that asks for documents is told of a turn. */
export const turnInstructions = (
  collected: CollectedTurn,
  {
    place,
    addresses,
    language,
    callerId,
  }: { place: TurnPlace; addresses: TurnAddresses; language: string; callerId: string },
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
  { place, addresses, callerId }: { place: TurnPlace; addresses: TurnAddresses; callerId: string },
): NextStep => {
  switch (end?.kind) {
    case undefined: {
      // While another process carries the turn out, nothing new is known of it here.
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
    case "transfer": {
      const { to, ringTimeoutSeconds } = end;
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
