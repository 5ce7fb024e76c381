/**
 * Each searches the rows of all organizations, by an index, for one thing that a crash or a workflow ended by hand leaves
 * behind, mends it, and gives how many it mended. Each may run twice at the same time: the second finds what the first did.
 */
export interface MaintenanceActivities {
  /** Campaigns that run by their rows and have no workflow, or one whose task fails again and again. */
  restartLostCampaigns(): Promise<number>;
  /** Calls that are not over and have no workflow. */
  restartLostCalls(): Promise<number>;
  /** Calls whose workflow's task fails again and again. */
  restartStuckCalls(): Promise<number>;
  /** Sessions in text that are not over and have no workflow. */
  restartLostTextSessions(): Promise<number>;
  /** Conversations in the browser that are not over and have no workflow. */
  restartLostWebCalls(): Promise<number>;
  /** Webhooks that something waits for and whose deliverer is gone. */
  restartLostDeliveries(): Promise<number>;
  /** Documents that are to be read, translated or removed and have no workflow. */
  restartLostDocuments(): Promise<number>;
  /** Organizations whose documents need vectors of another model and have no workflow. */
  restartLostReindexing(): Promise<number>;
  /** Hires of agents that are not over and have no workflow. */
  restartLostHires(): Promise<number>;
  /** Former embedding models that no document has vectors of. */
  forgetFormerModels(): Promise<number>;
  /** Uploaded documents and files of contacts that nobody has used, and files of bad rows whose time is over. */
  removeAbandonedUploads(): Promise<number>;
  /** Uploaded recordings that nobody concluded. */
  removeAbandonedRecordings(): Promise<number>;
  /** Requests to people that are open, or settled with something left to be done, and have no workflow. */
  restartLostRequests(): Promise<number>;
  /** Threads with a message that waits for its reply and have no workflow. */
  restartLostThreads(): Promise<number>;
  /** National do-not-call lists that are to be loaded, or whose numbers are to be removed, and have no workflow. */
  restartLostNationalLists(): Promise<number>;
}
