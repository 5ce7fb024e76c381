import { describe, expect, it } from "@jest/globals";
import { estimateMean, estimateRate } from "../../../domain/campaign/confidence.rules.ts";

describe("intervals of confidence", () => {
  it("intervals of confidence of a rate are Wilson's: the published values for 0 of 10, 5 of 10 and 81 of 263", () => {
    expect(estimateRate(0, 10)).toEqual({ value: 0, low: 0, high: expect.closeTo(0.2775, 4) });
    expect(estimateRate(5, 10)).toEqual({
      value: 0.5,
      low: expect.closeTo(0.2366, 4),
      high: expect.closeTo(0.7634, 4),
    });
    // R. G. Newcombe, Statistics in Medicine 17 (1998), table I
    expect(estimateRate(81, 263)).toMatchObject({ low: expect.closeTo(0.2553, 4), high: expect.closeTo(0.3662, 4) });
    expect(estimateRate(0, 0)).toBeNull();
  });

  it("intervals of confidence of a rate stay between 0 and 1, whatever was counted", () => {
    for (let calls = 1; calls <= 3_000; calls += 1) {
      expect(estimateRate(calls, calls)?.high).toBeLessThanOrEqual(1);
      expect(estimateRate(0, calls)?.low).toBeGreaterThanOrEqual(0);
    }
  });

  it("intervals of confidence of a mean are Student's, and there is none for fewer than five", () => {
    const sumsOf = (values: number[]) => ({
      count: values.length,
      sum: values.reduce((sum, value) => sum + value, 0),
      squares: values.reduce((sum, value) => sum + value ** 2, 0),
    });
    // The quantile for 9 degrees of freedom is 2.262.
    const ten = estimateMean(sumsOf([10, 20, 30, 40, 50, 60, 70, 80, 90, 100]));
    expect(ten?.value).toBe(55);
    expect(ten?.high).toBeCloseTo(55 + (2.262 * 30.277) / Math.sqrt(10), 1);
    // The expansion gives 2.7694 for 4 degrees of freedom and 2.0452 for 29, and the tables 2.776 and 2.045.
    const five = estimateMean(sumsOf([98, 99, 100, 101, 102]));
    expect(five).toMatchObject({ value: 100, high: expect.closeTo(100 + 2.76941 * Math.sqrt(2.5 / 5), 4) });
    const thirty = estimateMean({ count: 30, sum: 3000, squares: 300_000 + 29 });
    expect(thirty?.low).toBeCloseTo(100 - 2.04523 * Math.sqrt(1 / 30), 4);
    expect(estimateMean(sumsOf([1, 2, 3, 4]))).toBeNull();
    expect(estimateMean(sumsOf([0, 0, 0, 0, 0]))).toEqual({ value: 0, low: 0, high: 0 });
  });
});
