/** The tool calls that one worker has in progress or waiting: most of them wait for an answer and cost little. */
export const TOOL_CALLS_AT_A_TIME = 240;

/** The others are for calls that are only looked up or refused, which take a moment. */
export const TOOL_CALLS_SENT_AT_A_TIME = TOOL_CALLS_AT_A_TIME - 20;

/**
 * The share of one organization in the tool calls of a worker, so that systems that answer late take these and no more: so many at a time,
 * and so many that wait for one of them. Somebody is on the line, so that a call waits only a short time, and is refused then.
 */
export const TOOL_CALL_SHARE = { atATime: 30, waiting: 15, waitSeconds: 20 };

/** Told to the model of a call that was not sent. */
export const TOO_MANY_TOOL_CALLS =
  "Too many requests of this organization's tools wait for their answers. This one was not sent.";
