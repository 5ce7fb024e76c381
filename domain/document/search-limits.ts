/** Passages that a search returns: unless asked otherwise, and at most. */
export const PASSAGES_FOUND = { usual: 5, most: 50 } as const;

/** As many passages as a person would listen to; each is about 400 tokens. An agent reads no more for one answer. */
export const PASSAGES_READ = 5;

/** Characters of what is searched for. */
export const LONGEST_QUERY = 2_000;

/** So many documents may be named, to which a search keeps. */
export const MOST_DOCUMENTS_NAMED = 1_000;
