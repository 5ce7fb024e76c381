import type { Migration } from "./migration.ts";
import * as tenantsAndAccess from "./0001-tenants-and-access.ts";
import * as agentsTelephonyChannels from "./0002-agents-telephony-channels.ts";
import * as contactsCampaignsCalls from "./0003-contacts-campaigns-calls.ts";
import * as rowLevelSecurity from "./0004-row-level-security.ts";
import * as phoneNumberAccounts from "./0005-phone-number-accounts.ts";
import * as contactImports from "./0006-contact-imports.ts";
import * as campaignRequests from "./0007-campaign-requests.ts";
import * as timelineMilliseconds from "./0008-timeline-milliseconds.ts";
import * as queuedCalls from "./0009-queued-calls.ts";
import * as runCounts from "./0011-run-counts.ts";
import * as runListOrder from "./0012-run-list-order.ts";
import * as lostWorkflows from "./0013-lost-workflows.ts";
import * as conversations from "./0014-conversations.ts";
import * as inboundCalls from "./0015-inbound-calls.ts";
import * as numbers from "./0016-numbers.ts";
import * as artifacts from "./0017-artifacts.ts";
import * as webhooks from "./0018-webhooks.ts";
import * as toolsAndCredentials from "./0019-tools-and-credentials.ts";
import * as numberSearch from "./0020-number-search.ts";
import * as wordsExpiry from "./0021-words-expiry.ts";
import * as knowledge from "./0022-knowledge.ts";
import * as documentTranslation from "./0023-document-translation.ts";
import * as reindexing from "./0024-reindexing.ts";
import * as formerEmbeddingModels from "./0025-former-embedding-models.ts";
import * as versionUploader from "./0026-version-uploader.ts";
import * as callingHours from "./0027-calling-hours.ts";
import * as recordings from "./0028-recordings.ts";
import * as agentSettings from "./0029-agent-settings.ts";
import * as modelUsage from "./0030-model-usage.ts";
import * as consents from "./0031-consents.ts";
import * as budgets from "./0032-budgets.ts";
import * as afterCall from "./0033-after-call.ts";
import * as objectEtag from "./0034-object-etag.ts";
import * as carrierCost from "./0035-carrier-cost.ts";
import * as callerIds from "./0037-caller-ids.ts";
import * as timelineOutcomes from "./0040-timeline-outcomes.ts";
import * as requests from "./0043-requests.ts";
import * as confirmedTools from "./0044-confirmed-tools.ts";
import * as homeFigures from "./0048-home-figures.ts";
import * as templateHires from "./0049-template-hires.ts";
import * as members from "./0051-members.ts";
import * as contactFiles from "./0053-contact-files.ts";
import * as idempotencyCredentials from "./0054-idempotency-credentials.ts";
import * as webCalls from "./0058-web-calls.ts";
import * as threads from "./0060-threads.ts";
import * as assistant from "./0061-assistant.ts";
import * as connectors from "./0063-connectors.ts";
import * as channelMembers from "./0067-channel-members.ts";
import * as requestNotifications from "./0068-request-notifications.ts";
import * as recordingPeaks from "./0069-recording-peaks.ts";
import * as applicationLogin from "./0070-application-login.ts";
import * as ownPacks from "./0071-own-packs.ts";
import * as hireUpgrades from "./0072-hire-upgrades.ts";
import * as messageExpiry from "./0073-message-expiry.ts";
import * as nationalLists from "./0076-national-lists.ts";
import * as recordingLength from "./0077-recording-length.ts";
import * as assistantUsage from "./0078-assistant-usage.ts";
import * as emptiedNationalLists from "./0084-emptied-national-lists.ts";
import * as mcpSignIn from "./0100-mcp-sign-in.ts";
import * as unheardAnswers from "./0101-unheard-answers.ts";
import * as callBacks from "./0102-call-backs.ts";
import * as audioCalls from "./0110-audio-calls.ts";
import * as updatesInPlace from "./0111-updates-in-place.ts";
import * as fewerIndexEntries from "./0120-fewer-index-entries.ts";
import * as waitingContacts from "./0121-waiting-contacts.ts";
import * as startedCalls from "./0122-started-calls.ts";
import * as upgradeDocuments from "./0125-upgrade-documents.ts";
import * as modelBudgets from "./0126-model-budgets.ts";
import * as pendingModelRequests from "./0127-pending-model-requests.ts";
import * as mediaProcesses from "./0130-media-processes.ts";
import * as speechUsage from "./0131-speech-usage.ts";
import * as voiceReservations from "./0132-voice-reservations.ts";
import * as credentialUses from "./0136-credential-uses.ts";
import * as speechBudgets from "./0140-speech-budgets.ts";
import * as recordedFrom from "./0145-recorded-from.ts";
import * as artifactOrphans from "./0146-artifact-orphans.ts";
import * as lostImports from "./0147-lost-imports.ts";
import * as productionCallBacks from "./0150-production-call-backs.ts";
import * as importsOfCampaigns from "./0151-imports-of-campaigns.ts";
import * as pagesOfMaintenance from "./0152-pages-of-maintenance.ts";
import * as changedAccounts from "./0153-changed-accounts.ts";
import * as turnsOfDocuments from "./0154-turns-of-documents.ts";
import * as carriedOutCommands from "./0155-carried-out-commands.ts";
import * as sweepsBehindFaults from "./0156-sweeps-behind-faults.ts";
import * as unfilledLists from "./0157-unfilled-lists.ts";
import * as setClocks from "./0158-set-clocks.ts";
import * as commandsByKey from "./0159-commands-by-key.ts";
import * as shownLists from "./0160-shown-lists.ts";
import * as rowBytes from "./0161-row-bytes.ts";
import * as wrongZones from "./0170-wrong-zones.ts";
import * as fileWarnings from "./0180-file-warnings.ts";
import * as foundInFiles from "./0190-found-in-files.ts";
import * as ownDocuments from "./0200-own-documents.ts";
import * as chosenUploads from "./0201-chosen-uploads.ts";
import * as inactiveDocuments from "./0202-inactive-documents.ts";
import * as rowsOfTheSandbox from "./0210-rows-of-the-sandbox.ts";
import * as callsToSpeakIn from "./0220-calls-to-speak-in.ts";
import * as failedTurns from "./0221-failed-turns.ts";
import * as awaitedReports from "./0230-awaited-reports.ts";
import * as membershipMarks from "./0250-membership-marks.ts";
import * as knownPlaces from "./0251-known-places.ts";
import * as addressesInNoLog from "./0252-addresses-in-no-log.ts";
import * as visitorMarks from "./0253-visitor-marks.ts";
import * as demoOrganization from "./0254-demo-organization.ts";

