import type { Tables } from "../tables.ts";
import { columns, type TableData } from "./table-data.ts";

const REMOVED = "'Erased'";

/** What calls, conversations and what follows them hold. Runs stay, emptied, because figures, budgets and the record count them. */
export const callData = {
  call_runs: {
    person: {
      by: "run",
      column: "id",
      columns: columns(
        "name caller_number called_number person_number caller_number_at_end initial_context gathered_context annotations evidence answer_evidence error " +
          "carrier_unreachable contact_id visitor_mark",
      ),
      erased: {
        emptied: {
          name: REMOVED,
          caller_number: "case when direction = 'outbound' then caller_number end",
          called_number: "case when direction <> 'outbound' then called_number end",
          person_number: "null",
          caller_number_at_end: "case when direction = 'outbound' then caller_number_at_end end",
          initial_context: "'{}'::jsonb",
          gathered_context: "'{}'::jsonb",
          annotations: "'{}'::jsonb",
          evidence: "'{}'::jsonb",
          answer_evidence: "answer_evidence - 'words'",
          error: "null",
          carrier_unreachable: "null",
          contact_id: "null",
          visitor_mark: "null",
        },
      },
    },
    mentions: columns("name initial_context gathered_context annotations evidence answer_evidence error"),
    members: ["created_by"],
    none: columns(
      "id uuid organization_id agent_id agent_version_id campaign_id campaign_contact_id mode direction environment state outcome " +
        "disposition attempt telephony_configuration_id provider claim_token pace_slot_at carrier_requested_at carrier_accepted_at " +
        "carrier_call_id answered_by opted_out started_at answered_at ended_at duration_seconds cost_minor currency end_reason " +
        "created_at shard_id dial_by holds_conversation artifact_generation model_usage reserved_minor reserved_currency " +
        "carrier_cost_minor embed_token_id carries_audio inbound_call_id over_at reserved_model_minor reserved_speech_minor speech " +
        "turns interruptions answer_ms slowest_answer_ms",
    ),
  },
  carrier_events: {
    person: {
      by: "run",
      column: "run_id",
      columns: columns("call recording"),
      erased: { emptied: { call: "'{}'::jsonb", recording: "null" } },
    },
    none: columns("organization_id run_id event_id state outcome received_at"),
  },
  missed_calls: {
    person: {
      by: "number",
      column: "caller_number",
      columns: ["caller_number"],
      erased: { emptied: { caller_number: "null" } },
    },
    none: columns(
      "id organization_id telephony_configuration_id carrier_call_id at called_number reason run_id called_back_run_id called_back_at",
    ),
  },
  // Texts stay, emptied, because budgets count them.
  text_messages: {
    person: {
      by: "number",
      column: "phone_number",
      columns: columns("phone_number body error original_sealed"),
      erased: { emptied: { phone_number: "null", body: "''", error: "null", original_sealed: "null" } },
    },
    mentions: columns("body error"),
    members: ["actor"],
    none: columns(
      "id uuid organization_id environment direction state reason telephony_configuration_id provider own_number encoding segments keyword " +
        "body_hidden " +
        "key campaign_id agent_id thread_id carrier_requested_at carrier_message_id looked_up_at error_code cost_minor currency reserved_minor " +
        "reserved_currency created_at settled_at",
    ),
  },
  awaited_reports: {
    mentions: ["last_error"],
    none: columns("run_id kind organization_id telephony_configuration_id due_at asked failures"),
  },
  run_counts: {
    none: columns(
      "organization_id scope scope_id period starts_at is_over conclusion direction channel currency runs duration_seconds cost_minor outcome",
    ),
  },
  run_count_changes: {
    none: columns(
      "id organization_id agent_id campaign_id starts_at is_over conclusion direction channel currency runs duration_seconds " +
        "cost_minor outcome",
    ),
  },
  removals: {
    members: ["actor"],
    none: columns(
      "id organization_id uuid campaign_id selection up_to_run_id state runs runs_removed removed runs_waiting created_at finished_at " +
        "archived_day part_run_ids",
    ),
  },
  // Archives have columns alone that hold nothing of a person.
  archive_files: {
    none: columns("id organization_id removal_id part name object_key rows size_bytes sha256 created_at"),
  },
  removed_run_sums: {
    none: columns(
      "id organization_id agent_id agent_version_id campaign_id environment direction channel outcome disposition answered_by currency " +
        "created_quarter spent_quarter accepted_quarter runs first_attempts requested duration_seconds duration_squares cost_minor " +
        "carrier_minor model_minor prompt_tokens completion_tokens removed_at",
    ),
  },
  removed_attempts: {
    person: { by: "number", column: "called_number", columns: ["called_number"], erased: "removed" },
    none: columns("id organization_id environment at answered"),
  },
  call_artifacts: {
    person: { by: "run", column: "run_id", columns: columns("object_key peaks recorded_from"), erased: "removed" },
    none: columns("id organization_id run_id artifact_type format content_type size_bytes created_at"),
  },
  kept_originals: {
    person: { by: "run", column: "run_id", columns: columns("original_sealed object_key"), erased: "removed" },
    mentions: ["original_sealed"],
    none: columns("id organization_id run_id kind name created_at"),
  },
  recordings_to_remove: {
    mentions: ["last_error"],
    none: columns(
      "id organization_id telephony_configuration_id provider carrier_call_id called_at recordings erasure_uuid state due_at failures " +
        "created_at settled_at",
    ),
  },
  artifact_orphans: { none: columns("object_key organization_id created_at") },
  conversations: {
    person: {
      by: "run",
      column: "run_id",
      columns: columns("gathered error"),
      erased: {
        emptied: { gathered: "'{}'::jsonb", error: "null" },
        also: { words_removed_at: "coalesce(words_removed_at, now())" },
      },
    },
    mentions: ["gathered", "error"],
    none: columns(
      "run_id organization_id driver state node_id handed_to revision active_turn active_token cursor silences faults answered_by opted_out " +
        "taken_over_by end_reason concluded_at last_activity_at started_at ended_at words_removed_at",
    ),
  },
  conversation_entries: {
    person: { by: "run", column: "run_id", columns: columns("text heard details"), erased: "removed" },
    mentions: columns("text heard details"),
    none: columns("id organization_id run_id turn speaker node_id tool_call_id at discarded_at"),
  },
  conversation_turns: {
    person: { by: "run", column: "run_id", columns: columns("input outcome checkpoint error key"), erased: "removed" },
    mentions: columns("input outcome checkpoint error"),
    none: columns(
      "id uuid organization_id run_id number state first_sentence_ms model_ms heard_ms end_of_turn_ms recognized_ms " +
        "first_token_ms first_words_ms sound_ms response_ms spoken_ms discarded_at alive_at started_at ended_at",
    ),
  },
  tool_calls: {
    person: {
      by: "run",
      column: "run_id",
      columns: columns("arguments_sealed result_sealed error"),
      erased: "removed",
    },
    mentions: ["error"],
    none: columns(
      "uuid organization_id run_id turn tool_uuid name request_id state status_code attempts requested_at started_at finished_at " +
        "is_compensation connector_account_id connector_action",
    ),
  },
  call_transfers: {
    person: { by: "run", column: "run_id", columns: columns("targets briefing hold"), erased: "removed" },
    mentions: columns("targets briefing hold"),
    none: columns(
      "id uuid organization_id run_id state outcome position leg_uuid tries language ring_timeout_seconds silences requested_at moved_at answered_at " +
        "connected_at ended_at",
    ),
  },
  supervisions: {
    person: { by: "run", column: "run_id", columns: ["unsaid"], erased: "removed" },
    mentions: ["unsaid"],
    members: ["actor"],
    none: columns(
      "id uuid organization_id run_id mode state end_reason whispers started_at joined_at api_process alive_at taken_over_at ended_at",
    ),
  },
  after_call_steps: {
    person: { by: "run", column: "run_id", columns: ["error"], erased: { emptied: { error: "null" } } },
    none: columns("run_id node_id organization_id uuid state attempts next_attempt_at created_at"),
  },
  model_requests: {
    none: columns(
      "id organization_id run_id model prompt_tokens completion_tokens estimated created_at pending part characters sound_ms",
    ),
  },
  timeline_events: {
    person: {
      by: "run",
      column: "run_id",
      columns: columns("summary payload blocked"),
      erased: { emptied: { summary: REMOVED, payload: "'{}'::jsonb", blocked: "null" } },
    },
    mentions: columns("summary payload blocked"),
    members: ["actor"],
    none: columns(
      "id organization_id at kind is_deliverable assistant thread_id agent_id run_id folder_id campaign_id credits included",
    ),
  },
  requests: {
    person: { by: "run", column: "run_id", columns: columns("subject answer request_key"), erased: "removed" },
    mentions: ["subject", "answer"],
    members: columns("settled_by undone_by"),
    none: columns(
      "id organization_id kind state event_id agent_id run_id folder_id thread_id follow_up waiting_workflow_id wait_until " +
        "late_told_at decision settled_at tool_call_id undo_call_id carried_out_at undone_at undo_carried_out_at told_at finished_at " +
        "created_at expires_at members_told_at call_back_run_id",
    ),
  },
  request_mails: { members: ["user_id"], none: columns("organization_id request_id created_at") },
  threads: { none: columns("id organization_id uuid kind agent_id folder_id created_at") },
  thread_replies: {
    person: {
      by: "run",
      column: "run_id",
      columns: columns("text error"),
      erased: { emptied: { text: "''", error: "null" } },
    },
    mentions: columns("text error"),
    members: ["asker"],
    none: columns(
      "id organization_id thread_id event_id agent_id run_id folder_id state created_at started_at updated_at ended_at model_usage",
    ),
  },
  thread_sessions: { none: columns("thread_id agent_id organization_id run_id") },
  webhook_deliveries: {
    person: {
      by: "delivery",
      column: "id",
      columns: ["last_error"],
      erased: {
        emptied: { last_error: "null" },
        also: {
          state: "case when state = 'pending' then 'failed' else state end",
          settled_at: "coalesce(settled_at, now())",
        },
      },
    },
    mentions: ["last_error"],
    none: columns(
      "id uuid organization_id endpoint_id event_type timeline_event_id act_id state attempts last_status last_attempt_at settled_at " +
        "resent_at created_at request_id",
    ),
  },
  webhook_exchanges: {
    person: { by: "delivery", column: "delivery_id", columns: columns("request_body answer_body"), erased: "removed" },
    mentions: columns("request_headers request_body answer_body"),
    none: columns("delivery_id organization_id event_at sent_at url answer_status took_ms"),
  },
  // A scenario that was made of a call has that call's words.
  rehearsal_conversations: {
    person: {
      by: "scenario",
      column: "scenario_id",
      columns: columns("scenario result pending"),
      erased: "removed",
    },
    mentions: columns("scenario result"),
    none: columns(
      "id organization_id rehearsal_id place scenario_id scenario_digest run_number state tries tokens model_usage held_minor " +
        "held_currency started_at ended_at",
    ),
  },
  scenarios: {
    person: { by: "scenario", column: "id", columns: columns("name content source"), erased: "removed" },
    mentions: ["content"],
    members: ["created_by"],
    none: columns("id organization_id agent_id runs must_pass created_at updated_at"),
  },
} as const satisfies Partial<Record<keyof Tables, TableData>>;
