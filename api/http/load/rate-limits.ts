import { KEYS_OF_ORGANIZATION } from "../../../domain/access/request-limits.ts";
import { HOUR_MS } from "../../../domain/time/durations.rules.ts";
import type { Config } from "../../../infra/config/config.ts";
import {
  ALONE,
  createSharedWindows,
  type SharedTokens,
  type SharedWindows,
} from "../../../infra/limits/shared-windows.ts";
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

/** Creates limits with fixed windows of one second, which all API processes keep together. */
export const createRateLimits = (config: Config, shared: SharedTokens = ALONE): RateLimits => {
  const createLimit = (policy: QuotaReading["policy"], most: number): Limit => ({
    policy,
    most,
    windows: createSharedWindows({ name: policy, most, lengthMs: WINDOW_SECONDS * 1000 }, shared),
  });
  const perKey = config.RATE_LIMIT_PER_KEY_PER_SECOND;
  const addresses = createLimit("address", config.RATE_LIMIT_PER_ADDRESS_PER_SECOND);
  const actors = createLimit("key", perKey);
  const organizations = createLimit("organization", perKey * KEYS_OF_ORGANIZATION);
  const signUps = createSharedWindows(
    { name: "sign-up", most: config.SIGNUPS_PER_HOUR, lengthMs: HOUR_MS, isExact: true },
    shared,
  );
  const refused = createRefusals();
  return {
    takeForAddress: async (address, cost = 1) => {
      const reading = await take(addresses, address, cost);
      if (reading.refusal) refused.keep(`address:${address}`, reading);
      return reading;
    },
    findRefusalOfAddress: (address) => refused.find(`address:${address}`),
    takeForActor: async ({ actor: { credential, organizationId }, credential: presented, cost }) => {
      const ofKey = await take(actors, `${credential.kind}:${credential.id}`, cost);
      const readings = ofKey.refusal ? [ofKey] : [ofKey, await take(organizations, String(organizationId), cost)];
      const refusal = readings.find((reading) => reading.refusal);
      if (refusal) refused.keep(buildQuotaKey(presented), refusal);
      return readings;
    },
    findRefusal: (presented) => refused.find(buildQuotaKey(presented)),
    takeForSignUp: async (address) => {
      const { isExceeded, endsInMs } = await signUps.take(address, 1);
      const sentence = `At most ${config.SIGNUPS_PER_HOUR} accounts an hour are made from one address`;
      if (isExceeded) throw tooManyRequests(sentence, endsInMs / 1000);
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

interface Limit {
  policy: QuotaReading["policy"];
  most: number;
  windows: SharedWindows;
}

const take = async ({ policy, most, windows }: Limit, subject: string, cost: number): Promise<QuotaReading> => {
  const { isExceeded, remaining, endsInMs } = await windows.take(subject, Math.min(cost, most));
  const resetSeconds = Math.max(1, Math.ceil(endsInMs / 1000));
  const sentence = `Too many requests from this ${policy}: at most ${most} a second`;
  return {
    policy,
    quota: most,
    remaining,
    resetSeconds,
    windowEndsInMs: endsInMs,
    refusal: isExceeded ? tooManyRequests(sentence, resetSeconds) : null,
  };
};
