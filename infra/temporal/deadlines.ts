/** How long a request waits until Temporal has accepted a signal or a start; its answer depends on nothing more. */
export const TAKEN_WITHIN_MS = 10_000;

/**
 * How long a request waits for what a workflow decides first. A command to a campaign may wait for calls that are being
 * handed to a carrier, which takes as long as the carrier's answer.
 */
export const DECIDED_WITHIN_MS = 20_000;

/** At this interval the activity of a killed process is given to another one within seconds. */
export const HEARTBEAT_EVERY_MS = 1000;
