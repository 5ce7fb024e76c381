import { describe, expect, it } from "@jest/globals";
import { FINAL_CALL_STATES, OPEN_CALL_STATES } from "../../../domain/call/call-states.rules.ts";
import {
  canBeginSupervision,
  describeMeans,
  explainNoSupervision,
  formatSupervised,
  SUPERVISOR_LOST_AFTER_SECONDS,
  SUPERVISOR_PULSE_SECONDS,
} from "../../../domain/call/supervision.rules.ts";

describe("what a supervisor can do in a call", () => {
  it.each([
    { driver: "browser", carriesSound: true, isHeard: true, isTakenOver: true },
    { driver: "browser", carriesSound: false, isHeard: false, isTakenOver: true },
    { driver: "relay", carriesSound: true, isHeard: true, isTakenOver: true },
    { driver: "relay", carriesSound: false, isHeard: false, isTakenOver: true },
    { driver: "turn_webhook", carriesSound: false, isHeard: false, isTakenOver: false },
    { driver: "text", carriesSound: false, isHeard: false, isTakenOver: false },
    { driver: null, carriesSound: true, isHeard: true, isTakenOver: false },
    { driver: null, carriesSound: true, isWithCaller: true, isHeard: false, isTakenOver: false },
  ] as const)("is told with its reason: $driver, with sound $carriesSound", ({ isHeard, isTakenOver, ...call }) => {
    const { noSound, noTakeOver } = describeMeans(call);
    expect([noSound === null, noTakeOver === null]).toEqual([isHeard, isTakenOver]);
    for (const reason of [noSound, noTakeOver]) if (reason !== null) expect(reason).toMatch(/^[A-Z].{20,}$/);
  });
});

describe("supervision of a call", () => {
  it("begins while somebody talks, and goes on until the call is over", () => {
    expect(canBeginSupervision("in_progress")).toBe(true);
    expect(canBeginSupervision("ringing")).toBe(false);
    for (const state of OPEN_CALL_STATES) expect(explainNoSupervision({ state, isDisclosureOff: false })).toBeNull();
    for (const state of FINAL_CALL_STATES)
      expect(explainNoSupervision({ state, isDisclosureOff: false })).toBe("call_over");
  });

  it("is only where people are told of it", () => {
    expect(explainNoSupervision({ state: "in_progress", isDisclosureOff: true })).toBe("disclosure_off");
    expect(explainNoSupervision({ state: "failed", isDisclosureOff: true })).toBe("call_over");
  });
});

it("a supervisor who is lost is so for the agent within ten seconds, and a pulse that is late loses nobody", () => {
  expect(SUPERVISOR_LOST_AFTER_SECONDS + SUPERVISOR_PULSE_SECONDS).toBeLessThan(10);
  expect(SUPERVISOR_LOST_AFTER_SECONDS).toBeGreaterThan(2 * SUPERVISOR_PULSE_SECONDS);
});

it.each([
  [0.4, "0 s"],
  [59.4, "59 s"],
  [59.6, "1 min 0 s"],
  [185, "3 min 5 s"],
  [-1, "0 s"],
])("%d seconds are told as %s", (seconds, said) => {
  expect(formatSupervised(seconds)).toBe(said);
});
