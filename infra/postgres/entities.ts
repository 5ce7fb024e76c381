import { ApiKey } from "./access/api-key.entity.ts";
import { Authenticator } from "./access/authenticator.entity.ts";
import { ClientGrant } from "./access/client-grant.entity.ts";
import { IdentityProvider } from "./access/identity-provider.entity.ts";
import { Invitation } from "./access/invitation.entity.ts";
import { KnownOrigin } from "./access/known-origin.entity.ts";
import { LoginAttempts } from "./access/login-attempts.entity.ts";
import { Membership } from "./access/membership.entity.ts";
import { Organization } from "./access/organization.entity.ts";
import { OrganizationDomain } from "./access/organization-domain.entity.ts";
import { OrganizationRows } from "./access/organization-rows.entity.ts";
import { Passkey } from "./access/passkey.entity.ts";
import { ProviderIdentity } from "./access/provider-identity.entity.ts";
import { ProviderSignIn } from "./access/provider-sign-in.entity.ts";
import { RecoveryCode } from "./access/recovery-code.entity.ts";
import { ScimGroup, ScimGroupMember, ScimPerson, ScimToken } from "./access/scim.entities.ts";
import { SecondFactorChallenge } from "./access/second-factor-challenge.entity.ts";
import { Session } from "./access/session.entity.ts";
import { User } from "./access/user.entity.ts";
import { AfterConversationStep } from "./after-conversation/after-conversation-step.entity.ts";
import { Agent, AgentVersion } from "./agent/agent.entity.ts";
import { AgentTrigger } from "./agent/agent-trigger.entity.ts";
import { AnalyticsView } from "./analytics/analytics-view.entity.ts";
import { ArtifactOrphan } from "./artifact/artifact-orphan.entity.ts";
import { CallArtifact } from "./artifact/call-artifact.entity.ts";
import { Act } from "./audit/act.entity.ts";
import { ActsSent } from "./audit/acts-sent.entity.ts";
import { ApiKeyNetwork } from "./audit/api-key-network.entity.ts";
import { AwaitedReport } from "./call/awaited-report.entity.ts";
import { CallRun } from "./call/call-run.entity.ts";
import { CallTransfer } from "./call/call-transfer.entity.ts";
import { CarrierEventRow } from "./call/carrier-event.entity.ts";
import { MissedCall } from "./call/missed-call.entity.ts";
import { RunCount } from "./call/run-count.entity.ts";
import { RunCountChange } from "./call/run-count-change.entity.ts";
import { Campaign } from "./campaign/campaign.entity.ts";
import { CampaignContact } from "./campaign/campaign-contact.entity.ts";
import { CampaignFigures } from "./campaign/campaign-figures.entity.ts";
import { CampaignLogEntry } from "./campaign/campaign-log-entry.entity.ts";
import { CampaignStep } from "./campaign/campaign-step.entity.ts";
import { Channel } from "./channel/channel.entity.ts";
import { ChannelMembership } from "./channel/channel-membership.entity.ts";
import { ConnectorAccount } from "./connector/connector-account.entity.ts";
import { ConnectorClient } from "./connector/connector-client.entity.ts";
import { ConnectorSignIn } from "./connector/connector-sign-in.entity.ts";
import { McpServerRow } from "./connector/mcp-server.entity.ts";
import { Consent } from "./contact/consent.entity.ts";
import { ConsentChange } from "./contact/consent-change.entity.ts";
import { Contact } from "./contact/contact.entity.ts";
import { ContactFile } from "./contact/contact-file.entity.ts";
import { ContactImport } from "./contact/contact-import.entity.ts";
import { ContactImportError } from "./contact/contact-import-error.entity.ts";
import {
  ContactIntake,
  ContactIntakeCall,
  ContactIntakeFault,
  ContactIntakeKey,
} from "./contact/contact-intake.entity.ts";
import { ContactList } from "./contact/contact-list.entity.ts";
import { DoNotCallEntry } from "./contact/do-not-call-entry.entity.ts";
import { NationalList } from "./contact/national-list.entity.ts";
import { NationalNumber } from "./contact/national-number.entity.ts";
import { ConversationRow } from "./conversation/conversation.entity.ts";
import { ConversationEntryRow } from "./conversation/conversation-entry.entity.ts";
import { ConversationTurn } from "./conversation/conversation-turn.entity.ts";
import { ToolCall } from "./conversation/tool-call.entity.ts";
import { AgentVersionCredential } from "./credential/agent-version-credential.entity.ts";
import { CredentialRow } from "./credential/credential.entity.ts";
import { ToolCredential } from "./credential/tool-credential.entity.ts";
import { Document } from "./document/document.entity.ts";
import { DocumentPartRow } from "./document/document-part.entity.ts";
import { DocumentPassage } from "./document/document-passage.entity.ts";
import { DocumentUsage } from "./document/document-usage.entity.ts";
import { DocumentVersion } from "./document/document-version.entity.ts";
import { IdempotencyKey } from "./idempotency/idempotency-key.entity.ts";
import { InstallationFact } from "./installation/installation-fact.entity.ts";
import { JourneyStepRow } from "./journey/journey-step.entity.ts";
import { JourneyVersionRow } from "./journey/journey-version.entity.ts";
import { ApiProcess, RequestWindow, SharedPermit } from "./load/load.entities.ts";
import { TextMessage } from "./message/text-message.entity.ts";
import { FormerEmbeddingModel } from "./model/former-embedding-model.entity.ts";
import { ModelConfiguration } from "./model/model-configuration.entity.ts";
import { ModelRequest } from "./model/model-request.entity.ts";
import { NumberRental } from "./number/number-rental.entity.ts";
import { NumberVerification } from "./number/number-verification.entity.ts";
import { PhoneNumber } from "./number/phone-number.entity.ts";
import { VerifiedNumber } from "./number/verified-number.entity.ts";
import { KeptOriginal } from "./privacy/kept-original.entity.ts";
import { PersonErasure } from "./privacy/person-erasure.entity.ts";
import { PersonExport } from "./privacy/person-export.entity.ts";
import { PrivacyKey } from "./privacy/privacy-key.entity.ts";
import { RecordingToRemove } from "./privacy/recording-to-remove.entity.ts";
import { PersonKey } from "./record/person-key.entity.ts";
import { RecordCheckpoint } from "./record/record-checkpoint.entity.ts";
import { RecordEntry } from "./record/record-entry.entity.ts";
import { RecordKey } from "./record/record-key.entity.ts";
import { RecordPolicy } from "./record/record-policy.entity.ts";
import { RecordTree } from "./record/record-tree.entity.ts";
import { RecordWitness } from "./record/record-witness.entity.ts";
import { UnsealedEntry } from "./record/unsealed-entry.entity.ts";
import { WorkflowRecording } from "./recording/workflow-recording.entity.ts";
import { Rehearsal } from "./rehearsal/rehearsal.entity.ts";
import { RehearsalConversation } from "./rehearsal/rehearsal-conversation.entity.ts";
import { Scenario } from "./rehearsal/scenario.entity.ts";
import { ArchiveFile } from "./removal/archive-file.entity.ts";
import { Removal } from "./removal/removal.entity.ts";
import { RemovedAttempt } from "./removal/removed-attempt.entity.ts";
import { RemovedRunSum } from "./removal/removed-run-sum.entity.ts";
import { RequestRow } from "./request/request.entity.ts";
import { RequestMail } from "./request/request-mail.entity.ts";
import { Supervision } from "./supervision/supervision.entity.ts";
import { TelephonyAccount } from "./telephony/telephony-account.entity.ts";
import { TelephonyPace } from "./telephony/telephony-pace.entity.ts";
import { OwnPack } from "./template/own-pack.entity.ts";
import { OwnPackVersionRow } from "./template/own-pack-version.entity.ts";
import { TemplateHire } from "./template/template-hire.entity.ts";
import { Thread } from "./thread/thread.entity.ts";
import { ThreadReply } from "./thread/thread-reply.entity.ts";
import { ThreadSession } from "./thread/thread-session.entity.ts";
import { TimelineEvent } from "./timeline/timeline-event.entity.ts";
import { Tool } from "./tool/tool.entity.ts";
import { EmbedToken } from "./web-call/embed-token.entity.ts";
import { MediaProcess } from "./web-call/media-process.entity.ts";
import { VoiceReservation } from "./web-call/voice-reservation.entity.ts";
import { WebhookDelivery } from "./webhook/webhook-delivery.entity.ts";
import { WebhookEndpoint } from "./webhook/webhook-endpoint.entity.ts";
import { WebhookExchange } from "./webhook/webhook-exchange.entity.ts";
import { WhatIf } from "./what-if/what-if.entity.ts";

