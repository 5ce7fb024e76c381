/** Passages that a search returns: unless asked otherwise, and at most. */
export const PASSAGES_FOUND = { usual: 5, most: 50 } as const;

/** As many passages as a person would listen to; each is about 400 tokens. An agent reads no more for one answer. */
export const PASSAGES_READ = 5;

/** Characters of what is searched for. */
export const LONGEST_QUERY = 2_000;

/** So many documents may be named, to which a search keeps. */
export const MOST_DOCUMENTS_NAMED = 1_000;

/** Of longer texts, such as what a person says, the beginning is searched for; more terms would not make it more precise. */
export const LONGEST_TEXT_OF_TERMS = 10_000;
export const MOST_QUERY_TERMS = 64;
