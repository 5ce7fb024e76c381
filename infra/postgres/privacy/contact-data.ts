import type { Tables } from "../tables.ts";
import { columns, MARK, type TableData } from "./table-data.ts";

/** What contacts, their permissions and campaigns hold. */
export const contactData = {
  contacts: {
    person: {
      by: "number",
      column: "phone_number",
      columns: columns("phone_number name timezone attributes number_class"),
      erased: "removed",
    },
    mentions: ["attributes"],
    none: columns("id organization_id contact_list_id created_at import_id priority"),
  },
  contact_lists: {
    // An expression may name people.
    mentions: ["description", "segments"],
    none: columns("id organization_id name contact_count created_at is_hidden awaits_import environment"),
  },
  // The file is removed when it has been read; maintenance removes those that nobody imports.
  contact_files: { none: columns("organization_id object_key size_bytes created_at removed_at") },
  contact_intakes: {
    mentions: ["name"],
    members: ["created_by"],
    none: columns(
      "id organization_id contact_list_id uuid mapping calls secret_sealed previous_secret_sealed previous_secret_until is_active taken " +
        "last_taken_at created_at",
    ),
  },
  contact_intake_keys: { none: columns("id organization_id intake_id key_mark contact_id at") },
  contact_intake_calls: { none: columns("id organization_id intake_id run_id result due_at at") },
  contact_intake_faults: { mentions: ["reason", "payload"], none: columns("id organization_id intake_id at") },
  contact_imports: {
    mentions: ["error", "warnings"],
    members: ["created_by"],
    none: columns(
      "id organization_id contact_list_id object_key mapping default_country on_duplicate consent_status consent_source status " +
        "total_rows imported updated skipped invalid position errors_key created_at completed_at request_uuid encoding",
    ),
  },
  contact_import_errors: { mentions: ["value", "reason"], none: columns("organization_id import_id line") },
  consents: {
    person: {
      by: "number",
      column: "phone_number",
      columns: columns("phone_number status source wording changed_at"),
      erased: "removed",
    },
    mentions: ["source", "wording"],
    none: columns("organization_id environment"),
  },
  consent_changes: {
    person: {
      by: "number",
      column: "phone_number",
      columns: columns("phone_number status source wording changed_at"),
      erased: "removed",
    },
    mentions: ["source", "wording"],
    members: ["actor"],
    none: columns("id organization_id environment"),
  },
  do_not_call: {
    person: {
      by: "number",
      column: "phone_number",
      columns: columns("phone_number reason source created_at expires_at"),
      erased: { elsewhere: "it goes on to bind under an HMAC of the number, unless that is not wanted", columns: [] },
    },
    mentions: ["reason"],
    members: ["created_by"],
    none: columns("organization_id environment"),
  },
  // A register of somebody else, which binds every call as long as it is in force.
  national_lists: {
    mentions: ["faults", "error", "warnings"],
    members: ["created_by"],
    none: columns(
      "id organization_id source as_of object_key default_country state numbers invalid position created_at completed_at " +
        "request_uuid emptied_at encoding",
    ),
  },
  national_numbers: { none: columns("organization_id national_list_id digits") },
  campaigns: {
    mentions: ["failure_reason", "segment"],
    members: columns("created_by consent_attested_by"),
    none: columns(
      "id organization_id name state agent_id agent_version_id source_type source_id contact_list_id telephony_configuration_id " +
        "environment retry_config schedule_config circuit_breaker breaker_reset_at max_concurrency consent_attested_at " +
        "parent_campaign_id redial_outcomes redial_request_id contact_timezones snapshot_at created_at started_at completed_at " +
        "request_uuid budget budget_wait caller_id_strategy version_plan version_guard back_fills_campaign_id back_fill_from " +
        "back_fill_to deleted_at starts_at ends_at begins_at recurrence recurs_campaign_id recurs_at order order_by contact_priorities enrolment enrolled_to daily_quota text_agent_id " +
        "enrolment_ended_at enrolment_ends_with journey_version journey_worked_at",
    ),
  },
  // The row stays, so that the campaign's figures do; nobody is called by it any more.
  campaign_contacts: {
    person: {
      by: "number",
      column: "phone_number",
      columns: columns("phone_number name timezone attributes contact_id"),
      erased: {
        emptied: {
          phone_number: MARK,
          name: "null",
          timezone: "''",
          attributes: "'{}'::jsonb",
          contact_id: "null",
        },
      },
    },
    mentions: ["attributes"],
    none: columns(
      "id organization_id campaign_id state attempts retries failed_retries next_attempt_at last_outcome dialled answered waits " +
        "agent_version_id removed_run_id priority queue_position joined_at " +
        "call_back_at call_backs journey_step_id journey_agent_id",
    ),
  },
  // Who waits for a step is found by the number, which is dropped when nothing waits any more.
  journey_steps: {
    person: {
      by: "number",
      column: "phone_number",
      columns: ["phone_number"],
      erased: { emptied: { phone_number: "null" } },
    },
    mentions: ["reason"],
    none: columns(
      "id organization_id campaign_id campaign_contact_id version step pass came_from run_id state due_at key started_at settled_at created_at",
    ),
  },
  journey_versions: {
    mentions: ["steps"],
    members: ["created_by"],
    none: columns("id organization_id campaign_id version created_at"),
  },
  campaign_figures: {
    none: columns(
      "campaign_id organization_id total suppressed finished dialled answered unreached in_flight waiting_retry attempts revision " +
        "kept_revision campaign_state",
    ),
  },
  campaign_steps: {
    none: columns(
      "campaign_id at id organization_id total suppressed finished dialled answered unreached in_flight waiting_retry attempts " +
        "revision kept_revision campaign_state contact_ids contact_state outcome has_answered due_at run_id is_accepted " +
        "disposition duration_seconds cost_minor currency",
    ),
  },
  what_ifs: {
    mentions: columns("settings result error"),
    members: ["created_by"],
    none: columns("id organization_id campaign_id uuid state environment blocked_contacts created_at ended_at"),
  },
  // A question may be about the calls with one number.
  analytics_views: {
    mentions: columns("name question"),
    members: ["created_by"],
    none: columns("id organization_id is_shared created_at updated_at"),
  },
  campaign_logs: {
    mentions: ["message", "details"],
    members: ["actor"],
    none: columns("id organization_id campaign_id ts level event command_key"),
  },
} as const satisfies Partial<Record<keyof Tables, TableData>>;
