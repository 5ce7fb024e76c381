export interface TextedNumber {
  /** The platform rents it. */
  managed: boolean;
  is_active: boolean;
  ownership: "account" | "verified";
  address_type: "pstn" | "sip_uri" | "sip_extension";
  inbound_agent_id: number | null;
  text_agent_id: number | null;
}

/**
 * Tells whether texts to a number come to us: those of one that we rent, and of one that the organization brings while an agent answers
 * its calls or its texts; its carrier may hand its texts to somebody else otherwise.
 */
export const areTextsPointedAtUs = (
  { managed, is_active, ownership, address_type, inbound_agent_id, text_agent_id }: TextedNumber,
  account: { text_agent_id: number | null },
): boolean => {
  if (ownership === "verified" || address_type !== "pstn") return false;
  return managed || (is_active && (inbound_agent_id ?? text_agent_id ?? account.text_agent_id) !== null);
};

export interface CalledNumber {
  /** The platform rents it. */
  managed: boolean;
  is_active: boolean;
  inbound_agent_id: number | null;
}

/**
 * Tells whether calls to a number come to us. One that we rent always does: without an agent, or switched off, a ring is refused
 * politely and is a missed call. One that the organization brings does while an agent answers it, because its carrier may send its
 * calls elsewhere otherwise.
 */
export const isPointedAtUs = ({ managed, is_active, inbound_agent_id }: CalledNumber): boolean =>
  managed || (is_active && inbound_agent_id !== null);
