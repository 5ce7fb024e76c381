import { WORKFLOW_QUEUE } from "../task-queues.ts";
import type { MaintenanceActivities } from "./maintenance.ports.ts";

export type Search = keyof MaintenanceActivities;

export interface MaintenanceResult {
  rounds: number;
  /** The number of repairs of each search in all rounds. */
  mended: Record<Search, number>;
}

/** The description of each search for people, in the order of display. */
export const SEARCH_DESCRIPTIONS: Record<Search, string> = {
  restartLostCampaigns: "running campaigns without a working workflow, started again",
  restartLostCalls: "calls without a workflow, taken up again",
  restartStuckCalls: "calls whose workflow was stuck, taken up again",
  restartLostTextSessions: "sessions in text without a workflow, taken up again",
  restartLostWebCalls: "conversations in the browser without a workflow, taken up again",
  restartLostDeliveries: "webhooks without a deliverer, taken up again",
  restartLostDocuments: "documents without a workflow, taken up again",
  restartLostReindexing: "organizations whose documents need new vectors, taken up again",
  restartLostHires: "hires of agents without a workflow, taken up again",
  restartLostRehearsals: "rehearsals of agents without a workflow, taken up again",
  restartLostWhatIfs: "questions to a campaign's past without a workflow, taken up again",
  restartLostErasures: "erasures of people and removals of calls without a workflow, taken up again",
  forgetFormerModels: "former models that no document uses, forgotten",
  removeAbandonedUploads: "uploaded files that nobody has used, and lists that no import has filled, removed",
  removeAbandonedRecordings:
    "uploaded recordings that nobody concluded, removed, with replaced files of calls (not counted)",
  restartLostRequests: "requests to people without a workflow, taken up again",
  restartLostThreads: "messages without a workflow that replies to them, taken up again",
  restartLostNationalLists: "national do-not-call lists without a workflow, taken up again",
  restartLostImports: "imports of contacts without a workflow, taken up again",
  startCarrierReports:
    "accounts whose carriers are asked for prices and recordings that came late, and days of calls that are archived (not counted)",
  sealRecords: "records of organizations, sealed every minute (not counted)",
  measureRows: "how much the rows of organizations hold, measured every five minutes (not counted)",
};

export const maintenanceContract = {
  type: "maintenance",
  taskQueue: WORKFLOW_QUEUE,
  // A schedule starts one after another under ids of its own.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  scheduleId: "maintenance",
  /** The workflow works for all organizations and belongs to none. */
  workflowId: () => "maintenance",
} as const;

/**
 * Returns the start options for the schedule. The server ends a run that does not end by itself; then the next one
 * starts.
 */
export const maintenanceStartOptions = () => ({
  workflowId: maintenanceContract.workflowId(),
  taskQueue: maintenanceContract.taskQueue,
  args: [] satisfies [],
  workflowExecutionTimeout: "20 minutes" as const,
  staticSummary: "Repairs what crashes, and workflows ended by hand, leave behind",
});
