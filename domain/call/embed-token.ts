/** Tokens of one agent that are valid at a time. */
export const MOST_EMBED_TOKENS = 50;

/** Pages on which one token may put a talk button, by their origins. */
export const MOST_ORIGINS = 50;

/** Conversations of one token: at one time, and minutes of all of them. */
export const MOST_CONCURRENT = 1_000;
export const MOST_MINUTES = 1_000_000;

/** Days for which published clients get a token: unless they say otherwise, and at most. */
export const EMBED_TOKEN_DAYS = { usual: 30, most: 3_650 } as const;
