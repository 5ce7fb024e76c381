import type { Tables } from "../tables.ts";
import { columns, type TableData } from "./table-data.ts";

/** What an organization's own numbers, agents, tools and settings hold: nothing of those whom it calls. */
export const settingsData = {
  phone_numbers: {
    none: columns(
      "id organization_id telephony_configuration_id address address_normalized address_type country_code label inbound_agent_id " +
        "is_active is_default_caller_id extra_metadata created_at updated_at account_fingerprint ownership managed carrier_number_id " +
        "rented_at release_requested_at released_at version_plan text_agent_id",
    ),
  },
  number_rentals: {
    members: ["actor"],
    none: columns(
      "id organization_id uuid telephony_configuration_id account_fingerprint phone_number inbound_agent_id state " +
        "carrier_requested_at failure error phone_number_id created_at ended_at",
    ),
  },
  number_verifications: {
    members: columns("phone_number actor"),
    none: columns(
      "id organization_id method telephony_configuration_id run_uuid state code_hash_sealed code_sealed tries carrier_requested_at " +
        "carrier_reference code_to_type expires_at error created_at ended_at",
    ),
  },
  verified_numbers: {
    members: ["phone_number"],
    none: columns("id organization_id method telephony_configuration_id verified_at"),
  },
  telephony_configurations: {
    none: columns(
      "id organization_id name provider is_default_outbound credentials_sealed encryption_key_id calls_per_second " +
        "concurrent_call_limit inactive_since inactive_reason created_at updated_at inbound_reserve max_concurrent_per_caller_id " +
        "caller_id_strategy account_changed_at failover route text_agent_id",
    ),
  },
  telephony_paces: {
    none: columns(
      "telephony_configuration_id organization_id next_slot_at moved_at failures_in_row out_until out_for_seconds " +
        "texts_failed_in_row texts_out_until texts_out_for_seconds",
    ),
  },
  agents: {
    members: ["created_by"],
    none: columns(
      "id organization_id workflow_uuid name status folder_id template_id published_version_id draft_version_id " +
        "call_disposition_codes created_at updated_at is_hidden webhook_secret_sealed environment publish_needs_rehearsal",
    ),
  },
  agent_versions: {
    none: columns(
      "id organization_id agent_id version_number status definition configurations template_context_variables created_at published_at",
    ),
  },
  agent_triggers: { none: columns("path organization_id agent_id enabled") },
  agent_version_credentials: { none: columns("organization_id agent_version_id credential_uuid") },
  credentials: {
    members: ["created_by"],
    none: columns(
      "id organization_id uuid name description credential_type data_sealed hint created_at updated_at environment",
    ),
  },
  tools: {
    members: ["created_by"],
    none: columns(
      "id organization_id tool_uuid name description category icon icon_color status definition created_at updated_at " +
        "requires_confirmation compensation environment",
    ),
  },
  tool_credentials: { none: columns("organization_id tool_id credential_uuid") },
  connector_clients: {
    members: ["created_by"],
    none: columns("organization_id slug client_id client_secret_sealed updated_at"),
  },
  mcp_servers: {
    none: columns(
      "id organization_id resource issuer authorization_url token_url revocation_url scopes client_authentication " +
        "registered_redirect_uri client_expires_at created_at updated_at",
    ),
  },
  folders: { none: columns("id organization_id name created_at") },
  model_configurations: {
    members: ["updated_by"],
    none: columns("organization_id part provider model base_url settings api_key_sealed updated_at"),
  },
  former_embedding_models: {
    none: columns("organization_id name provider model base_url settings api_key_sealed replaced_at"),
  },
  own_packs: { members: ["created_by"], none: columns("id organization_id slug created_at") },
  own_pack_versions: {
    members: ["created_by"],
    none: columns("id organization_id pack_id version_number state name summary job content created_at published_at"),
  },
  template_hires: {
    members: columns("actor created_by"),
    none: columns(
      "id organization_id uuid template_id template_version language agent_name variables greeting voice source state agent_id error " +
        "created_at finished_at base upgrade documents_due",
    ),
  },
  rehearsals: {
    members: ["created_by"],
    none: columns(
      "id organization_id agent_id uuid version_number definition_digest agent state environment estimate created_at ended_at",
    ),
  },
  webhook_endpoints: {
    members: ["created_by"],
    none: columns(
      "id organization_id url events description secret_sealed previous_secret_sealed previous_secret_until is_active disabled_at " +
        "disabled_reason is_delivering failures failing_since next_attempt_at last_success_at created_at updated_at",
    ),
  },
  workflow_recordings: {
    members: ["created_by"],
    none: columns(
      "id organization_id recording_id state agent_id filename content_type object_key size_bytes transcript tts_provider tts_model " +
        "tts_voice_id metadata created_at length_ms",
    ),
  },
  embed_tokens: {
    members: ["created_by"],
    none: columns(
      "id uuid organization_id agent_id name allowed_origins environment expires_at max_minutes max_concurrent revoked_at created_at " +
        "removed_runs removed_seconds",
    ),
  },
} as const satisfies Partial<Record<keyof Tables, TableData>>;
