import * as foundations from "./0001-foundations.ts";
import * as access from "./0002-access.ts";
import * as idempotency from "./0003-idempotency.ts";
import * as channel from "./0004-channel.ts";
import * as credential from "./0005-credential.ts";
import * as model from "./0006-model.ts";
import * as tool from "./0007-tool.ts";
import * as connector from "./0008-connector.ts";
import * as agent from "./0009-agent.ts";
import * as telephony from "./0010-telephony.ts";
import * as number from "./0011-number.ts";
import * as template from "./0012-template.ts";
import * as contact from "./0013-contact.ts";
import * as campaign from "./0014-campaign.ts";
import * as webCall from "./0015-web-call.ts";
import * as call from "./0016-call.ts";
import * as artifact from "./0017-artifact.ts";
import * as recording from "./0018-recording.ts";
import * as conversation from "./0019-conversation.ts";
import * as afterConversation from "./0020-after-conversation.ts";
import * as timeline from "./0021-timeline.ts";
import * as request from "./0022-request.ts";
import * as thread from "./0023-thread.ts";
import * as document from "./0024-document.ts";
import * as webhook from "./0025-webhook.ts";
import * as allowedNumbers from "./0026-allowed-numbers.ts";
import * as documentsOfAddresses from "./0027-documents-of-addresses.ts";
import * as keyLimits from "./0028-key-limits.ts";
import * as unreachableCarriers from "./0029-unreachable-carriers.ts";
import * as quietCalls from "./0030-quiet-calls.ts";
import * as webhookExchanges from "./0038-webhook-exchanges.ts";
import * as waitingWebhookTests from "./0039-waiting-webhook-tests.ts";
import * as rehearsal from "./0041-rehearsal.ts";
import * as publishGate from "./0042-publish-gate.ts";
import * as versionsSideBySide from "./0045-versions-side-by-side.ts";
import * as evidence from "./0046-evidence.ts";
import * as record from "./0050-record.ts";
import * as backFills from "./0055-back-fills.ts";
import * as localSpeech from "./0063-local-speech.ts";
import * as audit from "./0066-audit.ts";
import * as sealedForGood from "./0067-sealed-for-good.ts";
import * as keptTrees from "./0068-kept-trees.ts";
import * as recordWitnesses from "./0076-record-witnesses.ts";
import * as whatIf from "./0079-what-if.ts";
import * as sandboxManners from "./0080-sandbox-manners.ts";
import * as erasure from "./0081-erasure.ts";
import * as erasedDoNotCall from "./0082-erased-do-not-call.ts";
import * as analytics from "./0083-analytics.ts";
import * as figuresOfConversations from "./0084-figures-of-conversations.ts";
import * as campaignSteps from "./0085-campaign-steps.ts";
import * as personExport from "./0088-person-export.ts";
import * as removal from "./0091-removal.ts";
import * as removalIndexes from "./0092-removal-indexes.ts";
import * as measuredTables from "./0093-measured-tables.ts";
import * as archives from "./0094-archives.ts";
import * as campaignDates from "./0095-campaign-dates.ts";
import * as recurrence from "./0096-recurrence.ts";
import * as clientGrants from "./0103-client-grants.ts";
import * as actsOverMcp from "./0104-acts-over-mcp.ts";
import * as toldForGood from "./0107-told-for-good.ts";
import * as keptKeys from "./0108-kept-keys.ts";
import * as whoHasAnswered from "./0111-who-has-answered.ts";
import * as wordsForWhoAnswered from "./0112-words-for-who-answered.ts";
import * as transfer from "./0115-transfer.ts";
import * as redaction from "./0120-redaction.ts";
import * as retention from "./0121-retention.ts";
import * as auditWebhooks from "./0122-audit-webhooks.ts";
import * as secondFactor from "./0127-second-factor.ts";
import * as identityProvider from "./0128-identity-provider.ts";
import * as scim from "./0129-scim.ts";
import * as actKinds from "./0130-act-kinds.ts";
import * as rulePacks from "./0135-rule-packs.ts";
import * as countedAttempts from "./0136-counted-attempts.ts";
import * as supervision from "./0137-supervision.ts";
import * as turnStages from "./0140-turn-stages.ts";
import * as calleesOfChannels from "./0141-callees-of-channels.ts";
import * as keptOriginals from "./0142-kept-originals.ts";
import * as actsByMonth from "./0143-acts-by-month.ts";
import * as actsSent from "./0144-acts-sent.ts";
import * as sharedLimits from "./0146-shared-limits.ts";
import * as installation from "./0148-installation.ts";
import * as contactPriority from "./0149-contact-priority.ts";
import * as liveCampaigns from "./0150-live-campaigns.ts";
import * as dailyQuota from "./0151-daily-quota.ts";
import * as callBacks from "./0152-call-backs.ts";
import * as segments from "./0153-segments.ts";
import * as accountFailover from "./0154-account-failover.ts";
import * as textMessages from "./0155-text-messages.ts";
import * as journeys from "./0160-journeys.ts";
import * as personOfCalls from "./0165-person-of-calls.ts";
import * as contactIntakes from "./0166-contact-intakes.ts";
import * as plannedCallBacks from "./0167-planned-call-backs.ts";
import * as recordingsToRemove from "./0170-recordings-to-remove.ts";
import * as providerLogOut from "./0171-provider-log-out.ts";
import * as agentHandOver from "./0175-agent-hand-over.ts";
import * as supervisorsByProcess from "./0180-supervisors-by-process.ts";
import * as attemptsOfANumber from "./0185-attempts-of-a-number.ts";
import * as agentsForTexts from "./0190-agents-for-texts.ts";
import * as standingOfTexts from "./0191-standing-of-texts.ts";
import * as hiddenTexts from "./0192-hidden-texts.ts";
import * as joinersByDay from "./0210-joiners-by-day.ts";
import * as hottestFirst from "./0211-hottest-first.ts";
import * as textsOfCampaigns from "./0220-texts-of-campaigns.ts";
import * as intakesOfCalls from "./0225-intakes-of-calls.ts";
import * as endedJourneys from "./0226-ended-journeys.ts";
import * as sealedMarkKeys from "./0230-sealed-mark-keys.ts";
import * as attemptsByPerson from "./0235-attempts-by-person.ts";
import * as conclusionsByIndex from "./0240-conclusions-by-index.ts";
import type { Migration } from "./migration.ts";

