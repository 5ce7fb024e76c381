/**
 * Each activity searches the rows of all organizations, by an index, for one thing that a crash or a terminated
 * workflow leaves behind, repairs it, and returns the number of repairs. Each may run twice at the same time: the
 * second finds the first one's repairs.
 */
export interface MaintenanceActivities {
  /** Restarts campaigns that run by their rows and have no workflow, or one whose task fails again and again. */
  restartLostCampaigns(): Promise<number>;
  /** Restarts calls that are not over and have no workflow. */
  restartLostCalls(): Promise<number>;
  /** Restarts calls whose workflow's task fails again and again. */
  restartStuckCalls(): Promise<number>;
  /** Restarts text sessions that are not over and have no workflow. */
  restartLostTextSessions(): Promise<number>;
  /** Restarts web calls that are not over and have no workflow. */
  restartLostWebCalls(): Promise<number>;
  /** Restarts the delivery of waiting webhooks whose workflow is gone. */
  restartLostDeliveries(): Promise<number>;
  /** Restarts documents that are to be read, translated or removed and have no workflow. */
  restartLostDocuments(): Promise<number>;
  /** Restarts organizations whose documents need vectors of another model and that have no workflow. */
  restartLostReindexing(): Promise<number>;
  /** Restarts hires of agents that are not over and have no workflow. */
  restartLostHires(): Promise<number>;
  /** Restarts rehearsals that are not over and have no workflow. */
  restartLostRehearsals(): Promise<number>;
  /** Restarts questions to a campaign's past that are not answered and have no workflow. */
  restartLostWhatIfs(): Promise<number>;
  /** Restarts erasures of people and removals of calls that are not over and have no workflow. */
  restartLostErasures(): Promise<number>;
  /** Deletes former embedding models that no document has vectors of. */
  forgetFormerModels(): Promise<number>;
  /** Removes uploaded documents and contact files that nobody has used, expired files of bad rows, and acts past their time, which are not counted. */
  removeAbandonedUploads(): Promise<number>;
  /** Removes uploaded recordings that nobody finished, and files of calls that others have replaced, which are not counted. */
  removeAbandonedRecordings(): Promise<number>;
  /** Restarts requests to people that are open, or settled with work left, and have no workflow. */
  restartLostRequests(): Promise<number>;
  /** Restarts threads with a message that waits for its reply and no workflow. */
  restartLostThreads(): Promise<number>;
  /** Restarts national do-not-call lists that are to be loaded or emptied and have no workflow. */
  restartLostNationalLists(): Promise<number>;
  /** Restarts imports of contacts that are not over and have no workflow. */
  restartLostImports(): Promise<number>;
  /** Starts asking carriers for prices and recordings that are due, which is not counted. */
  startCarrierReports(): Promise<number>;
  /** Seals the records of all organizations, which is not counted. */
  sealRecords(): Promise<number>;
  /** Measures the rows of all organizations every five minutes, which is not counted. */
  measureRows(): Promise<number>;
}
