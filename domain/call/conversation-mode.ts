import type { ConversationMode } from "./call-instructions.ts";
import type { CarrierCredentials } from "./carrier-credentials.ts";

/**
 * How a call through this account talks; null: it only says its greeting. Real carriers always talk. The simulator does
 * so where its account asks for it (`conversations: true`), as the account of a new organization does; large campaigns
 * that are measured by their outcomes would pay for words that nobody reads. A relaying account may be set to ask after each thing said
 * instead (`turn_by_turn: true`).
 */
export const conversationModeOf = (
  { provider, conversation }: { provider: string; conversation: ConversationMode },
  credentials: CarrierCredentials,
): ConversationMode | null => {
  if (provider === "simulator" && credentials["conversations"] !== true) return null;
  return credentials["turn_by_turn"] === true ? "turn_webhook" : conversation;
};