/** In the order of execution; a landed migration is never edited. */
export const migrations: Record<string, Migration> = {
  "0001-foundations": foundations,
  "0002-access": access,
  "0003-idempotency": idempotency,
  "0004-channel": channel,
  "0005-credential": credential,
  "0006-model": model,
  "0007-tool": tool,
  "0008-connector": connector,
  "0009-agent": agent,
  "0010-telephony": telephony,
  "0011-number": number,
  "0012-template": template,
  "0013-contact": contact,
  "0014-campaign": campaign,
  "0015-web-call": webCall,
  "0016-call": call,
  "0017-artifact": artifact,
  "0018-recording": recording,
  "0019-conversation": conversation,
  "0020-after-conversation": afterConversation,
  "0021-timeline": timeline,
  "0022-request": request,
  "0023-thread": thread,
  "0024-document": document,
  "0025-webhook": webhook,
  "0026-allowed-numbers": allowedNumbers,
  "0027-documents-of-addresses": documentsOfAddresses,
  "0028-key-limits": keyLimits,
  "0029-unreachable-carriers": unreachableCarriers,
  "0030-quiet-calls": quietCalls,
  "0038-webhook-exchanges": webhookExchanges,
  "0039-waiting-webhook-tests": waitingWebhookTests,
  "0041-rehearsal": rehearsal,
  "0042-publish-gate": publishGate,
  "0045-versions-side-by-side": versionsSideBySide,
  "0046-evidence": evidence,
  "0050-record": record,
  "0055-back-fills": backFills,
  "0063-local-speech": localSpeech,
  "0066-audit": audit,
  "0067-sealed-for-good": sealedForGood,
  "0068-kept-trees": keptTrees,
  "0076-record-witnesses": recordWitnesses,
  "0079-what-if": whatIf,
  "0080-sandbox-manners": sandboxManners,
  "0081-erasure": erasure,
  "0082-erased-do-not-call": erasedDoNotCall,
  "0083-analytics": analytics,
  "0084-figures-of-conversations": figuresOfConversations,
  "0085-campaign-steps": campaignSteps,
  "0088-person-export": personExport,
  "0091-removal": removal,
  "0092-removal-indexes": removalIndexes,
  "0093-measured-tables": measuredTables,
  "0094-archives": archives,
  "0095-campaign-dates": campaignDates,
  "0096-recurrence": recurrence,
  "0103-client-grants": clientGrants,
  "0104-acts-over-mcp": actsOverMcp,
  "0107-told-for-good": toldForGood,
  "0108-kept-keys": keptKeys,
  "0111-who-has-answered": whoHasAnswered,
  "0112-words-for-who-answered": wordsForWhoAnswered,
  "0115-transfer": transfer,
  "0120-redaction": redaction,
  "0121-retention": retention,
  "0122-audit-webhooks": auditWebhooks,
  "0127-second-factor": secondFactor,
  "0128-identity-provider": identityProvider,
  "0129-scim": scim,
  "0130-act-kinds": actKinds,
  "0135-rule-packs": rulePacks,
  "0136-counted-attempts": countedAttempts,
  "0137-supervision": supervision,
  "0140-turn-stages": turnStages,
  "0141-callees-of-channels": calleesOfChannels,
  "0142-kept-originals": keptOriginals,
  "0143-acts-by-month": actsByMonth,
  "0144-acts-sent": actsSent,
  "0146-shared-limits": sharedLimits,
  "0148-installation": installation,
  "0149-contact-priority": contactPriority,
  "0150-live-campaigns": liveCampaigns,
  "0151-daily-quota": dailyQuota,
  "0152-call-backs": callBacks,
  "0153-segments": segments,
  "0154-account-failover": accountFailover,
  "0155-text-messages": textMessages,
  "0160-journeys": journeys,
  "0165-person-of-calls": personOfCalls,
  "0166-contact-intakes": contactIntakes,
  "0167-planned-call-backs": plannedCallBacks,
  "0170-recordings-to-remove": recordingsToRemove,
  "0171-provider-log-out": providerLogOut,
  "0175-agent-hand-over": agentHandOver,
  "0180-supervisors-by-process": supervisorsByProcess,
  "0185-attempts-of-a-number": attemptsOfANumber,
  "0190-agents-for-texts": agentsForTexts,
  "0191-standing-of-texts": standingOfTexts,
  "0192-hidden-texts": hiddenTexts,
  "0210-joiners-by-day": joinersByDay,
  "0211-hottest-first": hottestFirst,
  "0220-texts-of-campaigns": textsOfCampaigns,
  "0225-intakes-of-calls": intakesOfCalls,
  "0226-ended-journeys": endedJourneys,
  "0230-sealed-mark-keys": sealedMarkKeys,
  "0235-attempts-by-person": attemptsByPerson,
  "0240-conclusions-by-index": conclusionsByIndex,
};
