/** How a number came on the list. */
export const DO_NOT_CALL_SOURCES = ["manual", "upload", "opt_out", "api"] as const;
export type DoNotCallSource = (typeof DO_NOT_CALL_SOURCES)[number];

/** Numbers of one request; more are uploaded as a file. */
export const MOST_NUMBERS_AT_ONCE = 10_000;

/** Numbers of a file that are none: the answer shows these, and counts the rest. */
export const MOST_INVALID_SHOWN = 1_000;

/** Characters of the reason for an entry. */
export const LONGEST_REASON = 500;

/** Returns the source of numbers that a request names itself. */
export const findSource = (credential: "api_key" | "session"): DoNotCallSource =>
  credential === "api_key" ? "api" : "manual";
