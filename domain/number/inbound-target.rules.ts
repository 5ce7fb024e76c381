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
