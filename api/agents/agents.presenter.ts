import { digestDefinition } from "../../application/rehearsal/definition-digest.ts";
import { readDispositions } from "../../domain/agent/disposition-codes.ts";
import type { AgentVersion } from "../../infra/postgres/agent/agent.entity.ts";
import type { AgentDetails, AgentRow } from "../../infra/postgres/agent/agent.repository.ts";
import { digestSettings } from "../digest-agent.ts";

export const presentAgentRow = (row: AgentRow) => ({
  id: row.id,
  workflow_uuid: row.workflow_uuid,
  name: row.name,
  status: row.status,
  environment: row.environment,
  folder_id: row.folder_id,
  version: row.version,
  draft_version: row.draft_version,
  template_id: row.template_id,
  created_at: row.created_at,
  updated_at: row.updated_at,
  total_runs: row.total_runs,
});

export const presentAgent = (row: AgentDetails) => ({
  ...presentAgentRow(row),
  definition: row.definition,
  workflow_definition: row.definition,
  definition_digest: digestDefinition(row),
  settings_digest: digestSettings(row),
  current_definition_id: row.published_version_id,
  version_number: row.shown_version,
  version_status: row.shown_status,
  workflow_configurations: row.configurations,
  template_context_variables: row.template_context_variables,
  call_disposition_codes: row.call_disposition_codes,
  disposition_codes: readDispositions(row.call_disposition_codes),
  publish_needs_rehearsal: row.publish_needs_rehearsal,
});

export const presentVersion = (row: AgentVersion) => ({
  id: row.id,
  version_number: row.version_number,
  status: row.status,
  created_at: row.created_at,
  published_at: row.published_at,
  workflow_json: row.definition,
  workflow_configurations: row.configurations,
  template_context_variables: row.template_context_variables,
});
