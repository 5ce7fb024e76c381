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
  if (provider === "simulator" && credentials["conversations"] !== true) return null;
  return credentials["turn_by_turn"] === true ? "turn_webhook" : conversation;
};
