import type { Generated, GeneratedAlways } from "kysely";
import type { GeneratedTimestamp, Timestamp } from "../columns.ts";

export interface NumberRentalsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  uuid: string;
  telephony_configuration_id: number;
  account_fingerprint: Buffer | null;
  phone_number: string;
  inbound_agent_id: number | null;
  state: Generated<"requested" | "rented" | "failed">;
  carrier_requested_at: Timestamp | null;
  failure: "unavailable" | "refused" | "lost" | null;
  error: string | null;
  phone_number_id: number | null;
  actor: string;
  created_at: GeneratedTimestamp;
  ended_at: Timestamp | null;
}

export interface NumberVerificationsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  phone_number: string;
  method: "call" | "carrier";
  telephony_configuration_id: number;
  run_uuid: string | null;
  state: Generated<"pending" | "verified" | "failed" | "expired" | "replaced">;
  code_hash_sealed: Buffer | null;
  code_sealed: Buffer | null;
  tries: Generated<number>;
  carrier_requested_at: Timestamp | null;
  carrier_reference: string | null;
  code_to_type: string | null;
  expires_at: Timestamp;
  error: string | null;
  actor: string;
  created_at: GeneratedTimestamp;
  ended_at: Timestamp | null;
}

export interface VerifiedNumbersTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  phone_number: string;
  method: "call" | "carrier";
  telephony_configuration_id: number | null;
  verified_at: GeneratedTimestamp;
}
