import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { HOUR_SECONDS } from "../../../domain/time/durations.rules.ts";
import type { Config } from "../../../infra/config/config.ts";
import type { PresentedCredential } from "../authenticate.ts";
import { type HttpError, tooManyRequests } from "../http-error.ts";
import type { Actor } from "../operation-context.ts";

const WINDOW_SECONDS = 1;

/** The state of one limit after a request was counted. */
export interface QuotaReading {
  policy: "address" | "key" | "organization";
  quota: number;
  remaining: number;
  /** Time until the whole quota is available again; not negative. */
  resetSeconds: number;
  windowEndsInMs: number;
  /** Set when this request exceeded the limit. */
  refusal: HttpError | null;
}

export interface RateLimits {
  /** Counts a request before its credentials are read. `cost`: for an answer that counts as several requests. */
  takeForAddress(address: string, cost?: number): Promise<QuotaReading>;
  /** Counts for the credentials and, where these have room, for their organization; the last reading may be a refusal. */
  takeForActor(request: ActorRequest): Promise<QuotaReading[]>;
  /** Returns the refusal of these credentials in this window; undefined: they are looked up and counted. */
  findRefusal(credential: PresentedCredential): QuotaReading | undefined;
  /** Returns the refusal of an address, which is counted no further until its window ends. */
  findRefusalOfAddress(address: string): QuotaReading | undefined;
  /** Throws 429 when this address has created too many accounts in the last hour. */
  takeForSignUp(address: string): Promise<void>;
}

interface ActorRequest {
  actor: Actor;
  credential: PresentedCredential;
  /** The number of requests that this one counts as. */
  cost: number;
}

/** This many keys and sessions of an organization may ask at their limit at the same time. */
const KEYS_OF_ORGANIZATION = 3;

/** Creates limits with fixed windows of one second, in this process: each API process allows as much. */
export const createRateLimits = (config: Config): RateLimits => {
  const addresses = new RateLimiterMemory({
    points: config.RATE_LIMIT_PER_ADDRESS_PER_SECOND,
    duration: WINDOW_SECONDS,
  });
  const actors = new RateLimiterMemory({ points: config.RATE_LIMIT_PER_KEY_PER_SECOND, duration: WINDOW_SECONDS });
  const organizations = new RateLimiterMemory({
    points: config.RATE_LIMIT_PER_KEY_PER_SECOND * KEYS_OF_ORGANIZATION,
    duration: WINDOW_SECONDS,
  });
  const refused = createRefusals();
  const signUps = new RateLimiterMemory({ points: config.SIGNUPS_PER_HOUR, duration: HOUR_SECONDS });
  return {
    takeForAddress: async (address, cost = 1) => {
      const reading = await take(addresses, { subject: address, policy: "address", cost });
      if (reading.refusal) refused.keep(`address:${address}`, reading);
      return reading;
    },
    findRefusalOfAddress: (address) => refused.find(`address:${address}`),
    takeForActor: async ({ actor: { credential, organizationId }, credential: presented, cost }) => {
      const ofKey = await take(actors, { subject: `${credential.kind}:${credential.id}`, policy: "key", cost });
      const readings = ofKey.refusal
        ? [ofKey]
        : [ofKey, await take(organizations, { subject: String(organizationId), policy: "organization", cost })];
      const refusal = readings.find((reading) => reading.refusal);
      if (refusal) refused.keep(buildQuotaKey(presented), refusal);
      return readings;
    },
    findRefusal: (presented) => refused.find(buildQuotaKey(presented)),
    takeForSignUp: async (address) => {
      const { state, isExceeded } = await consume(signUps, address, 1);
      const sentence = `At most ${signUps.points} accounts an hour are made from one address`;
      if (isExceeded) throw tooManyRequests(sentence, state.msBeforeNext / 1000);
    },
  };
};

/** Returns the credentials as a key for counting. */
export const buildQuotaKey = ({ kind, hash }: PresentedCredential): string => `${kind}:${hash.toString("base64")}`;

/** Remembers callers over their limit until the window ends, because a refusal must cost less than an answer. */
const createRefusals = () => {
  const readings = new Map<string, QuotaReading>();
  return {
    find: (subject: string) => readings.get(subject),
    keep: (subject: string, reading: QuotaReading) => {
      if (readings.has(subject)) return;
      readings.set(subject, reading);
      setTimeout(() => readings.delete(subject), reading.windowEndsInMs).unref();
    },
  };
};

/**
 * Returns the fields `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-11: lists of structured
 * strings.
 */
export const buildRateLimitHeaders = (readings: readonly QuotaReading[]): Record<string, string> => ({
  "RateLimit-Policy": readings.map(({ policy, quota }) => `"${policy}";q=${quota};w=${WINDOW_SECONDS}`).join(", "),
  RateLimit: readings
    .map(({ policy, remaining, resetSeconds }) => `"${policy}";r=${remaining};t=${resetSeconds}`)
    .join(", "),
});

const take = async (
  limiter: RateLimiterMemory,
  { subject, policy, cost }: { subject: string; policy: QuotaReading["policy"]; cost: number },
): Promise<QuotaReading> => {
  const { state, isExceeded } = await consume(limiter, subject, Math.min(cost, limiter.points));
  // At most one window, even when the machine's clock was changed meanwhile.
  const windowEndsInMs = Math.min(Math.max(state.msBeforeNext, 0), WINDOW_SECONDS * 1000);
  const resetSeconds = Math.max(1, Math.ceil(windowEndsInMs / 1000));
  const sentence = `Too many requests from this ${policy}: at most ${limiter.points} a second`;
  return {
    policy,
    quota: limiter.points,
    remaining: state.remainingPoints,
    resetSeconds,
    windowEndsInMs,
    refusal: isExceeded ? tooManyRequests(sentence, resetSeconds) : null,
  };
};

const consume = async (limiter: RateLimiterMemory, subject: string, cost: number) => {
  try {
    return { state: await limiter.consume(subject, cost), isExceeded: false };
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    return { state: rejection, isExceeded: true };
  }
};
