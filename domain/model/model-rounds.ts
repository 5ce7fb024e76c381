/** The highest number of requests to a model for one answer; then it has to speak. */
export const MOST_ROUNDS = 8;

/** After so many tries that failed, an ended call goes without what a model would have said of it. */
export const LAST_TRY = 12;
