import { expect, it } from "@jest/globals";
import { FORECAST_SEEDS, SEEDS, spreadOf } from "../../../domain/what-if/spread.ts";

it("a past campaign is simulated thirty times, and a forecast, which somebody waits for, twelve", () => {
  expect([SEEDS, FORECAST_SEEDS]).toEqual([30, 12]);
});

it("a figure that is the same with all seeds has no spread", () => {
  expect(spreadOf([40, 40, 40])).toEqual({ low: 40, high: 40 });
});

it("a spread is three deviations to both sides, and two hundredths of the figure for what habits do not tell", () => {
  // The mean is 100 and the deviation 10: 30 and 2.
  expect(spreadOf([90, 110])).toEqual({ low: 68, high: 132 });
});

it("an instant is counted from the start of the campaign", () => {
  expect(spreadOf([1_090, 1_110], 1_000)).toEqual({ low: 1_068, high: 1_132 });
});
