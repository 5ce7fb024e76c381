/** The most calls per second that an account's own limit may say: nobody's contract with a carrier goes beyond. */
export const MOST_CALLS_PER_SECOND = 10_000;

/**
 * Returns how many calls a second go out through an account: as many as it says, else as its carrier allows an account. Null: no limit,
 * as for calls of the sandbox.
 */
export const findCallsPerSecond = (
  { ofAccount, ofCarrier }: { ofAccount: number | null; ofCarrier: number | null },
  environment: "production" | "sandbox",
): number | null => (environment === "sandbox" ? null : (ofAccount ?? ofCarrier));

/** A request that would start later than this after its slot takes a new one. */
export const SLOT_TOLERANCE_MS = 50;
/** The way to the carrier takes one request so much longer than another. */
const TRANSIT_TOLERANCE_MS = 50;
const SECOND_MS = 1000;

/**
 * Returns the time from one slot of an account to the next. Of `perSecond` + 1 requests, the first may start and arrive late and
 * the last be on time: their slots lie a second and both tolerances apart, so that no window of a second at the carrier has them
 * all.
 */
export const computeSlotIntervalMs = (perSecond: number): number =>
  SECOND_MS / perSecond + (SLOT_TOLERANCE_MS + TRANSIT_TOLERANCE_MS) / Math.max(perSecond, 1);

/** Tells whether a request that starts now has missed its slot. */
export const isSlotMissed = ({ slotMs, nowMs }: { slotMs: number; nowMs: number }): boolean =>
  nowMs - slotMs > SLOT_TOLERANCE_MS;

const LONGEST_WAIT_FOR_A_PLACE_SECONDS = 5;

/**
 * Returns the wait before the next try: until the slot of the account's pace, or, for a free place, longer with every
 * try.
 */
export const computeDialWaitSeconds = (
  wait: { waitSeconds: number; capacity: boolean },
  waitsBefore: number,
): number =>
  wait.capacity
    ? Math.max(wait.waitSeconds, Math.min(waitsBefore + 1, LONGEST_WAIT_FOR_A_PLACE_SECONDS))
    : wait.waitSeconds;
