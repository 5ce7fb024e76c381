import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { computePercentage, estimateEnd } from "../../../domain/campaign/progress.ts";
import { NO_FIGURES } from "../../../domain/campaign/progress-figures.rules.ts";

describe("the percentage", () => {
  it("is 100 only when nothing remains", () => {
    const percent = (remaining: number) => computePercentage({ ...NO_FIGURES, total: 100_000, remaining }, "running");
    expect([percent(100_000), percent(50_000), percent(1), percent(0)]).toEqual([0, 50, 99.99, 100]);
  });
});

describe("the estimate of a campaign's end", () => {
  const nowMs = Date.parse("2026-03-02T12:00:00Z");
  const reading = (remaining: number) => ({
    state: "running" as const,
    waitingUntilMs: null,
    figures: { ...NO_FIGURES, total: 100, finished: 100 - remaining, attempts: (100 - remaining) * 2, remaining },
  });
  const rate = { ended: 20, firstAt: new Date(nowMs - 10_000) };

  it("is what remains, with as many calls each as the others took, at the measured rate", () => {
    expect(estimateEnd(reading(50), { rate, nowMs })).toEqual(new Date(nowMs + 50_000));
  });

  it("is never in the past, and nothing when nothing is measured, runs or remains", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 2, max: 5000 }), (remaining, ended) => {
        const end = estimateEnd(reading(remaining), { rate: { ended, firstAt: new Date(nowMs) }, nowMs });
        expect(end?.getTime()).toBeGreaterThanOrEqual(nowMs);
      }),
    );
    expect(estimateEnd(reading(0), { rate, nowMs })).toBeNull();
    expect(estimateEnd(reading(50), { rate: { ended: 0, firstAt: null }, nowMs })).toBeNull();
    expect(estimateEnd({ ...reading(50), state: "paused" }, { rate, nowMs })).toBeNull();
    expect(estimateEnd({ ...reading(50), waitingUntilMs: nowMs + 1 }, { rate, nowMs })).toBeNull();
  });
});
