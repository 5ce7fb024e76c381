/** The limits of a journey; whoever asks for more is refused where it is saved. */
export const JOURNEY_LIMITS = {
  steps: 30,
  /** Of one step: as many lead from it. */
  next: 10,
  conditions: 20,
  /** The longest way without a loop. */
  depth: 15,
  /** So often a step of a loop is taken by one person. */
  most: 10,
  waitDays: 60,
} as const;

/** Each loop waits at least so long on the way. */
export const LEAST_LOOP_WAIT_SECONDS = 60;

/** A preview says what happens to so many people at most. */
export const MOST_PREVIEWED = 20;
