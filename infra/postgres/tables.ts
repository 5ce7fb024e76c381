import type {
  OrganizationsTable,
  UsersTable,
  MembershipsTable,
  SessionsTable,
  ApiKeysTable,
  LoginAttemptsTable,
} from "./access/access.table.ts";
import type { IdempotencyKeysTable } from "./idempotency/idempotency.table.ts";
import type { AgentsTable, AgentVersionsTable, AgentTriggersTable } from "./agent/agent.table.ts";
import type { FoldersTable } from "./channel/channel.table.ts";
import type { TimelineEventsTable } from "./timeline/timeline.table.ts";
import type {
  TelephonyConfigurationsTable,
  TelephonyPacesTable,
  PhoneNumbersTable,
} from "./telephony/telephony.table.ts";
import type {
  ContactListsTable,
  ContactsTable,
  ContactImportsTable,
  ContactImportErrorsTable,
  DoNotCallTable,
} from "./contact/contact.table.ts";
import type {
  CampaignsTable,
  CampaignFiguresTable,
  CampaignContactsTable,
  CampaignLogsTable,
} from "./campaign/campaign.table.ts";
import type { CallRunsTable, CarrierEventsTable } from "./call/call.table.ts";
import type { CallArtifactsTable } from "./artifact/artifact.table.ts";
import type { NumberRentalsTable, NumberVerificationsTable, VerifiedNumbersTable } from "./number/number.table.ts";
import type { MissedCallsTable } from "./call/missed-calls.table.ts";
import type { RunCountChangesTable, RunCountsTable } from "./call/run-counts.table.ts";
import type {
  ConversationEntriesTable,
  ConversationsTable,
  ConversationTurnsTable,
  ToolCallsTable,
} from "./conversation/conversation.table.ts";
import type { FormerEmbeddingModelsTable, ModelConfigurationsTable } from "./model/model.table.ts";
import type { CredentialsTable } from "./credential/credential.table.ts";
import type {
  DocumentPartsTable,
  DocumentPassagesTable,
  DocumentsTable,
  DocumentVersionsTable,
  KnowledgeUsageTable,
} from "./knowledge/knowledge.table.ts";
import type { WorkflowRecordingsTable } from "./recording/recording.table.ts";
import type { ToolsTable } from "./tool/tool.table.ts";
import type { WebhookDeliveriesTable, WebhookEndpointsTable } from "./webhook/webhook.table.ts";

/** Every table by its name, for typed queries. */
export interface Tables {
  organizations: OrganizationsTable;
  users: UsersTable;
  memberships: MembershipsTable;
  sessions: SessionsTable;
  api_keys: ApiKeysTable;
  login_attempts: LoginAttemptsTable;
  idempotency_keys: IdempotencyKeysTable;
  agents: AgentsTable;
  agent_versions: AgentVersionsTable;
  agent_triggers: AgentTriggersTable;
  folders: FoldersTable;
  timeline_events: TimelineEventsTable;
  telephony_configurations: TelephonyConfigurationsTable;
  telephony_paces: TelephonyPacesTable;
  phone_numbers: PhoneNumbersTable;
  contact_lists: ContactListsTable;
  contacts: ContactsTable;
  contact_imports: ContactImportsTable;
  contact_import_errors: ContactImportErrorsTable;
  do_not_call: DoNotCallTable;
  campaigns: CampaignsTable;
  campaign_figures: CampaignFiguresTable;
  campaign_contacts: CampaignContactsTable;
  campaign_logs: CampaignLogsTable;
  call_runs: CallRunsTable;
  call_artifacts: CallArtifactsTable;
  carrier_events: CarrierEventsTable;
  missed_calls: MissedCallsTable;
  number_rentals: NumberRentalsTable;
  number_verifications: NumberVerificationsTable;
  verified_numbers: VerifiedNumbersTable;
  run_counts: RunCountsTable;
  run_count_changes: RunCountChangesTable;
  conversations: ConversationsTable;
  conversation_turns: ConversationTurnsTable;
  conversation_entries: ConversationEntriesTable;
  tool_calls: ToolCallsTable;
  model_configurations: ModelConfigurationsTable;
  former_embedding_models: FormerEmbeddingModelsTable;
  credentials: CredentialsTable;
  tools: ToolsTable;
  workflow_recordings: WorkflowRecordingsTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  documents: DocumentsTable;
  document_versions: DocumentVersionsTable;
  document_parts: DocumentPartsTable;
  document_passages: DocumentPassagesTable;
  knowledge_usage: KnowledgeUsageTable;
}
