import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { HOUR_MS } from "../../../domain/time/durations.rules.ts";
import { type CallPolicy, createCallJudge, type MadeCall } from "../../../domain/what-if/judge-calls.ts";

const MONDAY = Date.UTC(2026, 0, 5, 12);
const NOTHING: CallPolicy = {
  hours: null,
  fallbackZone: "UTC",
  maxAttemptsPerDay: null,
  doNotCall: new Set(),
  budget: null,
};
const call = (hours: number, more: Partial<MadeCall> = {}): MadeCall => ({
  atMs: MONDAY + hours * HOUR_MS,
  phoneNumber: "+14155550001",
  zones: "UTC",
  cost: { amountMinor: 4, currency: "USD" },
  ...more,
});
const rulesOf = (policy: Partial<CallPolicy>, calls: readonly MadeCall[]) => {
  const judge = createCallJudge({ ...NOTHING, ...policy });
  return calls.map((each) => judge.judge(each)?.rule ?? null);
};

describe("rules that are asked of calls that were made", () => {
  it("stop each call by the first rule that would have, and one that is stopped counts for no later one", () => {
    const calls = [call(0), call(1), call(2), call(25), call(26)];
    expect(rulesOf({}, calls)).toEqual([null, null, null, null, null]);
    expect(rulesOf({ maxAttemptsPerDay: 2 }, calls)).toEqual([null, null, "attempts", null, null]);
    expect(rulesOf({ doNotCall: new Set(["+14155550001"]) }, calls)).toEqual(Array(5).fill("do_not_call"));
    expect(rulesOf({ budget: { total_minor: 10, currency: "USD" } }, calls)).toEqual([
      null,
      null,
      "budget",
      "budget",
      "budget",
    ]);
    expect(rulesOf({ budget: { total_minor: 10, currency: "EUR" } }, calls)).toEqual(Array(5).fill(null));
    const slots = [{ day_of_week: 0, start_time: "12:00", end_time: "13:00" }];
    expect(rulesOf({ hours: { slots, holidays: [] } }, calls)).toEqual([null, "window", "window", "window", "window"]);
    expect(rulesOf({ hours: { slots, holidays: [] } }, [call(0, { zones: "Asia/Tokyo" })])).toEqual(["window"]);
  });

  it("knows of calls before the span", () => {
    const judge = createCallJudge({ ...NOTHING, maxAttemptsPerDay: 1 });
    judge.remember(call(-1));
    expect(judge.judge(call(0))?.rule).toBe("attempts");
    expect(judge.judge(call(24))).toBeNull();
  });

  it("never let a number be called more often within a day than the limit says, and stop nobody without need", () => {
    const calls = fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 3 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(calls, fc.integer({ min: 1, max: 4 }), (drawn, limit) => {
        const judge = createCallJudge({ ...NOTHING, maxAttemptsPerDay: limit });
        const made: MadeCall[] = [];
        for (const [hour, person] of drawn.sort(([one], [other]) => one - other)) {
          const next = call(hour, { phoneNumber: `+1415555000${person}` });
          const before = made.filter(
            ({ phoneNumber, atMs }) => phoneNumber === next.phoneNumber && atMs > next.atMs - 24 * HOUR_MS,
          );
          const stopped = judge.judge(next);
          expect(stopped !== null).toBe(before.length >= limit);
          if (!stopped) made.push(next);
        }
      }),
    );
  });
});
