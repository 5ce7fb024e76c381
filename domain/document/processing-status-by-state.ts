export const DOCUMENT_STATES = ["uploading", "queued", "indexing", "ready", "failed", "stale"] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

export const PROCESSING_STATUSES = ["pending", "processing", "completed", "failed"] as const;
export type ProcessingStatus = (typeof PROCESSING_STATUSES)[number];

/** The status of each state. A stale document stays readable while its next version is made. */
export const PROCESSING_STATUS: Readonly<Record<DocumentState, ProcessingStatus>> = {
  uploading: "pending",
  queued: "pending",
  indexing: "processing",
  ready: "completed",
  stale: "completed",
  failed: "failed",
};

/** Statuses that are not also the name of a state. */
export const STATUSES_THAT_ARE_NO_STATE = ["pending", "processing", "completed"] as const satisfies ProcessingStatus[];

/** Returns the states for a value of `state` or of `processing_status`. */
export const listStates = (status: string): DocumentState[] =>
  DOCUMENT_STATES.filter((state) => state === status || PROCESSING_STATUS[state] === status);

/** Returns the state of a document whose newest version is read: it is stale where its vectors are of a former model. */
export const stateOfReadable = ({ isOutdated }: { isOutdated: boolean }) =>
  (isOutdated ? "stale" : "ready") satisfies DocumentState;

/** Returns the state of a document whose newest version has failed: readers still get the one before, where there is one. */
export const stateOfFailed = ({ isReadable }: { isReadable: boolean }) =>
  (isReadable ? "stale" : "failed") satisfies DocumentState;
