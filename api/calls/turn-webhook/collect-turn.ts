import { setTimeout as delay } from "node:timers/promises";
import type { Conversation, TurnReport } from "../../../domain/conversation/conversation.ts";
import type { SpokenSentence, TurnEnd, TurnSession } from "../../../domain/conversation/turn-session.ts";

/** The part of a turn that is ready when the carrier must have its answer. */
export interface CollectedTurn {
  said: readonly SpokenSentence[];
  digits: string;
  /** Null: the turn continues. */
  end: TurnEnd | { kind: "superseded" } | null;
}

/** Carriers wait five seconds and more, and people less. */
const ANSWER_WITHIN_MS = 3500;

/**
 * Runs a turn for a carrier that asks for documents. One that takes longer than the carrier waits continues by itself:
 * its rows have the rest when the carrier asks again.
 */
export const collectTurn = async (
  open: (session: TurnSession) => Promise<Conversation>,
  {
    turn,
    onLateError,
  }: { turn: (conversation: Conversation) => Promise<TurnReport>; onLateError: (error: unknown) => void },
): Promise<CollectedTurn> => {
  const said: SpokenSentence[] = [];
  let digits = "";
  const session: TurnSession = {
    say: (sentence) => void said.push(sentence),
    // A document cannot pause.
    pause: () => {},
    playDigits: (more) => {
      digits += more;
    },
    listen: () => {},
    interrupt: () => {},
    transfer: () => {},
    end: () => {},
  };
  const running = open(session).then(turn);
  const report = await Promise.race([running, delay(ANSWER_WITHIN_MS, null, { ref: false })]);
  if (report) return { said, digits, end: endOf(report) };
  running.catch(onLateError);
  return { said: [...said], digits, end: null };
};

const endOf = (report: TurnReport): NonNullable<CollectedTurn["end"]> => {
  if (report.kind === "done") return report.outcome.next;
  return report.kind === "over" ? { kind: "end", reason: report.reason } : { kind: "superseded" };
};