/** In the order of execution; a landed migration is never edited. */
export const migrations: Record<string, Migration> = {
  "0001-tenants-and-access": tenantsAndAccess,
  "0002-agents-telephony-channels": agentsTelephonyChannels,
  "0003-contacts-campaigns-calls": contactsCampaignsCalls,
  "0004-row-level-security": rowLevelSecurity,
  "0005-phone-number-accounts": phoneNumberAccounts,
  "0006-contact-imports": contactImports,
  "0007-campaign-requests": campaignRequests,
  "0008-timeline-milliseconds": timelineMilliseconds,
  "0009-queued-calls": queuedCalls,
  "0011-run-counts": runCounts,
  "0012-run-list-order": runListOrder,
  "0013-lost-workflows": lostWorkflows,
  "0014-conversations": conversations,
  "0015-inbound-calls": inboundCalls,
  "0016-numbers": numbers,
  "0017-artifacts": artifacts,
  "0018-webhooks": webhooks,
  "0019-tools-and-credentials": toolsAndCredentials,
  "0020-number-search": numberSearch,
  "0021-words-expiry": wordsExpiry,
  "0022-knowledge": knowledge,
  "0023-document-translation": documentTranslation,
  "0024-reindexing": reindexing,
  "0025-former-embedding-models": formerEmbeddingModels,
  "0026-version-uploader": versionUploader,
  "0027-calling-hours": callingHours,
  "0028-recordings": recordings,
  "0029-agent-settings": agentSettings,
  "0030-model-usage": modelUsage,
  "0031-consents": consents,
  "0032-budgets": budgets,
  "0033-after-call": afterCall,
  "0034-object-etag": objectEtag,
  "0035-carrier-cost": carrierCost,
  "0037-caller-ids": callerIds,
  "0040-timeline-outcomes": timelineOutcomes,
  "0043-requests": requests,
  "0044-confirmed-tools": confirmedTools,
  "0048-home-figures": homeFigures,
  "0049-template-hires": templateHires,
  "0051-members": members,
  "0053-contact-files": contactFiles,
  "0054-idempotency-credentials": idempotencyCredentials,
  "0058-web-calls": webCalls,
  "0060-threads": threads,
  "0061-assistant": assistant,
  "0063-connectors": connectors,
  "0067-channel-members": channelMembers,
  "0068-request-notifications": requestNotifications,
  "0069-recording-peaks": recordingPeaks,
  "0070-application-login": applicationLogin,
  "0071-own-packs": ownPacks,
  "0072-hire-upgrades": hireUpgrades,
  "0073-message-expiry": messageExpiry,
  "0076-national-lists": nationalLists,
  "0077-recording-length": recordingLength,
  "0078-assistant-usage": assistantUsage,
  "0084-emptied-national-lists": emptiedNationalLists,
  "0100-mcp-sign-in": mcpSignIn,
  "0101-unheard-answers": unheardAnswers,
  "0102-call-backs": callBacks,
  "0110-audio-calls": audioCalls,
  "0111-updates-in-place": updatesInPlace,
  "0120-fewer-index-entries": fewerIndexEntries,
  "0121-waiting-contacts": waitingContacts,
  "0122-started-calls": startedCalls,
  "0125-upgrade-documents": upgradeDocuments,
  "0126-model-budgets": modelBudgets,
  "0127-pending-model-requests": pendingModelRequests,
  "0130-media-processes": mediaProcesses,
  "0131-speech-usage": speechUsage,
  "0132-voice-reservations": voiceReservations,
  "0136-credential-uses": credentialUses,
  "0140-speech-budgets": speechBudgets,
  "0145-recorded-from": recordedFrom,
  "0146-artifact-orphans": artifactOrphans,
  "0147-lost-imports": lostImports,
  "0150-production-call-backs": productionCallBacks,
  "0151-imports-of-campaigns": importsOfCampaigns,
  "0152-pages-of-maintenance": pagesOfMaintenance,
  "0153-changed-accounts": changedAccounts,
  "0154-turns-of-documents": turnsOfDocuments,
  "0155-carried-out-commands": carriedOutCommands,
  "0156-sweeps-behind-faults": sweepsBehindFaults,
  "0157-unfilled-lists": unfilledLists,
  "0158-set-clocks": setClocks,
  "0159-commands-by-key": commandsByKey,
  "0160-shown-lists": shownLists,
  "0161-row-bytes": rowBytes,
  "0170-wrong-zones": wrongZones,
  "0180-file-warnings": fileWarnings,
  "0190-found-in-files": foundInFiles,
  "0200-own-documents": ownDocuments,
  "0201-chosen-uploads": chosenUploads,
  "0202-inactive-documents": inactiveDocuments,
  "0210-rows-of-the-sandbox": rowsOfTheSandbox,
  "0220-calls-to-speak-in": callsToSpeakIn,
  "0221-failed-turns": failedTurns,
  "0230-awaited-reports": awaitedReports,
  "0250-membership-marks": membershipMarks,
  "0251-known-places": knownPlaces,
  "0252-addresses-in-no-log": addressesInNoLog,
  "0253-visitor-marks": visitorMarks,
  "0254-demo-organization": demoOrganization,
};
