/*
 * Carrier accounts that follow another one. An account that fails is out for a while: calls that no carrier was asked for yet go to the
 * first that follows it, and an attempt never changes its account. One call tries it again afterwards.
 */

/** An account that takes the calls of another one while that is out. */
export interface Follower {
  telephony_configuration_id: number;
  /** ISO 3166-1 alpha-2 codes of the countries whose numbers it takes; null: any. */
  countries: readonly string[] | null;
}

export const MOST_FOLLOWERS = 5;
export const MOST_COUNTRIES = 50;

/** `default`: the account itself, then those that follow it, in their order. `cheapest`: the one with the lowest listed price. */
export const ACCOUNT_ROUTES = ["default", "cheapest"] as const;
export type AccountRoute = (typeof ACCOUNT_ROUTES)[number];
export const USUAL_ROUTE: AccountRoute = "default";

/** So many failures in a row put an account out; one is enough where a call tries it again. */
export const OUT_AFTER_FAILURES = 3;
/** An account that asks to be left alone for less than this is waited for. */
export const LONG_THROTTLE_SECONDS = 10;
export const FIRST_OUT_SECONDS = 30;
export const LONGEST_OUT_SECONDS = 600;
/** For how long the call that tries an account keeps others from it; the carrier answers within it. */
export const TRIAL_SECONDS = 30;

/** What is known of an account from the answers of its carrier. */
export interface AccountStanding {
  failuresInRow: number;
  /** For how long it was put out last; null: it works. */
  outForSeconds: number | null;
}

export const WORKING: AccountStanding = { failuresInRow: 0, outForSeconds: null };

/** A carrier's answer to a request for a call. */
export interface CarrierAnswer {
  kind: "accepted" | "throttled" | "refused" | "account_unusable" | "unknown";
  /** Of a refusal. */
  outcome?: string;
  /** Of a throttled request. */
  retryAfterSeconds?: number;
}

/** Returns how an account stands after an answer. A refusal of a number tells that its carrier works. */
export const judgeAnswer = (before: AccountStanding, answer: CarrierAnswer): AccountStanding => {
  switch (answer.kind) {
    case "accepted":
      return WORKING;
    case "throttled": {
      const seconds = Math.min(answer.retryAfterSeconds ?? 0, LONGEST_OUT_SECONDS);
      return seconds < LONG_THROTTLE_SECONDS ? before : { ...before, outForSeconds: seconds };
    }
    case "refused":
      return answer.outcome === "failed" ? failedOnceMore(before, OUT_AFTER_FAILURES) : WORKING;
    case "account_unusable":
      return failedOnceMore(before, 1);
    case "unknown":
      return failedOnceMore(before, OUT_AFTER_FAILURES);
  }
};

const failedOnceMore = ({ failuresInRow, outForSeconds }: AccountStanding, outAfter: number): AccountStanding => {
  const failures = failuresInRow + 1;
  if (outForSeconds !== null)
    return {
      failuresInRow: failures,
      outForSeconds: Math.min(Math.max(outForSeconds * 2, FIRST_OUT_SECONDS), LONGEST_OUT_SECONDS),
    };
  return { failuresInRow: failures, outForSeconds: failures >= outAfter ? FIRST_OUT_SECONDS : null };
};

/** An account that could take a call. */
export interface RouteCandidate {
  id: number;
  /** It is not set aside, its carrier is available, and it has a number to show where its carrier needs one. */
  isUsable: boolean;
  isOut: boolean;
  /** It was out, and one call may try it. */
  isToTry: boolean;
  /** Null: any. */
  countries: readonly string[] | null;
  /** The listed price of a minute to the called number, in the minor unit of `currency`; null: no price is listed. */
  price: { costMinor: number; currency: string } | null;
}

/**
 * Returns the accounts that may take a call to a number of this country, the best first. The first candidate is the account that was
 * chosen for the call; it alone is returned where no other is usable. Prices in another currency than its own are not compared.
 */
export const rankRoutes = (
  candidates: readonly [RouteCandidate, ...RouteCandidate[]],
  { country, route }: { country: string | null; route: AccountRoute },
): RouteCandidate[] => {
  const [own] = candidates;
  const usable = candidates.filter(
    ({ isUsable, isOut, countries }) => isUsable && !isOut && serves(countries, country),
  );
  if (usable.length === 0) return [own];
  if (route === "default") return usable;
  const currency = own.price?.currency ?? usable.find(({ price }) => price !== null)?.price?.currency;
  const priceOf = ({ price }: RouteCandidate) => (price && price.currency === currency ? price.costMinor : Infinity);
  return usable.toSorted((one, other) => {
    const [first, second] = [priceOf(one), priceOf(other)];
    return first === second ? 0 : first - second;
  });
};

const serves = (countries: readonly string[] | null, country: string | null): boolean =>
  countries === null || (country !== null && countries.includes(country));
