import { describe, expect, it } from "@jest/globals";
import {
  explainUnknownMetric,
  findWorseVersion,
  GUARD_DEFAULTS,
  GUARD_LIMITS,
  type VersionGuard,
} from "../../../domain/campaign/version-guard.rules.ts";

const GUARD: VersionGuard = { metric: "answer_rate", worse_by: 0.1, confidence: 0.95 };

/** Numbers from 0 to 1 that are the same on each run (mulberry32). */
const drawFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

interface Simulated {
  seed: number;
  calls: number;
  /** The true rate of each version; each is as likely to be taken. */
  rates: readonly number[];
  guard?: VersionGuard;
}

/** Plays a campaign and looks after every call; returns the version that was stopped and after how many calls. */
const playCampaign = ({ seed, calls, rates, guard = GUARD }: Simulated) => {
  const draw = drawFrom(seed);
  const tallies = rates.map((_, index) => ({ version: index + 1, people: 0, hits: 0 }));
  for (let call = 1; call <= calls; call += 1) {
    const at = Math.floor(draw() * rates.length);
    const tally = tallies[at];
    if (!tally) throw new Error("no version was drawn");
    tally.people += 1;
    if (draw() < (rates[at] ?? 0)) tally.hits += 1;
    const verdict = findWorseVersion(tallies, guard);
    if (verdict) return { version: verdict.version, call };
  }
  return null;
};

const countStops = (campaigns: Simulated[]) => campaigns.filter((campaign) => playCampaign(campaign) !== null).length;

