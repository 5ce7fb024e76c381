import type { WorkerOptions } from "@temporalio/worker";
import { createAfterConversationActivities } from "../activities/after-conversation/after-conversation.activities.ts";
import { CALLS_HANDED_OVER_WITHIN_TASKS, createCallRunActivities } from "../activities/call-run/call-run.activities.ts";
import { createCarrierReportsActivities } from "../activities/call-run/carrier-reports.activities.ts";
import { createFollowUpActivities } from "../activities/call-run/follow-up.activities.ts";
import { createTransferActivities } from "../activities/call-run/transfer.activities.ts";
import { createCampaignActivities } from "../activities/campaign/campaign.activities.ts";
import { createCampaignOccurrenceActivities } from "../activities/campaign/campaign-occurrence.activities.ts";
import { createContactImportActivities } from "../activities/contact-import/contact-import.activities.ts";
import type { WorkerDependencies } from "../activities/dependencies.ts";
import { createDocumentDeletionActivities } from "../activities/document-deletion/document-deletion.activities.ts";
import { createDocumentProcessingActivities } from "../activities/document-processing/document-processing.activities.ts";
import { createDocumentReindexingActivities } from "../activities/document-processing/document-reindexing.activities.ts";
import {
  countSlots,
  createDocumentSlots,
  DOCUMENTS_AT_A_TIME,
} from "../activities/document-processing/document-slots.ts";
import { createDocumentTranslationActivities } from "../activities/document-processing/document-translation.activities.ts";
import { createFileQueue, FILES_ACCEPTED } from "../activities/file-queue.ts";
import { createJourneyActivities } from "../activities/journey/journey.activities.ts";
import { createMaintenanceActivities } from "../activities/maintenance/maintenance.activities.ts";
import { createNationalListActivities } from "../activities/national-list/national-list.activities.ts";
import { createNumberReleaseActivities } from "../activities/number-release/number-release.activities.ts";
import { createNumberRentalActivities } from "../activities/number-rental/number-rental.activities.ts";
import { createNumberVerificationActivities } from "../activities/number-verification/number-verification.activities.ts";
import { createPersonErasureActivities } from "../activities/person-erasure/person-erasure.activities.ts";
import { createPersonExportActivities } from "../activities/person-export/person-export.activities.ts";
import { createPlayActivities, createRehearsalActivities } from "../activities/rehearsal/rehearsal.activities.ts";
import { createRemovalActivities } from "../activities/removal/removal.activities.ts";
import {
  createRequestFollowUpActivities,
  createRequestRowActivities,
} from "../activities/request/request.activities.ts";
import { createRequestDigestActivities } from "../activities/request-digest/request-digest.activities.ts";
import { createRetentionActivities } from "../activities/retention/retention.activities.ts";
import { createSessionActivities, createSessionFollowUpActivities } from "../activities/session/session.activities.ts";
import { createTemplateHireActivities } from "../activities/template-hire/template-hire.activities.ts";
import { createTextSessionActivities } from "../activities/text-session/text-session.activities.ts";
import { createThreadReplyActivities, createThreadRowActivities } from "../activities/thread/thread.activities.ts";
import { createToolActivities } from "../activities/tool/tool.activities.ts";
import { createWebCallActivities } from "../activities/web-call/web-call.activities.ts";
import { createWebhookDeliveryActivities } from "../activities/webhook-delivery/webhook-delivery.activities.ts";
import { createWhatIfActivities, createWhatIfRowActivities } from "../activities/what-if/what-if.activities.ts";
import { CONVERSATIONS_AT_A_TIME } from "../domain/rehearsal/rehearsal.rules.ts";
import { TOOL_CALLS_AT_A_TIME } from "../domain/tool/tool-call-shares.ts";
import {
  CARRIER_QUEUE,
  DOCUMENT_QUEUE,
  FOLLOW_UP_QUEUE,
  IMPORT_QUEUE,
  REHEARSAL_QUEUE,
  REPLY_QUEUE,
  TOOL_QUEUE,
  WEBHOOK_QUEUE,
  WHAT_IF_QUEUE,
  WORKFLOW_QUEUE,
} from "../workflows/task-queues.ts";

/** The number of calls that one worker hands over at a time through the carriers' queue. */
const CALLS_HANDED_OVER_BY_QUEUE = 40;

/** Each call that one worker hands over at a time holds a connection of the lock pool, so none waits for another's. */
export const LOCK_CONNECTIONS = CALLS_HANDED_OVER_BY_QUEUE + CALLS_HANDED_OVER_WITHIN_TASKS;

/** The most polls of one queue by one worker. */
const MOST_POLLS = 5;

export interface QueueWorker {
  taskQueue: string;
  /** Only one worker of a process runs workflows, because each would need an isolate of its own. */
  runsWorkflows: boolean;
  activities: object;
  limits: Partial<WorkerOptions>;
}

