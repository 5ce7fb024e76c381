import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { CarrierCall, CarrierRecording } from "../../telephony/carrier.ts";
import type { GeneratedJson, GeneratedTimestamp, Timestamp } from "../columns.ts";

export interface CallRunsTable {
  id: GeneratedAlways<number>;
  uuid: string;
  organization_id: number;
  agent_id: number;
  agent_version_id: number;
  campaign_id: number | null;
  campaign_contact_id: number | null;
  contact_id: number | null;
  name: string;
  mode: string;
  direction: Generated<"inbound" | "outbound">;
  environment: Generated<"production" | "sandbox">;
  state: Generated<"queued" | "dialing" | "ringing" | "in_progress" | "completed" | "failed" | "canceled" | "blocked">;
  outcome: string | null;
  disposition: string | null;
  attempt: Generated<number>;
  telephony_configuration_id: number | null;
  provider: string | null;
  caller_number: string | null;
  called_number: string | null;
  initial_context: GeneratedJson;
  gathered_context: GeneratedJson;
  annotations: GeneratedJson;
  claim_token: string | null;
  /** Of campaign runs: the workflow that is told of the end. */
  shard_id: string | null;
  /** Of calls outside campaigns: not dialled after this instant. */
  dial_by: Timestamp | null;
  pace_slot_at: Timestamp | null;
  carrier_requested_at: Timestamp | null;
  carrier_accepted_at: Timestamp | null;
  carrier_call_id: string | null;
  answered_by: string | null;
  opted_out: Generated<boolean>;
  /** An agent has talked in it: there are words to keep and conclusions to draw. */
  holds_conversation: Generated<boolean>;
  started_at: Timestamp | null;
  answered_at: Timestamp | null;
  ended_at: Timestamp | null;
  duration_seconds: number | null;
  cost_minor: number | null;
  currency: string | null;
  end_reason: string | null;
  error: string | null;
  artifact_generation: Generated<number>;
  created_by: number | null;
  created_at: GeneratedTimestamp;
}

/** A call as it comes back from JSON: its instants are texts. */
export type StoredCall = {
  [K in keyof CarrierCall]: CarrierCall[K] extends Date | null ? string | null : CarrierCall[K];
};

export interface CarrierEventsTable {
  organization_id: number;
  run_id: number;
  event_id: string;
  state: string;
  outcome: string | null;
  call: ColumnType<StoredCall, CarrierCall, CarrierCall>;
  recording: ColumnType<CarrierRecording | null, string | null, never>;
  received_at: GeneratedTimestamp;
}
