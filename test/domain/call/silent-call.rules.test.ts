import { describe, expect, it } from "@jest/globals";
import {
  ASKED_AFTER_TALK_SECONDS,
  computeCheckDelaySeconds,
  GIVE_UP_AFTER_LIMIT_SECONDS,
  isWorthWarning,
  QUIET_AFTER_SECONDS,
} from "../../../domain/call/silent-call.rules.ts";

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
