import type { CallInstructions, Utterance } from "../../../domain/call/call-instructions.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { readCallAddresses } from "../call-target.ts";
import type { AskingCall } from "./call-turn.ts";

/** The position of the call in the address that a carrier used. */
export interface AskedAt {
  turn: number;
  /** The call goes on by webhook turns, whatever its carrier usually does. */
  isByTurns: boolean;
  part: number;
  said: number;
  round: number;
  /** The caller is on hold, and the carrier asks again. */
  hold: boolean;
}

type Place = Pick<AskedAt, "turn" | "isByTurns" | "round">;

const queryOf = ({ turn, isByTurns, round }: Place): string => (isByTurns ? `turn=${turn}` : `round=${round}`);

/** Returns instructions to keep the caller on hold and to ask again. */
export const buildHold = (
  deps: Pick<ApiDependencies, "config">,
  { target, plan: { language } }: AskingCall,
  { at, say, seconds }: { at: Place; say: readonly Utterance[]; seconds: number },
): CallInstructions => ({
  say,
  language,
  next: {
    kind: "hold",
    // A carrier that takes commands ignores one that is like an earlier one.
    askUrl: `${readCallAddresses(deps, target).afterUrl}?${queryOf(at)}&hold=${1 + (Math.floor(Date.now() / 1000) % 90_000)}`,
    seconds,
  },
});

/** Returns instructions to connect the call with the other one of a warm transfer. */
export const buildJoin = (
  deps: Pick<ApiDependencies, "config">,
  { target, plan: { language } }: AskingCall,
  { at, conference, otherCallId }: { at: Place; conference: string; otherCallId: string | null },
): CallInstructions => ({
  say: [],
  language,
  next: {
    kind: "join",
    conference,
    otherCallId,
    afterUrl: `${readCallAddresses(deps, target).afterUrl}?${queryOf(at)}`,
  },
});
