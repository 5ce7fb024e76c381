import type { Generated, GeneratedAlways } from "kysely";
import type { GeneratedJson, GeneratedTimestamp, Json, JsonOf, Timestamp } from "../columns.ts";

export interface CampaignsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  name: string;
  state: Generated<"draft" | "running" | "paused" | "completed" | "failed" | "canceled">;
  agent_id: number;
  agent_version_id: number | null;
  source_type: "contact_list" | "csv";
  source_id: string;
  contact_list_id: number | null;
  telephony_configuration_id: number | null;
  environment: Generated<"production" | "sandbox">;
  retry_config: JsonOf<RetryJson>;
  schedule_config: JsonOf<ScheduleJson> | null;
  circuit_breaker: JsonOf<CircuitBreakerJson>;
  breaker_reset_at: Timestamp | null;
  max_concurrency: number | null;
  consent_attested_at: Timestamp | null;
  consent_attested_by: number | null;
  parent_campaign_id: number | null;
  redial_outcomes: string[] | null;
  redial_request_id: string | null;
  /** Of the request that made it; null for redials. */
  request_uuid: string | null;
  failure_reason: string | null;
  contact_timezones: Generated<string[]>;
  snapshot_at: Timestamp | null;
  created_by: number | null;
  created_at: GeneratedTimestamp;
  started_at: Timestamp | null;
  completed_at: Timestamp | null;
}

// Types, not interfaces: only those pass for records, which log entries and answers take.
export type RetryJson = {
  enabled: boolean;
  max_retries: number;
  retry_delay_seconds: number;
  retry_on_busy: boolean;
  retry_on_no_answer: boolean;
  retry_on_voicemail: boolean;
};

export type ScheduleJson = {
  enabled: boolean;
  timezone: string;
  slots: { day_of_week: number; start_time: string; end_time: string }[];
};

export type CircuitBreakerJson = {
  enabled: boolean;
  failure_threshold: number;
  window_seconds: number;
  min_calls_in_window: number;
};

export interface CampaignFiguresTable {
  campaign_id: number;
  organization_id: number;
  total: Generated<number>;
  suppressed: Generated<number>;
  finished: Generated<number>;
  dialled: Generated<number>;
  answered: Generated<number>;
  unreached: Generated<number>;
  in_flight: Generated<number>;
  waiting_retry: Generated<number>;
  attempts: Generated<number>;
  revision: Generated<number>;
}

export interface CampaignContactsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  campaign_id: number;
  contact_id: number | null;
  phone_number: string;
  name: string | null;
  timezone: Generated<string>;
  attributes: GeneratedJson;
  state: Generated<"pending" | "in_flight" | "waiting_retry" | "finished" | "suppressed">;
  attempts: Generated<number>;
  retries: Generated<number>;
  failed_retries: Generated<number>;
  next_attempt_at: GeneratedTimestamp;
  last_outcome: string | null;
  dialled: Generated<boolean>;
  answered: Generated<boolean>;
}

export interface CampaignLogsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  campaign_id: number;
  ts: GeneratedTimestamp;
  level: "info" | "warning" | "error";
  event: string;
  message: string;
  actor: string;
  details: Json | null;
}
