import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { computeClaimLimit, computePacedLimit } from "../../../domain/campaign/claim-limit.rules.ts";

const lines = fc.integer({ min: 1, max: 60 });

describe("what a claim may take", () => {
  it("is all that it asks for where nobody else has a line", () => {
    fc.assert(
      fc.property(lines, fc.nat(60), (all, held) => {
        const takenByCampaign = Math.min(held, all);
        const asked = all - takenByCampaign;
        const shared = [{ lines: all, taken: takenByCampaign, takenByOthers: 0, takenByCampaign, campaigns: 1 }];
        expect(computeClaimLimit({ asked, shared, takenByShard: takenByCampaign })).toBe(asked);
      }),
    );
  });

  it("is five seconds of its account's pace, less what waits for it already", () => {
    expect([0, 3, 10, 50].map((queued) => computePacedLimit(2, queued))).toEqual([10, 7, 0, 0]);
    expect(computePacedLimit(0.1, 0)).toBe(1);
  });

  it("is bound by the scarcest of several lines", () => {
    const many = { lines: 100, taken: 0, takenByOthers: 0, takenByCampaign: 0, campaigns: 1 };
    const few = { lines: 3, taken: 1, takenByOthers: 0, takenByCampaign: 1, campaigns: 1 };
    expect(computeClaimLimit({ asked: 50, shared: [many, few], takenByShard: 1 })).toBe(2);
  });

  /** Campaigns that never have too few contacts, in any order of claims and ends. */
  it("gives every campaign an equal part before long, and the n-th at once no more than an n-th beyond the lines", () => {
    const event = fc.record({ campaign: fc.nat(9), ends: fc.boolean() });
    fc.assert(
      fc.property(lines, fc.integer({ min: 2, max: 10 }), fc.array(event, { maxLength: 200 }), (all, count, events) => {
        const held = Array.from({ length: count }, () => 0);
        const sum = () => held.reduce((total, each) => total + each, 0);
        const most = held.reduce((total, _, before) => total + Math.ceil(all / (before + 1)), 0);
        const claim = (at: number) => {
          const takenByCampaign = held[at] ?? 0;
          const campaigns = held.filter((each, other) => each > 0 || other === at).length;
          const shared = [{ lines: all, taken: sum(), takenByOthers: 0, takenByCampaign, campaigns }];
          const asked = all - takenByCampaign;
          held[at] = takenByCampaign + computeClaimLimit({ asked, shared, takenByShard: takenByCampaign });
          expect(sum()).toBeLessThanOrEqual(most);
        };
        for (const { campaign, ends } of events) {
          const at = campaign % count;
          if (ends) held[at] = Math.max((held[at] ?? 0) - 1, 0);
          else claim(at);
        }
        for (let at = 0; at < count; at += 1) claim(at);
        const part = Math.floor(all / count);
        expect(Math.min(...held)).toBeGreaterThanOrEqual(Math.max(part, 1));
        expect(Math.max(...held)).toBeLessThanOrEqual(all);
      }),
    );
  });
});
