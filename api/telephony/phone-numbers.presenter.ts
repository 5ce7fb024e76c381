import type { PhoneNumberWithAgent } from "../../infra/postgres/telephony/phone-number.repository.ts";
import type { ProviderSync } from "../../infra/telephony/point-number.ts";

export const presentPhoneNumber = (row: PhoneNumberWithAgent, providerSync: ProviderSync | null = null) => ({
  ...row,
  inbound_workflow_id: row.inbound_agent_id,
  inbound_workflow_name: row.inbound_agent_name,
  provider_sync: providerSync,
});

/** How events name a number: its last four digits tell it from its neighbours and nothing to a stranger. */
export const shortNumber = (e164: string): string => `…${e164.slice(-4)}`;
