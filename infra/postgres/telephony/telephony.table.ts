import type { Generated, GeneratedAlways } from "kysely";
import type { GeneratedJson, GeneratedTimestamp, Timestamp } from "../columns.ts";

export interface TelephonyConfigurationsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  name: string;
  provider: string;
  is_default_outbound: Generated<boolean>;
  credentials_sealed: Buffer;
  encryption_key_id: string;
  calls_per_second: number | null;
  concurrent_call_limit: number | null;
  inactive_since: Timestamp | null;
  inactive_reason: string | null;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
}

export interface TelephonyPacesTable {
  telephony_configuration_id: number;
  organization_id: number;
  next_slot_at: GeneratedTimestamp;
}

export interface PhoneNumbersTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  telephony_configuration_id: number;
  address: string;
  address_normalized: string;
  address_type: "pstn" | "sip_uri" | "sip_extension";
  country_code: string | null;
  label: string | null;
  inbound_agent_id: number | null;
  is_active: Generated<boolean>;
  is_default_caller_id: Generated<boolean>;
  extra_metadata: GeneratedJson;
  account_fingerprint: Buffer | null;
  /** verified: its owner has proved it; a caller id only, calls to it go elsewhere. */
  ownership: Generated<"account" | "verified">;
  /** Rented through the platform, which can give it back. */
  managed: Generated<boolean>;
  carrier_number_id: string | null;
  rented_at: Timestamp | null;
  release_requested_at: Timestamp | null;
  /** Given back: the row is history. */
  released_at: Timestamp | null;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
}
