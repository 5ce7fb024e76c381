import type { Tables } from "../tables.ts";
import { columns, type TableData } from "./table-data.ts";

/** What documents, the record, the organization itself and its people hold; `settings-data.ts` has its numbers and settings. */
export const otherData = {
  // A document that names the person is deleted whole, with its file and its passages.
  documents: {
    person: {
      by: "document",
      column: "id",
      columns: columns("filename custom_metadata state_detail processing_error reingest_error source_url"),
      erased: { elsewhere: "the document is deleted, as by a person", columns: [] },
    },
    members: columns("created_by deleted_by"),
    none: columns(
      "id organization_id document_uuid mime_type state scope folder_id agent_id file_folder_id retrieval_mode latest_version " +
        "current_version translated_from target_language needs_reingest deleted_at created_at updated_at upload_key upload_for " +
        "is_active refresh_every_hours refresh_at",
    ),
  },
  document_versions: {
    person: {
      by: "document",
      column: "document_id",
      columns: columns("object_key error warnings title file_hash"),
      erased: { elsewhere: "it goes with its document, and its file with it", columns: [] },
    },
    members: ["uploaded_by"],
    none: columns(
      "id organization_id document_id version state document_type file_size_bytes page_count part_count is_extracted chunked_parts " +
        "chunk_count embedding_model created_at completed_at translated_parts object_etag encoding language table_count " +
        "unnamed_table_count",
    ),
  },
  document_parts: {
    person: {
      by: "document_version",
      column: "version_id",
      columns: ["content"],
      erased: { elsewhere: "it goes with its document", columns: [] },
    },
    none: columns("organization_id version_id ordinal"),
  },
  document_passages: {
    person: {
      by: "document",
      column: "document_id",
      columns: columns("text context embedding"),
      erased: { elsewhere: "it goes with its document, also out of the passage index", columns: [] },
    },
    none: columns(
      "id organization_id document_id version_id chunk_index part page row_number token_count embedding_model",
    ),
  },
  knowledge_usage: {
    none: columns(
      "organization_id plan limit_bytes limit_documents limit_chunks used_bytes document_count chunk_count",
    ),
  },
  // Sealed entries name people by pseudonyms: without the person's key they name nobody.
  record_entries: { none: columns("organization_id index kind run_uuid line") },
  unsealed_entries: {
    person: {
      by: "number",
      column: "phone_number",
      columns: ["phone_number"],
      erased: { elsewhere: "it is sealed first, under a pseudonym", columns: [] },
    },
    none: columns("organization_id id kind at actor run_uuid facts"),
  },
  person_keys: {
    person: {
      by: "number",
      column: "phone_number",
      columns: columns("phone_number key_sealed"),
      erased: { elsewhere: "the key is erased last, and the record says so", columns: [] },
    },
    none: columns("organization_id"),
  },
  record_trees: {
    none: columns("organization_id size root edge checkpoint published_size sealed_at refusal cosigned_size"),
  },
  record_witnesses: { none: columns("organization_id witness size note cosigned_at refusal") },
  record_checkpoints: { none: columns("organization_id size note signed_at") },
  record_policies: { none: columns("organization_id digest policy") },
  // Counts over all organizations.
  installation_facts: { none: columns("name known_at facts") },
  record_keys: { none: columns("id installation public_key private_key_sealed signs_from signs_until") },
  // Rows are never changed but by erasure, which blots out what the path of a request named.
  acts: {
    mentions: ["subject"],
    members: columns("actor user_id address user_agent"),
    none: columns("id organization_id uuid at kind operation"),
  },
  // Sealed answers are opened, and those that name the person become answers that say that it was erased.
  idempotency_keys: {
    mentions: ["answer_sealed"],
    members: ["credential"],
    none: columns("organization_id key request_hash status created_at"),
  },
  // Who was erased is known by HMACs alone when it is done.
  person_erasures: {
    mentions: ["reason"],
    members: ["actor"],
    none: columns(
      "id organization_id uuid keep_do_not_call state step person_sealed found receipt marks created_at finished_at",
    ),
  },
  // Whose data it is stands sealed as long as the file does, which an erasure removes.
  person_exports: {
    mentions: ["reason"],
    members: ["actor"],
    none: columns(
      "id organization_id uuid state step person_sealed held size_bytes marks created_at finished_at expires_at",
    ),
  },
  acts_sent: { none: columns("receiver act_id sent_at") },
  privacy_keys: { none: columns("organization key_sealed key_digest") },

  users: { members: columns("email name password_hash"), none: columns("id created_at") },
  memberships: {
    members: columns("user_id role"),
    none: columns("organization_id created_at next_request_mail_at"),
  },
  invitations: {
    members: columns("email created_by"),
    none: columns("id organization_id role created_at expires_at accepted_at revoked_at"),
  },
  sessions: {
    members: columns("user_id address user_agent provider_session provider_log_out_sealed"),
    none: columns("id organization_id token_hash created_at expires_at revoked_at method"),
  },
  identity_providers: {
    none: columns(
      "organization_id name issuer client_id client_secret_sealed groups_claim group_roles default_role is_required updated_at " +
        "log_out_at_provider",
    ),
  },
  organization_domains: { none: columns("id organization_id domain token created_at proved_at") },
  provider_identities: {
    members: columns("user_id subject"),
    none: columns("organization_id issuer created_at last_sign_in_at"),
  },
  scim_tokens: { none: columns("organization_id token_prefix token_hash created_at last_used_at") },
  scim_people: {
    members: columns("user_id user_name external_id email display_name given_name family_name"),
    none: columns("organization_id uuid active created_at updated_at"),
  },
  scim_groups: { none: columns("organization_id uuid display_name external_id created_at updated_at") },
  scim_group_members: { members: ["person_uuid"], none: columns("organization_id group_uuid") },
  provider_sign_ins: {
    none: columns("uuid organization_id issuer client_id verifier_sealed nonce browser_hash destination expires_at"),
  },
  authenticators: { members: ["user_id"], none: columns("secret_sealed created_at confirmed_at last_step") },
  passkeys: {
    members: columns("user_id name"),
    none: columns("id credential_id public_key counter transports created_at last_used_at"),
  },
  recovery_codes: { members: ["user_id"], none: columns("code_hash used_at") },
  second_factor_challenges: { members: ["user_id"], none: columns("uuid purpose challenge expires_at") },
  known_places: { members: columns("user_id place"), none: ["seen_at"] },
  login_attempts: { members: ["subject"], none: columns("failures locked_until updated_at") },
  folder_members: {
    members: columns("user_id phone_number"),
    none: columns("organization_id folder_id created_at takes_calls last_called_at"),
  },
  connector_sign_ins: {
    members: columns("actor user_id browser_hash"),
    none: columns("uuid organization_id slug verifier_sealed session_id created_at expires_at used_at tool_uuid"),
  },
  connector_accounts: {
    members: columns("account_label connected_by"),
    none: columns(
      "id organization_id uuid slug client_id scopes status status_reason status_changed_at event_id tokens_sealed token_expires_at " +
        "connected_at",
    ),
  },
  api_keys: {
    members: ["created_by"],
    none: columns(
      "id organization_id name key_prefix key_hash environment created_at last_used_at archived_at expires_at scopes " +
        "client_name role token_expires_at",
    ),
  },
  client_grants: {
    none: columns(
      "api_key_id organization_id client_hash code_hash family_hash refresh_hash redirect_uri code_challenge code_expires_at code_used_at",
    ),
  },
  api_key_networks: { members: ["network"], none: columns("api_key_id organization_id seen_at") },
  organizations: {
    members: columns("test_phone_number"),
    none: columns(
      "id name country timezone concurrent_call_limit max_attempts_per_number_per_day created_at artifact_link_days retention_days keep_runs_days " +
        "calling_hours disclosure_off_reason budget redaction retention is_demo allowed_countries allowed_number_kinds rule_packs unconfirmed_rules own_rules " +
        "sandbox_manners words_indexed_to second_factor_from",
    ),
  },
  organization_rows: { none: columns("organization_id bytes measured_at measured_tables") },
  media_processes: { none: columns("uuid places taken told_at speaks_locally") },
  api_processes: { none: columns("uuid told_at") },
  // The subject is a hash, which is deleted a minute after its window.
  request_windows: { none: columns("subject asked most length_ms ends_at") },
  shared_permits: { none: columns("subject holders") },
  voice_reservations: { none: columns("run_uuid reserved_until") },
} as const satisfies Partial<Record<keyof Tables, TableData>>;
