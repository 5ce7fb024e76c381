import type { PhoneNumberWithAgent } from "../../infra/postgres/telephony/phone-number.repository.ts";

export interface ProviderSync {
  ok: boolean;
  message: string | null;
}

export const presentPhoneNumber = (row: PhoneNumberWithAgent, providerSync: ProviderSync | null = null) => ({
  ...row,
  inbound_workflow_id: row.inbound_agent_id,
  inbound_workflow_name: row.inbound_agent_name,
  provider_sync: providerSync,
});

/**
 * How pointing a number at an agent went. The simulator needs no pointing; real carriers are not told yet, and an
 * operator who waits for calls has to know.
 */
export const providerSync = (provider: string, inboundAgentId: number | null): ProviderSync | null => {
  if (provider === "simulator") return { ok: true, message: null };
  if (inboundAgentId === null) return null;
  return { ok: false, message: "Saved here only: inbound calls are not served yet, so the carrier was not told" };
};

/** How events name a number: its last four digits tell it from its neighbours and nothing to a stranger. */
export const shortNumber = (e164: string): string => `…${e164.slice(-4)}`;
