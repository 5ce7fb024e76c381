import type { ConversationMode } from "./call-instructions.ts";
import type { CarrierCredentials } from "./carrier-credentials.ts";

/**
 * Returns how a call through this account talks; null: it only says its greeting. Real carriers always talk. The
 * simulator talks only where its account asks for it (`conversations: true`), as the account of a new organization
 * does; for large campaigns that are measured by their outcomes the model's cost would be wasted. An account that
 * relays may be set to one request per turn instead (`turn_by_turn: true`).
 */
export const chooseConversationMode = (
  { provider, conversation }: { provider: string; conversation: ConversationMode },
  credentials: CarrierCredentials,
): ConversationMode | null => {
  if (provider === "simulator" && credentials["conversations"] !== true) return null;
  return credentials["turn_by_turn"] === true ? "turn_webhook" : conversation;
};
