import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { JOIN_WITHIN_SECONDS, lookAtWebCall, type WebCallStanding } from "../../../domain/call/web-call.rules.ts";

const seconds = fc.integer({ min: 0, max: 20_000 });
const standing: fc.Arbitrary<WebCallStanding> = fc.record({
  hasJoined: fc.boolean(),
  end: fc.boolean(),
  waitedSeconds: seconds,
  lastedSeconds: seconds,
  awaySeconds: seconds,
  longestSeconds: fc.integer({ min: 1, max: 14_400 }),
});

/** The same web call, looked at later; nobody has done anything meanwhile. */
const later = (now: WebCallStanding, by: number): WebCallStanding => ({
  ...now,
  waitedSeconds: now.waitedSeconds + by,
  lastedSeconds: now.lastedSeconds + by,
  awaySeconds: now.awaySeconds + by,
});

describe("a web call that is looked at", () => {
  it("is over exactly when the seconds that it named have passed, if nobody does anything", () => {
    fc.assert(
      fc.property(standing, (now) => {
        const look = lookAtWebCall(now);
        if (look.end !== null) return;
        expect(look.secondsLeft).toBeGreaterThan(0);
        expect(lookAtWebCall(later(now, look.secondsLeft - 0.001)).end).toBeNull();
        expect(lookAtWebCall(later(now, look.secondsLeft)).end).not.toBeNull();
      }),
    );
  });

  it("ends at once where somebody asks for it", () => {
    fc.assert(
      fc.property(standing, (now) => {
        expect(lookAtWebCall({ ...now, end: true }).end?.reason).toBe("ended_by_request");
      }),
    );
  });

  const quiet: WebCallStanding = {
    hasJoined: true,
    end: false,
    waitedSeconds: 5000,
    lastedSeconds: 100,
    awaySeconds: 1,
    longestSeconds: 300,
  };

  it.each([
    ["nobody has joined", { hasJoined: false, waitedSeconds: JOIN_WITHIN_SECONDS }, "not_joined", "user_hangup"],
    ["its page was closed", { awaySeconds: 45 }, "not_joined", "user_hangup"],
    ["it is over its time", { lastedSeconds: 360 }, "not_joined", "call_duration_exceeded"],
  ])("ends where %s", (_name, change, canceledAs, reason) => {
    expect(lookAtWebCall({ ...quiet, ...change }).end).toMatchObject({ canceledAs, reason });
  });

  it("goes on while its page is there and it has time left", () => {
    expect(lookAtWebCall(quiet)).toEqual({ end: null, secondsLeft: 44 });
    expect(lookAtWebCall({ ...quiet, lastedSeconds: 350 })).toEqual({ end: null, secondsLeft: 10 });
  });
});
