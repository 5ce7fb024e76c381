import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  computeDialWaitSeconds,
  computeSlotIntervalMs,
  findCallsPerSecond,
  isSlotMissed,
  SLOT_TOLERANCE_MS,
} from "../../../domain/call/carrier-pace.rules.ts";

const SLOTS = 60;

/** The highest number of arrivals within a second that begins with one of them. */
const mostInASecond = (arrivals: readonly number[]): number => {
  const inOrder = arrivals.toSorted((a, b) => a - b);
  return Math.max(...inOrder.map((from) => inOrder.filter((at) => at >= from && at < from + 1000).length));
};

describe("slots of an account", () => {
  it("keep every window of a second at the carrier within the pace, whenever each request starts and arrives", () => {
    const late = fc.array(fc.nat({ max: 400 }), { minLength: SLOTS, maxLength: SLOTS });
    const onTheWay = fc.array(fc.nat({ max: 50 }), { minLength: SLOTS, maxLength: SLOTS });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), late, onTheWay, (perSecond, lateMs, wayMs) => {
        const arrivals = lateMs.flatMap((late, index) => {
          const slotMs = index * computeSlotIntervalMs(perSecond);
          // A request that has missed its slot takes another one.
          return isSlotMissed({ slotMs, nowMs: slotMs + late }) ? [] : [slotMs + late + (wayMs[index] ?? 0)];
        });
        if (arrivals.length > 0) expect(mostInASecond(arrivals)).toBeLessThanOrEqual(perSecond);
      }),
    );
  });

  it("lie a second and both tolerances apart for each second's calls, and farther where a call takes seconds", () => {
    expect([0.1, 0.5, 1, 5, 10].map(computeSlotIntervalMs)).toEqual([10_100, 2100, 1100, 220, 110]);
  });

  it("are missed after fifty milliseconds", () => {
    expect(SLOT_TOLERANCE_MS).toBe(50);
    expect(isSlotMissed({ slotMs: 1000, nowMs: 1050 })).toBe(false);
    expect(isSlotMissed({ slotMs: 1000, nowMs: 1051 })).toBe(true);
  });

  it("are used for nearly the whole pace", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1000, noNaN: true }), (perSecond) => {
        expect(1000 / computeSlotIntervalMs(perSecond) / perSecond).toBeGreaterThan(0.9);
      }),
    );
  });
});

describe("the calls a second of an account", () => {
  it.each([
    [5, 1, "production", 5],
    [null, 1, "production", 1],
    [5, null, "production", 5],
    [null, null, "production", null],
    [5, 1, "sandbox", null],
  ] as const)(
    "that says %s at a carrier that allows %s, in %s, are %s",
    (ofAccount, ofCarrier, environment, perSecond) => {
      expect(findCallsPerSecond({ ofAccount, ofCarrier }, environment)).toBe(perSecond);
    },
  );
});

describe("waiting to be dialled", () => {
  it("keeps to the pace's slot, and asks for a free place less and less often", () => {
    expect(computeDialWaitSeconds({ waitSeconds: 0.3, capacity: false }, 50)).toBe(0.3);
    const waits = [0, 1, 2, 3, 4, 5, 50].map((before) =>
      computeDialWaitSeconds({ waitSeconds: 1, capacity: true }, before),
    );
    expect(waits).toEqual([1, 2, 3, 4, 5, 5, 5]);
    expect(computeDialWaitSeconds({ waitSeconds: 30, capacity: true }, 0)).toBe(30);
  });
});
