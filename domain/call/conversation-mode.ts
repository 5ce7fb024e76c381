import { SIMULATOR } from "../environment/sandbox.rules.ts";
import type { ConversationMode } from "./call-instructions.ts";
import type { CarrierCredentials } from "./carrier-credentials.ts";

/**
 * Returns how a call through this account talks; null: it only says its greeting. Real carriers always talk. The simulator talks
 * only where its account asks for it (`conversations: true`), as the account of a new organization does; a large campaign that is
 * measured by its outcomes alone would only pay for the model. An account that relays may be set to one request per turn instead
 * (`turn_by_turn: true`).
 */
export const chooseConversationMode = (
  { provider, conversation }: { provider: string; conversation: ConversationMode },
  credentials: CarrierCredentials,
): ConversationMode | null => {
  if (provider === SIMULATOR && credentials["conversations"] !== true) return null;
  return credentials["turn_by_turn"] === true ? "turn_webhook" : conversation;
};

/** How many relays of a call may have failed to open before it goes on by webhook turns; one may fall into a restart. */
const MOST_FAILED_RELAYS = 1;

/**
 * Returns how a call that would talk over a relay goes on. Turns by webhook replace the relay where the carrier can do with them, and
 * WebSockets do not come through, or the call has talked by turns before, or no relay of the call was ever opened.
 */
export const chooseModeNow = (
  planned: ConversationMode | null,
  { hearsByRelayAlone = false }: { hearsByRelayAlone?: boolean },
  now: { passesHttpOnly: boolean; isByTurns: boolean; failedRelays: number },
): ConversationMode | null => {
  if (planned !== "relay" || hearsByRelayAlone) return planned;
  return now.passesHttpOnly || now.isByTurns || now.failedRelays > MOST_FAILED_RELAYS ? "turn_webhook" : "relay";
};