describe("the guard", () => {
  it("knows two rates and any disposition that has a name", () => {
    for (const metric of ["answer_rate", "opt_out_rate", "disposition:booked"])
      expect(explainUnknownMetric(metric)).toBeNull();
    for (const metric of ["", "disposition", "disposition:", "rate", "booked"])
      expect(explainUnknownMetric(metric)).toMatch(/^There is no such metric: use answer_rate, opt_out_rate or/);
  });

  it("cannot be asked to be sure without doubt, nor by tossing a coin, nor about nothing", () => {
    for (const [name, { least, most }] of Object.entries(GUARD_LIMITS)) {
      expect(0 < least && least < most && most < 1).toBe(true);
      const usual = name === "worse_by" ? GUARD_DEFAULTS.worse_by : GUARD_DEFAULTS.confidence;
      expect(least < usual && usual < most).toBe(true);
    }
    expect(GUARD_LIMITS.confidence.least).toBeGreaterThan(0.5);
  });

  it.each([{ rates: [0.5, 0.5] }, { rates: [0.08, 0.08] }, { rates: [0.3, 0.3, 0.3] }])(
    "stops a version in at most 5 % of 1,000 campaigns whose versions are equal ($rates), though it looks after every call",
    ({ rates }) => {
      const campaigns = Array.from({ length: 1000 }, (_, seed) => ({ seed, calls: 2000, rates }));
      expect(countStops(campaigns)).toBeLessThanOrEqual(50);
    },
  );

  it("stops a version that is ten points worse within the first third of a campaign of 12,000 contacts", () => {
    const stops = Array.from({ length: 100 }, (_, seed) => playCampaign({ seed, calls: 4000, rates: [0.4, 0.5] }));
    expect(stops.filter((stop) => stop?.version === 1).length).toBeGreaterThanOrEqual(95);
    expect(stops.filter((stop) => stop?.version === 2)).toEqual([]);
  });

  it("takes many opt-outs, and few of what is wanted, for worse", () => {
    const tallies = [
      { version: 1, people: 500, hits: 150 },
      { version: 2, people: 500, hits: 20 },
    ];
    expect(findWorseVersion(tallies, { ...GUARD, metric: "opt_out_rate" })).toMatchObject({ version: 1 });
    expect(findWorseVersion(tallies, { ...GUARD, metric: "disposition:booked" })).toMatchObject({
      version: 2,
      people: 500,
      hits: 20,
      othersPeople: 500,
      othersHits: 150,
    });
  });

  it("is surer the more is asked of it, and lets small differences be", () => {
    const tallies = [
      { version: 1, people: 1000, hits: 400 },
      { version: 2, people: 1000, hits: 500 },
    ];
    expect(findWorseVersion(tallies, { ...GUARD, confidence: 0.8 })).toMatchObject({
      version: 1,
      needed: 2 / (1 - 0.8),
    });
    expect(findWorseVersion(tallies, { ...GUARD, confidence: 0.999 })).toBeNull();
    expect(findWorseVersion(tallies, { ...GUARD, confidence: 0.8, worse_by: 0.4 })).toBeNull();
  });

  it("weighs the evidence by its formula, and opt-outs as the answers of those who did not opt out", () => {
    const tallies = [
      { version: 1, people: 400, hits: 100 },
      { version: 2, people: 500, hits: 230 },
    ];
    const verdict = findWorseVersion(tallies, GUARD);
    expect(verdict?.evidence).toBeCloseTo(meanRatio({ n: 400, h: 100, m: 500, k: 230, d: 0.1 }), 3);
    const mirrored = tallies.map((tally) => ({ ...tally, hits: tally.people - tally.hits }));
    expect(findWorseVersion(mirrored, { ...GUARD, metric: "opt_out_rate" })).toEqual({
      ...verdict,
      hits: 300,
      othersHits: 270,
    });
  });

  it.each([[{ n: 100, h: 0, m: 100, k: 100 }], [{ n: 100, h: 1, m: 100, k: 50 }], [{ n: 100, h: 50, m: 100, k: 99 }]])(
    "weighs the evidence by its formula where next to nobody or next to everybody is reached: %j",
    (counts) => {
      const [one, other] = [
        { version: 1, people: counts.n, hits: counts.h },
        { version: 2, people: counts.m, hits: counts.k },
      ];
      const evidence = findWorseVersion([one, other], GUARD)?.evidence ?? 0;
      expect(evidence / meanRatio({ ...counts, d: 0.1 })).toBeCloseTo(1, 6);
    },
  );

  it("stops the surest of several that are worse", () => {
    const tallies = [600, 300, 350].map((hits, at) => ({ version: at + 1, people: 1000, hits }));
    const others = { othersPeople: 2000, othersHits: 950 };
    expect(findWorseVersion(tallies, GUARD)).toMatchObject({ version: 2, people: 1000, hits: 300, ...others });
    expect(findWorseVersion(tallies.toReversed(), GUARD)).toMatchObject({ version: 2, ...others });
  });

  it("decides nothing without calls, without others, or where nobody or everybody is reached", () => {
    expect(findWorseVersion([], GUARD)).toBeNull();
    expect(findWorseVersion([{ version: 1, people: 900, hits: 0 }], GUARD)).toBeNull();
    for (const hits of [0, 300]) {
      const same = [1, 2].map((version) => ({ version, people: 300, hits }));
      expect(findWorseVersion(same, GUARD)).toBeNull();
    }
    const split = [
      { version: 1, people: 100, hits: 0 },
      { version: 2, people: 100, hits: 100 },
    ];
    expect(findWorseVersion(split, GUARD)).toMatchObject({ version: 1 });
    // With this difference one pair of the grid ends at a rate of exactly 1, whose rest has no logarithm.
    const almost = split.map(({ version }) => ({ version, people: 3000, hits: version === 1 ? 2955 : 3000 }));
    expect(findWorseVersion(almost, { ...GUARD, worse_by: 0.015 })).toMatchObject({ version: 1 });
  });
});

/** The formula of the guard's description, with products in place of sums of logarithms. */
const meanRatio = ({ n, h, m, k, d }: { n: number; h: number; m: number; k: number; d: number }): number => {
  const both = (h + k) / (n + m);
  const ratio = (p: number, hits: number, people: number) =>
    (p / both) ** hits * ((1 - p) / (1 - both)) ** (people - hits);
  const grid = Array.from({ length: 200 }, (_, index) => (index + 0.5) / 200);
  const inside = grid.filter((q) => q - d / 2 > 0 && q + d / 2 < 1);
  return inside.reduce((sum, q) => sum + ratio(q - d / 2, h, n) * ratio(q + d / 2, k, m), 0) / 200;
};
