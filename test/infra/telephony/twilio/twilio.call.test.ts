import { describe, expect, it } from "@jest/globals";
import { toAnsweredBy, toCarrierCall, toCost, toOutcome } from "../../../../infra/telephony/twilio/twilio.call.ts";

describe("Twilio's call in our terms", () => {
  it.each([
    ["human", "person"],
    ["machine_start", "voicemail"],
    ["machine_end_beep", "voicemail"],
    ["machine_end_silence", "voicemail"],
    ["machine_end_other", "voicemail"],
    ["fax", "fax"],
    ["unknown", "unknown"],
    ["", null],
    [null, null],
  ])("reads AnsweredBy %p as %p", (theirs, ours) => {
    expect(toAnsweredBy(theirs)).toBe(ours);
  });

  it.each([
    [{ status: "completed", answeredBy: "person" }, "answered"],
    [{ status: "completed", answeredBy: "unknown" }, "answered"],
    [{ status: "completed", answeredBy: null }, "answered"],
    [{ status: "completed", answeredBy: "voicemail" }, "voicemail"],
    [{ status: "completed", answeredBy: "fax" }, "rejected"],
    [{ status: "busy", answeredBy: null }, "busy"],
    [{ status: "busy", answeredBy: null, sipResponseCode: "603" }, "rejected"],
    [{ status: "failed", answeredBy: null, sipResponseCode: "603" }, "rejected"],
    [{ status: "failed", answeredBy: null, sipResponseCode: "404" }, "invalid_number"],
    [{ status: "failed", answeredBy: null, sipResponseCode: "503" }, "failed"],
    [{ status: "no-answer", answeredBy: null }, "no_answer"],
    [{ status: "canceled", answeredBy: null }, "canceled"],
    [{ status: "in-progress", answeredBy: "person" }, null],
  ] as const)("takes %j for %s", (ending, outcome) => {
    expect(toOutcome(ending)).toBe(outcome);
  });

  it.each([
    ["-0.02600", "USD", 3, "USD"],
    ["-0.01300", "usd", 1, "USD"],
    ["-1.005", "EUR", 101, "EUR"],
    ["-4", "JPY", 4, "JPY"],
    ["-0.0125", "KWD", 13, "KWD"],
    ["0", "USD", 0, "USD"],
    [null, "USD", null, null],
    ["", "USD", null, null],
    ["-1", null, null, null],
    ["free", "USD", null, null],
  ])("bills %p %p as %p %p", (price, unit, costMinor, currency) => {
    expect(toCost(price, unit)).toEqual({ costMinor, currency });
  });

  it("works out when a call was answered, and shows what is missing as missing", () => {
    const ended = { sid: "CA1", status: "completed", end_time: "Fri, 02 Jan 2026 03:05:00 +0000", duration: "60" };
    expect(toCarrierCall(ended)).toMatchObject({
      answeredAt: new Date("2026-01-02T03:04:00Z"),
      endedAt: new Date("2026-01-02T03:05:00Z"),
      startedAt: null,
    });
    expect(toCarrierCall({ sid: "CA1", status: "a new one" })).toMatchObject({ state: "in_progress", outcome: null });
  });
});