/** Every table of the product. */
export const entities = [
  Act,
  KeptOriginal,
  RecordingToRemove,
  ActsSent,
  ApiKeyNetwork,
  AfterConversationStep,
  Agent,
  AgentTrigger,
  AgentVersion,
  AnalyticsView,
  ApiKey,
  ArtifactOrphan,
  AwaitedReport,
  CallArtifact,
  CallRun,
  CallTransfer,
  Campaign,
  CampaignContact,
  CampaignFigures,
  CampaignLogEntry,
  CampaignStep,
  CarrierEventRow,
  ClientGrant,
  ConnectorAccount,
  ConnectorClient,
  ConnectorSignIn,
  McpServerRow,
  Consent,
  ConsentChange,
  Contact,
  ContactFile,
  ContactIntake,
  ContactIntakeCall,
  ContactIntakeFault,
  ContactIntakeKey,
  ContactImport,
  ContactImportError,
  ContactList,
  ConversationEntryRow,
  ConversationRow,
  ConversationTurn,
  CredentialRow,
  ToolCredential,
  AgentVersionCredential,
  DoNotCallEntry,
  NationalList,
  NationalNumber,
  Document,
  DocumentPartRow,
  DocumentPassage,
  DocumentVersion,
  EmbedToken,
  Channel,
  ChannelMembership,
  FormerEmbeddingModel,
  IdempotencyKey,
  Invitation,
  DocumentUsage,
  JourneyStepRow,
  JourneyVersionRow,
  KnownOrigin,
  LoginAttempts,
  ApiProcess,
  RequestWindow,
  SharedPermit,
  MediaProcess,
  VoiceReservation,
  Membership,
  MissedCall,
  ModelConfiguration,
  ModelRequest,
  NumberRental,
  NumberVerification,
  Organization,
  OrganizationRows,
  OwnPack,
  OwnPackVersionRow,
  PhoneNumber,
  Rehearsal,
  RehearsalConversation,
  RequestMail,
  RequestRow,
  ArchiveFile,
  Removal,
  RemovedAttempt,
  RemovedRunSum,
  RunCount,
  RunCountChange,
  Scenario,
  ScimGroup,
  ScimGroupMember,
  ScimPerson,
  ScimToken,
  IdentityProvider,
  OrganizationDomain,
  ProviderIdentity,
  ProviderSignIn,
  Authenticator,
  Passkey,
  RecoveryCode,
  SecondFactorChallenge,
  Session,
  Supervision,
  TelephonyAccount,
  TelephonyPace,
  TemplateHire,
  TextMessage,
  Thread,
  ThreadReply,
  ThreadSession,
  TimelineEvent,
  Tool,
  ToolCall,
  User,
  VerifiedNumber,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookExchange,
  WorkflowRecording,
  PersonErasure,
  PersonExport,
  PersonKey,
  PrivacyKey,
  RecordCheckpoint,
  RecordWitness,
  RecordEntry,
  InstallationFact,
  RecordKey,
  RecordPolicy,
  RecordTree,
  UnsealedEntry,
  WhatIf,
] as const;
