import { WORKFLOW_QUEUE } from "../task-queues.ts";
import type { MaintenanceActivities } from "./maintenance.ports.ts";

export type Search = keyof MaintenanceActivities;

export interface MaintenanceResult {
  rounds: number;
  /** How many each search has mended in all rounds. */
  mended: Record<Search, number>;
}

/** What people read of each search, in the order in which they read it. */
export const MENDED: Record<Search, string> = {
  restartLostCampaigns: "running campaigns without a working workflow, started again",
  restartLostCalls: "calls without a workflow, taken up again",
  restartStuckCalls: "calls whose workflow was stuck, taken up again",
  restartLostTextSessions: "sessions in text without a workflow, taken up again",
  restartLostWebCalls: "conversations in the browser without a workflow, taken up again",
  restartLostDeliveries: "webhooks without a deliverer, taken up again",
  restartLostDocuments: "documents without a workflow, taken up again",
  restartLostReindexing: "organizations whose documents need new vectors, taken up again",
  restartLostHires: "hires of agents without a workflow, taken up again",
  forgetFormerModels: "former models that no document uses, forgotten",
  removeAbandonedUploads: "uploaded files that nobody has used, removed",
  removeAbandonedRecordings: "uploaded recordings that nobody concluded, removed",
  restartLostRequests: "requests to people without a workflow, taken up again",
  restartLostThreads: "messages without a workflow that replies to them, taken up again",
  restartLostNationalLists: "national do-not-call lists without a workflow, taken up again",
};

export const maintenanceContract = {
  type: "maintenance",
  taskQueue: WORKFLOW_QUEUE,
  // A schedule starts one after the other under ids of its own.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  scheduleId: "maintenance",
  /** The workflow works for all organizations and belongs to none. */
  workflowId: () => "maintenance",
} as const;

/** How maintenance is started: by its schedule. One that does not end by itself, the server ends: the next one then starts. */
export const maintenanceStartOptions = () => ({
  workflowId: maintenanceContract.workflowId(),
  taskQueue: maintenanceContract.taskQueue,
  args: [] satisfies [],
  workflowExecutionTimeout: "20 minutes" as const,
  staticSummary: "Mends what crashes and workflows ended by hand leave behind",
});
