import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  computePersonLookDelayMs,
  computeReconnectDelayMs,
  decideWebCallStep,
  GAVE_WAY,
  GIVES_WAY_AFTER_SECONDS,
  JOIN_WITHIN_SECONDS,
  RECOGNITIONS,
  VOICE_AWAY_FOR_SECONDS,
  VOICE_SLOT_KEPT_SECONDS,
  WAITING_PER_EMBED_TOKEN,
  WAITING_PER_VISITOR,
  type WebCallStanding,
} from "../../../domain/call/web-call.rules.ts";

const seconds = fc.integer({ min: 0, max: 20_000 });
const standing: fc.Arbitrary<WebCallStanding> = fc.record({
  hasJoined: fc.boolean(),
  end: fc.boolean(),
  carriesAudio: fc.boolean(),
  waitedSeconds: seconds,
  lastedSeconds: seconds,
  awaySeconds: seconds,
  longestSeconds: fc.integer({ min: 1, max: 14_400 }),
});

/** Returns the same web call at a later time, without any act in between. */
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
        const look = decideWebCallStep(now);
        if (look.end !== null) return;
        expect(look.secondsLeft).toBeGreaterThan(0);
        expect(decideWebCallStep(later(now, look.secondsLeft - 0.001)).end).toBeNull();
        if (now.hasJoined) expect(decideWebCallStep(later(now, look.secondsLeft)).end).not.toBeNull();
      }),
    );
  });

  it("a web call that nobody joins is looked at in time for somebody who joins and is gone, and is over ten minutes after it was made", () => {
    fc.assert(
      fc.property(standing, (now) => {
        const waits = { ...now, hasJoined: false, end: false };
        let lookedAfter = 0;
        for (
          let look = decideWebCallStep(waits);
          look.end === null;
          look = decideWebCallStep(later(waits, lookedAfter))
        ) {
          expect(look.secondsLeft).toBeLessThanOrEqual(now.carriesAudio ? 25 : 60);
          lookedAfter += look.secondsLeft;
        }
        expect(now.waitedSeconds + lookedAfter).toBe(Math.max(now.waitedSeconds, JOIN_WITHIN_SECONDS));
      }),
    );
  });

  it("ends at once where somebody asks for it", () => {
    fc.assert(
      fc.property(standing, (now) => {
        expect(decideWebCallStep({ ...now, end: true }).end?.reason).toBe("ended_by_request");
      }),
    );
  });

  const quiet: WebCallStanding = {
    hasJoined: true,
    end: false,
    carriesAudio: false,
    waitedSeconds: 5000,
    lastedSeconds: 100,
    awaySeconds: 1,
    longestSeconds: 300,
  };

  it.each([
    ["nobody has joined", { hasJoined: false, waitedSeconds: JOIN_WITHIN_SECONDS }, "not_joined", "user_hangup"],
    ["its page was closed", { awaySeconds: 45 }, "not_joined", "user_hangup"],
    ["its media process is lost", { carriesAudio: true, awaySeconds: 25 }, "not_joined", "voice_lost"],
    ["it is over its time", { lastedSeconds: 360 }, "not_joined", "call_duration_exceeded"],
  ])("ends where %s", (_name, change, canceledAs, reason) => {
    const step = decideWebCallStep({ ...quiet, ...change });
    expect(step).toMatchObject({ end: { canceledAs, reason }, secondsLeft: 0 });
  });

  it("can be joined to the last moment", () => {
    const waitedSeconds = JOIN_WITHIN_SECONDS - 0.5;
    expect(decideWebCallStep({ ...quiet, hasJoined: false, waitedSeconds })).toEqual({ end: null, secondsLeft: 0.5 });
  });

  it("goes on while its page is there and it has time left", () => {
    expect(decideWebCallStep(quiet)).toEqual({ end: null, secondsLeft: 44 });
    expect(decideWebCallStep({ ...quiet, carriesAudio: true })).toEqual({ end: null, secondsLeft: 24 });
    expect(decideWebCallStep({ ...quiet, lastedSeconds: 350 })).toEqual({ end: null, secondsLeft: 10 });
  });
});

describe("a media process", () => {
  it("connects anew ever later, but often enough to be back before its call is given up", () => {
    const delays = Array.from({ length: 30 }, (_each, failures) => computeReconnectDelayMs(failures));
    expect(delays.slice(0, 6)).toEqual([100, 200, 400, 800, 1600, 2000]);
    expect(new Set(delays.slice(5))).toEqual(new Set([2000]));
    expect(Math.max(...delays)).toBeLessThan((VOICE_AWAY_FOR_SECONDS * 1000) / 5);
  });

  it("looks for its person often at first, and seldom later", () => {
    expect([0, 10_000, 10_001, 600_000].map(computePersonLookDelayMs)).toEqual([400, 400, 2000, 2000]);
  });
});

describe("conversations of an embed token that nobody has joined", () => {
  it("are five of a visitor and a hundred in all, of which one gives way once it has waited for half a minute", () => {
    expect([WAITING_PER_VISITOR, WAITING_PER_EMBED_TOKEN, GIVES_WAY_AFTER_SECONDS]).toEqual([5, 100, 30]);
    expect(GAVE_WAY).toMatchObject({ reason: "user_hangup", canceledAs: "not_joined" });
  });

  it("can be joined for ten minutes, and have their media process kept for half a minute of them", () => {
    expect([JOIN_WITHIN_SECONDS, VOICE_SLOT_KEPT_SECONDS]).toEqual([600, 30]);
  });

  it("are heard by the platform's models or by the browser", () => {
    expect([...RECOGNITIONS].sort()).toEqual(["browser", "local"]);
  });
});
