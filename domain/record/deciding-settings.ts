/* The settings that decide about dialling: their changes are entries of the record. */

export const DECIDING_PREFERENCES = [
  "allowed_countries",
  "allowed_number_kinds",
  "budget",
  "calling_hours",
  "concurrent_call_limit",
  "max_attempts_per_number_per_day",
  "own_rules",
  "rule_packs",
  "timezone",
  "unconfirmed_rules",
] as const;

export const DECIDING_OF_ACCOUNT = [
  "account_changed_at",
  "caller_id_strategy",
  "calls_per_second",
  "concurrent_call_limit",
  "failover",
  "inactive_since",
  "inbound_reserve",
  "is_default_outbound",
  "max_concurrent_per_caller_id",
  "provider",
  "route",
] as const;

export const DECIDING_OF_NUMBER = [
  "address_type",
  "is_active",
  "is_default_caller_id",
  "managed",
  "ownership",
  "release_requested_at",
] as const;

export const DECIDING_OF_CAMPAIGN = [
  "agent_id",
  "back_fills_campaign_id",
  "budget",
  "caller_id_strategy",
  "circuit_breaker",
  "consent_attested_at",
  "contact_list_id",
  "daily_quota",
  "ends_at",
  "enrolment",
  "environment",
  "max_concurrency",
  "parent_campaign_id",
  "recurrence",
  "recurs_campaign_id",
  "retry_config",
  "schedule_config",
  "segment",
  "starts_at",
  "telephony_configuration_id",
  "version_plan",
] as const;
