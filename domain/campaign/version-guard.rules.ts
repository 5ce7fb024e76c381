/** Stops a version that is surely worse than the others, by this figure. */
export interface VersionGuard {
  /** `answer_rate`, `opt_out_rate`, or `disposition:` with the disposition that is wanted. */
  metric: string;
  /** The difference that matters, 0.1 for ten points: the guard is quickest for it, and lets much smaller ones be. */
  worse_by: number;
  /** How sure it has to be; of campaigns with equal versions, at most the rest stop one. */
  confidence: number;
}

export const GUARD_LIMITS = { worse_by: { least: 0.01, most: 0.5 }, confidence: { least: 0.8, most: 0.999 } } as const;
export const GUARD_DEFAULTS = { worse_by: 0.1, confidence: 0.95 } as const;
export const RATE_METRICS = ["answer_rate", "opt_out_rate"] as const;
export const DISPOSITION_METRIC = "disposition:";

/** What is counted for a guard: people who were called with a version, and of how many it was so. */
export interface VersionTally {
  version: number;
  people: number;
  hits: number;
}

/** A version that the guard stops, and the figures by which it does. */
export interface GuardVerdict {
  version: number;
  people: number;
  hits: number;
  othersPeople: number;
  othersHits: number;
  /** How much likelier these figures are if the version is worse; it is stopped from `needed` on. */
  evidence: number;
  needed: number;
}

/** Returns why there is no such metric; null: there is. */
export const explainUnknownMetric = (metric: string): string | null => {
  const isRate = RATE_METRICS.some((name) => name === metric);
  if (isRate || (metric.startsWith(DISPOSITION_METRIC) && metric.length > DISPOSITION_METRIC.length)) return null;
  return `There is no such metric: use ${RATE_METRICS.join(", ")} or ${DISPOSITION_METRIC}NAME with a disposition of the agent`;
};

/**
 * Returns the version that is surely worse than all others together, the surest where there are more; null: none is.
 *
 * It may be asked after every call and keeps its error rate all the same: the evidence is an e-process, a likelihood ratio whose
 * denominator is the best that any equal versions can do (universal inference: L. Wasserman, A. Ramdas, S. Balakrishnan, PNAS
 * 117, 2020; for two groups also R. Turner, A. Ly, P. Grünwald, arXiv:2106.02693). With h hits of n people for the version and k
 * of m for the others,
 *
 *   E = mean over q of  L(q - d/2; h, n) * L(q + d/2; k, m)  /  max over p >= r of  L(p; h, n) * L(r; k, m),
 *   L(p; h, n) = p^h * (1 - p)^(n - h),   d = worse_by,   q on an even grid.
 *
 * Each term over its denominator at the true rates is a martingale of mean 1, and the maximum is larger. By Ville's inequality E
 * ever reaches 1 / a with probability a at most, at any number of calls; a is (1 - confidence) shared among the versions, because
 * each of them is asked about. It depends on counts alone, so whoever reads the figures can check it.
 */
export const findWorseVersion = (tallies: readonly VersionTally[], guard: VersionGuard): GuardVerdict | null => {
  if (tallies.length < 2) return null;
  const needed = tallies.length / (1 - guard.confidence);
  const verdicts = tallies.map((tally) => weigh(tally, tallies, { guard, needed }));
  const worst = verdicts.sort((a, b) => b.evidence - a.evidence)[0];
  return worst && worst.evidence >= needed ? worst : null;
};

const weigh = (
  { version, people, hits }: VersionTally,
  tallies: readonly VersionTally[],
  { guard, needed }: { guard: VersionGuard; needed: number },
): GuardVerdict => {
  const others = tallies.filter((other) => other.version !== version);
  const othersPeople = others.reduce((sum, other) => sum + other.people, 0);
  const othersHits = others.reduce((sum, other) => sum + other.hits, 0);
  const isBadToHit = guard.metric === "opt_out_rate";
  const good = isBadToHit ? people - hits : hits;
  const othersGood = isBadToHit ? othersPeople - othersHits : othersHits;
  const evidence = computeEvidence(
    { people, hits: good },
    { others: { people: othersPeople, hits: othersGood }, worseBy: guard.worse_by, needed },
  );
  return { version, people, hits, othersPeople, othersHits, evidence, needed };
};

type Counts = Omit<VersionTally, "version">;

/** Fine enough that rates of thousandths are told apart. */
const GRID = 200;

/** Returns E of the formula above; a number beyond what a double can hold is the largest double. */
const computeEvidence = (
  one: Counts,
  { others, worseBy, needed }: { others: Counts; worseBy: number; needed: number },
): number => {
  const [rate, othersRate] = [rateOf(one), rateOf(others)];
  if (rate >= othersRate) return 0;
  const both = (one.hits + others.hits) / (one.people + others.people);
  const best = logLikelihood(both, one) + logLikelihood(both, others);
  // No pair of rates is likelier than the observed ones: most looks end here.
  if (logLikelihood(rate, one) + logLikelihood(othersRate, others) - best < Math.log(needed)) return 0;
  const sum = gridOf(worseBy).reduce((total, { hit, miss, othersHit, othersMiss }) => {
    const ofOne = one.hits * hit + (one.people - one.hits) * miss;
    const ofOthers = others.hits * othersHit + (others.people - others.hits) * othersMiss;
    return total + Math.exp(ofOne + ofOthers - best);
  }, 0);
  return Math.min(sum / GRID, Number.MAX_VALUE);
};

/** The logarithms of both rates and of what is left to 1; pairs beyond 0 or 1 are left out, as if nobody expected them. */
const gridOf = (worseBy: number) => {
  const middles = Array.from({ length: GRID }, (_, index) => (index + 0.5) / GRID);
  return middles
    .map((middle) => ({ low: middle - worseBy / 2, high: middle + worseBy / 2 }))
    .filter(({ low, high }) => low > 0 && high < 1)
    .map(({ low, high }) => ({
      hit: Math.log(low),
      miss: Math.log(1 - low),
      othersHit: Math.log(high),
      othersMiss: Math.log(1 - high),
    }));
};

const rateOf = ({ people, hits }: Counts): number => (people === 0 ? 0 : hits / people);

/** 0 times the logarithm of 0 is 0: what never happens costs nothing where it never happened. */
const logLikelihood = (rate: number, { people, hits }: Counts): number =>
  (hits === 0 ? 0 : hits * Math.log(rate)) + (people === hits ? 0 : (people - hits) * Math.log(1 - rate));
