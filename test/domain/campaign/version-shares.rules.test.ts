import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  chooseVersion,
  divideByWeight,
  explainUnfitVersions,
  HEAVIEST_WEIGHT,
  MOST_VERSIONS,
  positionOfCaller,
  positionOfContact,
  type VersionShare,
} from "../../../domain/campaign/version-shares.rules.ts";

const weight = fc.integer({ min: 1, max: 1000 });
const versions = fc.uniqueArray(fc.record({ version: fc.integer({ min: 1, max: 40 }), weight }), {
  minLength: 1,
  maxLength: 10,
  selector: ({ version }) => version,
});

const CONTACTS_OF_CAMPAIGN_7 = [0.8237995802387964, 0.07491987821009785, 0.8224261477382134, 0.608807168522905];
const CALLERS_OF_NUMBER_3 = [0.11518706101924181, 0.2775473550427705];

const sharesOf = (shares: readonly VersionShare[]) => {
  const lengths = new Map<number, number>();
  for (const { version, from, to } of shares) lengths.set(version, (lengths.get(version) ?? 0) + to - from);
  return lengths;
};

const expectWeights = (shares: readonly VersionShare[], weights: readonly { version: number; weight: number }[]) => {
  const total = weights.reduce((sum, each) => sum + each.weight, 0);
  for (const each of weights) expect(sharesOf(shares).get(each.version) ?? 0).toBeCloseTo(each.weight / total, 9);
  expect(sharesOf(shares).size).toBe(weights.length);
};

describe("dividing people among versions", () => {
  it("gives each version the part of its weight, without gaps", () => {
    fc.assert(
      fc.property(versions, (weights) => {
        const shares = divideByWeight(weights);
        expectWeights(shares, weights);
        expect(shares[0]?.from).toBe(0);
        expect(shares.at(-1)?.to).toBe(1);
        for (const [index, share] of shares.slice(1).entries()) expect(share.from).toBe(shares[index]?.to);
      }),
    );
  });

  it("moves only the people who have to when versions are added, removed or weighed anew", () => {
    fc.assert(
      fc.property(versions, versions, versions, (first, before, after) => {
        // A version that was weighed anew has its people in several places.
        const old = divideByWeight(before, divideByWeight(first));
        const fresh = divideByWeight(after, old);
        expectWeights(fresh, after);
        expect(fresh.map(({ from }) => from)).toEqual([0, ...fresh.slice(0, -1).map(({ to }) => to)]);
        for (const [at, { version }] of fresh.slice(1).entries()) expect(version).not.toBe(fresh[at]?.version);
        const lost = [...sharesOf(old)].reduce(
          (sum, [version, share]) => sum + Math.max(0, share - (sharesOf(fresh).get(version) ?? 0)),
          0,
        );
        expect(movedPart(old, fresh)).toBeCloseTo(lost, 9);
      }),
    );
  });

  it("splits 10,000 contacts of a campaign within 1 % of the weights, wherever the campaign's contacts begin", () => {
    fc.assert(
      fc.property(versions, fc.nat(1_000_000), fc.nat(1_000_000_000), (weights, campaignId, first) => {
        const shares = divideByWeight(weights);
        const counts = new Map<number, number>();
        for (let index = 0; index < 10_000; index += 1) {
          const version = chooseVersion(shares, positionOfContact({ campaignId, contactId: first + index })) ?? 0;
          counts.set(version, (counts.get(version) ?? 0) + 1);
        }
        for (const [version, share] of sharesOf(shares))
          expect(Math.abs((counts.get(version) ?? 0) - share * 10_000)).toBeLessThanOrEqual(100);
      }),
      { numRuns: 60 },
    );
  });

  it("shuffles the order of a list, so that every second contact is not every second version", () => {
    const shares = divideByWeight([1, 2].map((version) => ({ version, weight: 1 })));
    const evens = Array.from({ length: 5000 }, (_, at) =>
      chooseVersion(shares, positionOfContact({ campaignId: 7, contactId: at * 2 })),
    );
    expect(evens.filter((version) => version === 1).length / 5000).toBeCloseTo(0.5, 1);
    const changes = evens.slice(1).filter((version, at) => version !== evens[at]).length;
    expect(changes / 5000).toBeGreaterThan(0.3);
    expect(changes / 5000).toBeLessThan(0.7);
  });

  it("spreads callers evenly, and each keeps its place at a number", () => {
    const shares = divideByWeight([1, 2].map((version) => ({ version, weight: 1 })));
    const places = Array.from({ length: 10_000 }, (_, at) =>
      positionOfCaller({ numberId: 3, caller: `+1415${5550000 + at}` }),
    );
    expect(places).toEqual(
      Array.from({ length: 10_000 }, (_, at) => positionOfCaller({ numberId: 3, caller: `+1415${5550000 + at}` })),
    );
    const first = places.filter((place) => chooseVersion(shares, place) === 1).length;
    expect(Math.abs(first - 5000)).toBeLessThan(150);
  });

  it("never changes where somebody stands: who is called again after an update has the same version", () => {
    const contacts = [1, 100, 101, 4_711].map((contactId) => positionOfContact({ campaignId: 7, contactId }));
    expect(contacts).toEqual(CONTACTS_OF_CAMPAIGN_7);
    const callers = ["+14155550100", "+493012345678"].map((caller) => positionOfCaller({ numberId: 3, caller }));
    expect(callers).toEqual(CALLERS_OF_NUMBER_3);
  });

  it("gives the versions that gain their parts in order, and the last one what rounding leaves", () => {
    const before = [
      { version: 1, from: 0, to: 0.5 },
      { version: 2, from: 0.5, to: 1 },
    ];
    const weights = [1, 2, 3, 4].map((version) => ({ version, weight: 1 }));
    expect(divideByWeight(weights, before)).toEqual([
      { version: 1, from: 0, to: 0.25 },
      { version: 3, from: 0.25, to: 0.5 },
      { version: 2, from: 0.5, to: 0.75 },
      { version: 4, from: 0.75, to: 1 },
    ]);
    expect(divideByWeight(weights.slice(0, 2), before)).toEqual(before);
    expect(divideByWeight([{ version: 9, weight: 5 }], before)).toEqual([{ version: 9, from: 0, to: 1 }]);
  });

  it("finds the version of a place, whose end belongs to the next one, and none where there is no version", () => {
    const shares = divideByWeight([1, 2].map((version) => ({ version, weight: 1 })));
    expect([0, 0.499, 0.5, 0.999, 1].map((place) => chooseVersion(shares, place))).toEqual([1, 1, 2, 2, 2]);
    expect(chooseVersion([], 0.5)).toBeNull();
  });

  it("has at most ten versions, of weights up to a thousand", () => {
    expect([MOST_VERSIONS, HEAVIEST_WEIGHT]).toEqual([10, 1000]);
  });

  it("refuses a version that is given twice", () => {
    expect(explainUnfitVersions([1, 2, 1].map((version) => ({ version, weight: 1 })))).toMatch(
      /Version 1 is given twice/,
    );
    expect(explainUnfitVersions([1, 2].map((version) => ({ version, weight: 1 })))).toBeNull();
  });
});

/** The part of the people whose version differs between two divisions. */
const movedPart = (before: readonly VersionShare[], after: readonly VersionShare[]): number => {
  const cuts = [...new Set([...before, ...after].flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  return cuts.slice(1).reduce((moved, to, index) => {
    const middle = (to + (cuts[index] ?? 0)) / 2;
    const isSame = chooseVersion(before, middle) === chooseVersion(after, middle);
    return isSame ? moved : moved + to - (cuts[index] ?? 0);
  }, 0);
};
