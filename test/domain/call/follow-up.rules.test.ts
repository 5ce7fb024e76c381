import { expect, it } from "@jest/globals";
import {
  computeCarrierBackoffSeconds,
  computeFailedCopyDelaySeconds,
  computeNextAskSeconds,
  computePriceDelaySeconds,
  computeRecordingDelaySeconds,
  FIRST_PRICE_ASKED_AFTER_SECONDS,
  isListedInVain,
} from "../../../domain/call/follow-up.rules.ts";

/** Returns when a carrier without an answer is asked, in seconds after the call, by the step's own suggestions. */
const askedAt = (
  suggest: (secondsSinceEnd: number) => number | null,
): { last: number; gaveUp: "step" | "workflow" } => {
  let at = 0;
  for (let asked = 1; ; asked += 1) {
    const suggested = suggest(at);
    if (suggested === null) return { last: at, gaveUp: "step" };
    const next = computeNextAskSeconds(suggested, asked);
    if (next === null) return { last: at, gaveUp: "workflow" };
    at += next;
  }
};

it("a recording is asked for until two hours after the call, a price until a day after it", () => {
  const HOUR = 3600;
  for (const [suggest, longest] of [
    [computeRecordingDelaySeconds, 2 * HOUR],
    [computePriceDelaySeconds, 24 * HOUR],
  ] as const) {
    const { last, gaveUp } = askedAt(suggest);
    expect([gaveUp, last >= longest, last <= longest + HOUR]).toEqual(["step", true, true]);
  }
});

it("a recording and a price are asked for less often the longer the call is over", () => {
  const recording = [0, 299, 300, 1799, 1800, 7199, 7200].map(computeRecordingDelaySeconds);
  expect(recording).toEqual([20, 20, 120, 120, 600, 600, null]);
  const price = [0, 599, 600, 3599, 3600, 86_399, 86_400].map(computePriceDelaySeconds);
  expect(price).toEqual([60, 60, 600, 600, 3600, 3600, null]);
  expect(FIRST_PRICE_ASKED_AFTER_SECONDS).toBe(60);
});

it("a carrier that always says so soon is asked sixty times and no more, and never within a second", () => {
  expect(askedAt(() => 0)).toEqual({ last: 59, gaveUp: "workflow" });
  expect(computeNextAskSeconds(100_000, 1)).toBe(3600);
});

it("a recording that could not be copied is tried as often as one that is awaited, then every hour for a day", () => {
  const delays = [0, 299, 300, 1800, 7199, 7200, 86_399, 86_400].map(computeFailedCopyDelaySeconds);
  expect(delays).toEqual([20, 20, 120, 600, 600, 3600, 3600, null]);
});

it("a carrier that cannot be asked is left alone for a minute, twice as long each time, and never for more than an hour", () => {
  const delays = [0, 1, 2, 3, 6, 7, 50, 5000].map(computeCarrierBackoffSeconds);
  expect(delays).toEqual([60, 60, 120, 240, 1920, 3600, 3600, 3600]);
});

it("a call is looked at by itself once the list of prices has left it out three times", () => {
  expect([0, 2, 3, 4].map((asked) => isListedInVain({ asked }))).toEqual([false, false, true, true]);
});
