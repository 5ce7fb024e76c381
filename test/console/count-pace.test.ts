import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { loadConsoleModule } from "./console-module.ts";

interface LastCount {
  tookMs: number;
  atMs: number;
  isUnderWay: boolean;
}

interface CountPace {
  countByClockAfterMs(tookMs: number): number;
  mayCountAtOnce(counts: readonly LastCount[], nowMs: number): boolean;
}

const { countByClockAfterMs, mayCountAtOnce } = await loadConsoleModule<CountPace>("campaigns/count-pace.ts");

const count = (tookMs: number, isUnderWay = false): LastCount => ({ tookMs, atMs: 0, isUnderWay });

describe("the counts of a campaign", () => {
  it.each([
    [0, 4_000],
    [300, 4_000],
    [581, 5_810],
    [6_000, 60_000],
    [20_000, 60_000],
  ])("come by the clock after one of %i ms %i ms later", (tookMs, afterMs) => {
    expect(countByClockAfterMs(tookMs)).toBe(afterMs);
  });

  it.each([
    [7, 700],
    [40, 4_000],
    [92, 4_000],
    [581, 5_810],
  ])("that took %i ms are made anew when a call ends %i ms later, and no sooner", (tookMs, afterMs) => {
    expect(mayCountAtOnce([count(tookMs)], afterMs - 1)).toBe(false);
    expect(mayCountAtOnce([count(tookMs)], afterMs)).toBe(true);
  });

  it("wait for the slowest of them, and for one that is under way", () => {
    expect(mayCountAtOnce([count(1), count(30)], 2_999)).toBe(false);
    expect(mayCountAtOnce([count(1), count(30)], 3_000)).toBe(true);
    expect(mayCountAtOnce([count(1), count(30, true)], 60_000)).toBe(false);
  });

  it("take at most a tenth of the time, however often calls end, and come once a minute at least", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 60_000, noNaN: true }), (tookMs) => {
        expect(mayCountAtOnce([count(tookMs)], 60_000)).toBe(true);
        fc.pre(tookMs <= 6_000);
        expect(mayCountAtOnce([count(tookMs)], 10 * tookMs - 1)).toBe(false);
      }),
    );
  });
});
