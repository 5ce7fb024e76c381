import { describe, expect, it } from "@jest/globals";
import {
  ABANDONED_AFTER_SECONDS,
  ASKED_AFTER_TALK_SECONDS,
  computeCheckDelaySeconds,
  computeDialWaitSeconds,
  computeLookDelaySeconds,
  decideFinalState,
  GIVE_UP_AFTER_LIMIT_SECONDS,
  isAbsenceFinal,
  isWorthWarning,
  QUIET_AFTER_SECONDS,
  RECONCILE_FOR_SECONDS,
} from "../../../domain/call/call-run.rules.ts";

describe("the end of a run", () => {
  it("has a state for every outcome", () => {
    expect(["answered", "voicemail", "no_answer", "busy", "rejected", "opted_out"].map(decideFinalState)).toEqual(
      Array(6).fill("completed"),
    );
    expect(["failed", "unknown", "invalid_number"].map(decideFinalState)).toEqual(Array(3).fill("failed"));
    expect([decideFinalState("canceled"), decideFinalState("blocked_dnc"), decideFinalState("blocked_cap")]).toEqual([
      "canceled",
      "blocked",
      "blocked",
    ]);
  });
});

describe("asking after a silent call", () => {
  it("asks soon at first, seldom while callbacks arrive, and never waits for less than half a minute then", () => {
    expect(
      computeCheckDelaySeconds({
        count: 0,
        callbacksArrive: false,
        secondsLeft: 300,
        isHungUp: false,
        secondsSinceTalk: null,
      }),
    ).toBe(25);
    expect(
      computeCheckDelaySeconds({
        count: 1,
        callbacksArrive: false,
        secondsLeft: 300,
        isHungUp: false,
        secondsSinceTalk: null,
      }),
    ).toBe(30);
    expect(
      computeCheckDelaySeconds({
        count: 1,
        callbacksArrive: true,
        secondsLeft: 300,
        isHungUp: false,
        secondsSinceTalk: null,
      }),
    ).toBe(310);
    expect(
      computeCheckDelaySeconds({
        count: 9,
        callbacksArrive: true,
        secondsLeft: 0,
        isHungUp: false,
        secondsSinceTalk: null,
      }),
    ).toBe(30);
  });

  it("asks within half a minute once it was hung up, though callbacks arrive", () => {
    expect(
      computeCheckDelaySeconds({
        count: 3,
        callbacksArrive: true,
        secondsLeft: 300,
        isHungUp: true,
        secondsSinceTalk: null,
      }),
    ).toBe(30);
  });

  it("asks every half minute once the conversation is over, and no longer where the call goes on for five minutes", () => {
    const delay = (secondsSinceTalk: number) =>
      computeCheckDelaySeconds({
        count: 1,
        callbacksArrive: true,
        secondsLeft: 900,
        isHungUp: false,
        secondsSinceTalk,
      });
    expect([0, 30, 299].map(delay)).toEqual([30, 30, 30]);
    expect(delay(300)).toBe(910);
  });

  it("asks a quarter of a minute after the conversation, and takes one in which nothing is said for a minute and a half for over", () => {
    expect([ASKED_AFTER_TALK_SECONDS, QUIET_AFTER_SECONDS]).toEqual([15, 90]);
  });

  it("gives up ten minutes after the call's time limit", () => {
    expect(GIVE_UP_AFTER_LIMIT_SECONDS).toBe(600);
  });

  it("warns of a carrier that does not answer at first, then seldom", () => {
    expect(Array.from({ length: 60 }, (_none, index) => index + 1).filter(isWorthWarning)).toEqual([1, 20, 40, 60]);
  });
});

describe("a call whose answer was lost", () => {
  it("is looked up often while it may still arrive, and is absent for good only once it cannot, whatever the clocks say", () => {
    const looks = [0];
    while ((looks.at(-1) ?? 0) < 60) looks.push((looks.at(-1) ?? 0) + computeLookDelaySeconds(looks.at(-1) ?? 0));
    expect(looks).toEqual([0, 7, 14, 21, 36, 51, 66]);
    expect(looks.map(isAbsenceFinal)).toEqual([false, false, false, true, true, true, true]);
  });

  it("may still arrive up to twenty seconds after it was made", () => {
    expect([20, 20.1].map(isAbsenceFinal)).toEqual([false, true]);
    expect([20, 20.1].map(computeLookDelaySeconds)).toEqual([7, 15]);
  });
});

it("a lost answer is looked up for a quarter of an hour, and a call that no process starts is canceled after a minute", () => {
  expect([RECONCILE_FOR_SECONDS, ABANDONED_AFTER_SECONDS]).toEqual([900, 60]);
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
