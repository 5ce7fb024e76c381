import { listenTurn, speakText, type Turn } from "./turn.ts";
import type { TurnInput } from "./turn-input.ts";
import type { TurnEnd } from "./turn-session.ts";

/**
 * Carries out a turn of a call that a supervisor has taken over: the person's words are kept, and nobody but the supervisor answers
 * them. Null: the turn is the agent's. The end of the call's time, and of a transfer, stay what they are.
 */
export const takeSupervised = async (turn: Turn, input: TurnInput): Promise<TurnEnd | null> => {
  const { claim, position, recorder, settings } = turn;
  if (input.kind === "handed_back") {
    position.silences = 0;
    await speakText(turn, settings.phrases.back_again, { interruptible: true });
    return listenTurn(turn);
  }
  if (input.kind === "supervisor" && input.isSpoken) {
    // The person has heard it, whether or not the call has been handed back meanwhile.
    recorder.noteSpoken(input.text, position.nodeId);
    return listenTurn(turn);
  }
  if (!claim.isSupervised) return null;
  if (input.kind === "time_up" || (input.kind === "transfer_ended" && input.outcome === "answered")) return null;
  position.silences = 0;
  if (input.kind === "supervisor")
    await recorder.say(input.text, { speaker: "supervisor", interruptible: true, nodeId: position.nodeId });
  return listenTurn(turn);
};
