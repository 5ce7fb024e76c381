import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { mergeRankings } from "../../../domain/document/reciprocal-rank.ts";

const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 20 });
const weight = fc.double({ min: 0.1, max: 10, noNaN: true });
const rankings = fc.array(fc.record({ ids, weight }), { maxLength: 4 });

describe("reciprocal rank", () => {
  it("prefers what both rankings know to what leads one alone", () => {
    const order = mergeRankings([
      { ids: ["words", "both"], weight: 1 },
      { ids: ["meaning", "both"], weight: 1 },
    ]);
    expect(order).toEqual(["both", "meaning", "words"]);
  });

  it("follows the weights", () => {
    const lead = (text: number, vector: number) =>
      mergeRankings([
        { ids: ["words"], weight: text },
        { ids: ["meaning"], weight: vector },
      ])[0];
    expect([lead(2, 1), lead(1, 2)]).toEqual(["words", "meaning"]);
  });

  it("holds each id once, and no other", () => {
    fc.assert(
      fc.property(rankings, (given) => {
        const order = mergeRankings(given);
        expect(new Set(order).size).toBe(order.length);
        expect(new Set(order)).toEqual(new Set(given.flatMap((ranking) => ranking.ids)));
      }),
    );
  });

  it("keeps the order of a ranking that stands alone", () => {
    fc.assert(
      fc.property(ids, weight, (given, factor) =>
        expect(mergeRankings([{ ids: given, weight: factor }])).toEqual(given),
      ),
    );
  });

  it("does not depend on which ranking is named first", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ ids }), { maxLength: 2 }), (given) => {
        const equal = given.map((ranking) => ({ ...ranking, weight: 1 }));
        expect(mergeRankings(equal.toReversed())).toEqual(mergeRankings(equal));
      }),
    );
  });

  it("never puts an id lower for rising in one ranking", () => {
    fc.assert(
      fc.property(
        ids.filter((given) => given.length > 1),
        ids,
        fc.nat(),
        (first, second, seed) => {
          const at = 1 + (seed % (first.length - 1));
          const risen = [...first];
          [risen[at - 1], risen[at]] = [first[at] ?? "", first[at - 1] ?? ""];
          const place = (order: string[]) =>
            mergeRankings([
              { ids: order, weight: 1 },
              { ids: second, weight: 1 },
            ]).indexOf(first[at] ?? "");
          expect(place(risen)).toBeLessThanOrEqual(place(first));
        },
      ),
    );
  });
});
