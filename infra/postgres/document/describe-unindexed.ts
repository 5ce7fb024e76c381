interface Unindexed {
  documents: number;
  /** Whose words are searched. */
  conversations: number;
}

/** Returns the sentences for what is marked to be indexed again. */
export const describeUnindexed = ({ documents, conversations }: Unindexed): string =>
  [
    documents === 0
      ? "No document has to be indexed again."
      : `${documents} documents are indexed again by the worker, with the vectors that PostgreSQL holds: agents find each of them when its state is ready.`,
    ...(conversations === 0
      ? []
      : [`The words of ${conversations} conversations are put into the index of words again, the oldest first.`]),
  ].join(" ");
