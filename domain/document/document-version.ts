/**
 * Processing a document again makes its next version. The one that readers have stays theirs until the next one is complete, which takes
 * its place; of a file that cannot be read they keep the one they had.
 */
export const VERSION_STATES = ["translating", "queued", "indexing", "ready", "failed", "superseded"] as const;
export type VersionState = (typeof VERSION_STATES)[number];

/** The version has not been read to its end. */
export const UNREAD_VERSION_STATES = ["translating", "queued", "indexing"] as const satisfies VersionState[];

/** The version counts for its document: it is read, or will be once its turn comes. */
export const COUNTING_VERSION_STATES = ["queued", "indexing", "ready"] as const satisfies VersionState[];

/** Tells whether nothing is done with a version any more. */
export const isVersionOver = (state: VersionState): boolean =>
  !UNREAD_VERSION_STATES.some((unread) => unread === state);