/** Returns the workers of all queues, with their limits. */
export const describeQueueWorkers = (deps: WorkerDependencies): QueueWorker[] => [
  ...callQueues(deps),
  importQueue(deps),
  documentQueue(deps),
  activityQueue(TOOL_QUEUE, createToolActivities(deps), TOOL_CALLS_AT_A_TIME),
  activityQueue(REPLY_QUEUE, createThreadReplyActivities(deps), 20),
  activityQueue(REHEARSAL_QUEUE, createPlayActivities(deps), CONVERSATIONS_AT_A_TIME),
  activityQueue(WEBHOOK_QUEUE, { ...createWebhookDeliveryActivities(deps), ...createJourneyActivities(deps) }, 20),
  // Each takes a processor and up to two gigabytes.
  activityQueue(WHAT_IF_QUEUE, createWhatIfActivities(deps), 1),
];

const documentQueue = (deps: WorkerDependencies): QueueWorker => {
  const slots = createDocumentSlots();
  const activities = {
    ...createDocumentProcessingActivities(deps, slots),
    ...createDocumentReindexingActivities(deps),
    ...createDocumentTranslationActivities(deps),
    ...createDocumentDeletionActivities(deps),
  };
  return activityQueue(DOCUMENT_QUEUE, countSlots(slots, activities), DOCUMENTS_AT_A_TIME);
};

const importQueue = (deps: WorkerDependencies): QueueWorker => {
  const files = createFileQueue();
  const activities = { ...createContactImportActivities(deps, files), ...createNationalListActivities(deps, files) };
  return activityQueue(IMPORT_QUEUE, activities, FILES_ACCEPTED);
};

/** Returns the queues of the workflows and of calls. */
const callQueues = (deps: WorkerDependencies): QueueWorker[] => {
  const callRun = createCallRunActivities(deps);
  return [
    {
      taskQueue: WORKFLOW_QUEUE,
      runsWorkflows: true,
      activities: {
        ...createCampaignActivities(deps),
        ...createCampaignOccurrenceActivities(deps),
        ...createMaintenanceActivities(deps),
        ...createRetentionActivities(deps),
        ...createSessionActivities(deps),
        ...createTextSessionActivities(deps),
        ...createRequestRowActivities(deps),
        ...createThreadRowActivities(deps),
        ...createWebCallActivities(deps),
        ...createTemplateHireActivities(deps),
        ...createRehearsalActivities(deps),
        ...createWhatIfRowActivities(deps),
        settleCall: callRun.settleCall,
        placeCallAtOnce: callRun.placeCallAtOnce,
      },
      limits: {
        maxConcurrentActivityTaskExecutions: 30,
        // A campaign's call holds its task while its carrier is asked.
        maxConcurrentWorkflowTaskExecutions: 100,
        maxCachedWorkflows: 600,
        // A killed worker's sticky tasks go to the others after this. Measured on two processors under a load of 18: no more tasks are
        // moved than after three seconds (1.5 in a hundred), and the replay of a call costs 0.2 ms.
        stickyQueueScheduleToStartTimeout: "1 second",
      },
    },
    activityQueue(
      CARRIER_QUEUE,
      {
        ...callRun,
        ...createTransferActivities(deps),
        ...createNumberRentalActivities(deps),
        ...createNumberReleaseActivities(deps),
        ...createNumberVerificationActivities(deps),
      },
      CALLS_HANDED_OVER_BY_QUEUE,
    ),
    activityQueue(
      FOLLOW_UP_QUEUE,
      {
        ...createFollowUpActivities(deps),
        ...createCarrierReportsActivities(deps),
        ...createSessionFollowUpActivities(deps),
        ...createAfterConversationActivities(deps),
        ...createRequestFollowUpActivities(deps),
        ...createRequestDigestActivities(deps),
        ...createPersonErasureActivities(deps),
        ...createRemovalActivities(deps),
        ...createPersonExportActivities(deps),
      },
      10,
    ),
  ];
};

const activityQueue = (taskQueue: string, activities: object, atATime: number): QueueWorker => ({
  taskQueue,
  runsWorkflows: false,
  activities,
  limits: {
    maxConcurrentActivityTaskExecutions: atATime,
    // Every poll of a queue without work is renewed each minute. Polls that scale would wake the process ten times a second for
    // each queue.
    activityTaskPollerBehavior: { type: "simple-maximum", maximum: pollsOf(atATime) },
  },
});

/**
 * Returns the number of polls for a queue. A poll brings its next task within milliseconds, so a few serve any number of
 * activities, and each costs the server a request a minute at rest. There are at least two, because one may be lost with its
 * connection.
 */
const pollsOf = (atATime: number): number => Math.min(Math.max(Math.ceil(atATime / 8), 2), MOST_POLLS);
