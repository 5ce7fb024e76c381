import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from "../time/durations.rules.ts";
import { LONGEST_RETRY_AFTER_SECONDS } from "../time/retry-after.rules.ts";

/** The delay before the next try, by the number of failures in a row. */
const DELAYS_SECONDS = [
  5,
  30,
  2 * MINUTE_SECONDS,
  10 * MINUTE_SECONDS,
  30 * MINUTE_SECONDS,
  HOUR_SECONDS,
  2 * HOUR_SECONDS,
  4 * HOUR_SECONDS,
];
/** An event is tried for this long. */
export const GIVE_UP_AFTER_SECONDS = DAY_SECONDS;
/** An endpoint that accepts nothing for this long is switched off. */
export const DISABLE_AFTER_SECONDS = 3 * DAY_SECONDS;
/** A refused event is tried this often: more tries would delay the events after it. */
const MAX_REFUSED_TRIES = 5;

/** The result of a try; `status: null`: no answer came. */
export interface DeliveryTry {
  status: number | null;
  /** Asked for by a person, and tried once. */
  isTest?: boolean;
  /** Tries of this event, this one included. */
  attempts: number;
  /** Since the event, or since it was sent again by hand. */
  ageSeconds: number;
  /** Failures of the endpoint in a row, this one included. */
  failures: number;
  retryAfterSeconds: number | null;
}

export type DeliveryVerdict =
  | { kind: "delivered" }
  /** The endpoint has unsubscribed (410). */
  | { kind: "gone" }
  /** The next event may be tried at once. */
  | { kind: "refused" }
  /** It says nothing of the events that wait: their times and the endpoint's failures stay as they are. */
  | { kind: "test_failed" }
  /** Tried for too long; older events are dropped too. */
  | { kind: "expired"; delaySeconds: number }
  | { kind: "retry"; delaySeconds: number };

/** Decides what happens to an event after a try. */
export const decideAfterTry = (tried: DeliveryTry): DeliveryVerdict => {
  const { status, attempts, ageSeconds, failures } = tried;
  if (status !== null && status >= 200 && status < 300) return { kind: "delivered" };
  if (status === 410) return { kind: "gone" };
  if (tried.isTest) return { kind: "test_failed" };
  if (isRefusal(status) && attempts >= MAX_REFUSED_TRIES) return { kind: "refused" };
  const delaySeconds = delayAfter(failures, tried.retryAfterSeconds);
  return ageSeconds >= GIVE_UP_AFTER_SECONDS ? { kind: "expired", delaySeconds } : { kind: "retry", delaySeconds };
};

/** Tells whether the endpoint refuses the event itself; time-outs, "too early" and "slow down" are not refusals. */
const isRefusal = (status: number | null): boolean =>
  status !== null && status >= 300 && status < 500 && ![408, 425, 429].includes(status);

const delayAfter = (failures: number, retryAfterSeconds: number | null): number => {
  const delay = DELAYS_SECONDS[Math.min(failures, DELAYS_SECONDS.length) - 1] ?? 5;
  return Math.max(delay, Math.min(retryAfterSeconds ?? 0, LONGEST_RETRY_AFTER_SECONDS));
};

/** A test goes before the events that wait, and waits for no time that they have. */
export const isWebhookTest = ({ event_type }: { event_type: string }): boolean => event_type === "test";

/** Markdown for the Temporal UI. */
export const describeDeliveryStep = (step: { next: string; delaySeconds?: number }): string =>
  step.delaySeconds === undefined
    ? "**delivering**"
    : `**waiting** ${step.delaySeconds} s for the next try; the signal \`deliver-now\` ends the wait`;
