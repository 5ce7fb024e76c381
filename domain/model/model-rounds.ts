/** The highest number of requests to a model for one answer; then it has to speak. */
export const MOST_ROUNDS = 8;

/** After this many failed tries an ended call goes without conclusions and review. */
export const MOST_CONCLUSION_TRIES = 12;
