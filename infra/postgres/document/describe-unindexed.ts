/** Returns the sentence for documents that are marked to be indexed again. */
export const describeUnindexed = (documents: number): string =>
  documents === 0
    ? "No document has to be indexed again."
    : `${documents} documents are indexed again by the worker, with the vectors that PostgreSQL holds: agents find each of them when its state is ready.`;
