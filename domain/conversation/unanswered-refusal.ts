import { type ConversationDriver, isOnTelephone } from "./conversation.ports.ts";
import { asksNotToBeCalled } from "./opt-out-words.ts";
import type { EndReason } from "./turn-session.ts";

/** What is known of a person who has said something to which the agent's answer never came to its end. */
export interface UnansweredPerson {
  driver: ConversationDriver;
  /** It is known already that they asked not to be called again. */
  optedOut: boolean;
  /** What they said and pressed since the last answer that came to its end, in order. */
  unanswered: readonly string[];
}

/**
 * Tells whether the conclusion of a conversation has to ask if the person asked not to be called again. During the conversation the
 * model says so with `never_call_again`; who hangs up while it still answers breaks that answer off, and with it the request. Words
 * that were answered have been judged by that answer, so they are not asked about again.
 */
export const leavesRefusalOpen = ({ driver, optedOut, unanswered }: UnansweredPerson): boolean =>
  isOnTelephone(driver) && !optedOut && unanswered.length > 0;

/**
 * Decides whether the person asked not to be called again. `judged` is the model's answer; null: it gave none.
 *
 * Where no model can be asked, plain wordings of the request count as one, also where the person may have meant less by them: a number
 * is rather listed that could have been called than called although its person refused. Other words do not count. Every person whom
 * an outage or a wrong key has left without an answer would otherwise be listed for good, with a whole campaign. The stored error
 * of the conversation says that nobody has judged the other words.
 */
export const decideRefusal = ({ unanswered }: Pick<UnansweredPerson, "unanswered">, judged: boolean | null): boolean =>
  judged ?? unanswered.some(asksNotToBeCalled);

/**
 * Tells whether words that reach a conversation after its end, and before its conclusion, are kept for it: the carrier's report that the
 * person has hung up may be faster than their last words. A goodbye after the agent's is not worth another request to a model, so of
 * what comes after an end by the agent only plain refusals are kept.
 */
export const keepsLateWords = ({
  driver,
  endReason,
  text,
}: {
  driver: ConversationDriver;
  endReason: EndReason;
  text: string;
}): boolean => isOnTelephone(driver) && (endReason === "user_hangup" || asksNotToBeCalled(text));

/** What the stored error of a conversation says where no model was asked. */
export const NOT_JUDGED =
  "Whether the person asked not to be called again was decided without a model: only plain wordings of it counted.";
