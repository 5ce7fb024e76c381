import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { clockOf, DatabaseClock } from "../../../activities/call-run/database-clock.ts";

describe("the database's clock on the steady one of a process", () => {
  it("is within its bounds, however late questions and answers come", () => {
    const reading = fc.record({ pauseMs: fc.nat(9000), thereMs: fc.nat(800), backMs: fc.nat(800) });
    const offset = fc.integer({ min: -1e12, max: 1e12 });
    fc.assert(
      fc.property(offset, fc.array(reading, { minLength: 1, maxLength: 30 }), (offsetMs, readings) => {
        const clock = new DatabaseClock();
        let nowMs = 0;
        for (const { pauseMs, thereMs, backMs } of readings) {
          const askedAtMs = nowMs + pauseMs;
          const databaseMs = askedAtMs + thereMs + offsetMs;
          nowMs = askedAtMs + thereMs + backMs;
          clock.observe({ askedAtMs, databaseMs, answeredAtMs: nowMs });
          const { earliestMs, latestMs } = clock.locate(databaseMs);
          expect(earliestMs).toBeLessThanOrEqual(askedAtMs + thereMs);
          expect(latestMs).toBeGreaterThanOrEqual(askedAtMs + thereMs);
        }
      }),
    );
  });

  it("is known as well as by the quickest of the last answers", () => {
    const clock = new DatabaseClock();
    clock.observe({ askedAtMs: 0, databaseMs: 1001, answeredAtMs: 2 });
    clock.observe({ askedAtMs: 100, databaseMs: 1200, answeredAtMs: 900 });
    expect(clock.locate(1300)).toEqual({ earliestMs: 299, latestMs: 301 });
  });

  it("is read anew after it was set", () => {
    const clock = new DatabaseClock();
    clock.observe({ askedAtMs: 0, databaseMs: 5_000_001, answeredAtMs: 2 });
    clock.observe({ askedAtMs: 10, databaseMs: 1011, answeredAtMs: 12 });
    expect(clock.locate(1011)).toEqual({ earliestMs: 10, latestMs: 12 });
  });

  it("is one for each database", () => {
    const [one, other] = [{}, {}];
    expect(clockOf(one)).toBe(clockOf(one));
    expect(clockOf(one)).not.toBe(clockOf(other));
  });
});
