import { describe, expect, it } from "@jest/globals";
import { toSeconds } from "../../../../infra/telephony/carrier-values.ts";
import {
  toCarrierCall,
  toCost,
  toDate,
  toE164,
  toOutcome,
  toState,
} from "../../../../infra/telephony/vonage/vonage.call.ts";

describe("Vonage's words in ours", () => {
  it.each([
    ["started", "queued"],
    ["ringing", "ringing"],
    ["answered", "in_progress"],
    ["human", "in_progress"],
    ["machine", "in_progress"],
    ["completed", "completed"],
    ["cancelled", "completed"],
    ["transfer", null],
    ["disconnected", null],
  ])("takes status %p for %p", (status, state) => {
    expect(toState(status)).toBe(state);
  });

  it.each([
    ["completed", undefined, "answered"],
    ["busy", undefined, "busy"],
    ["cancelled", undefined, "canceled"],
    ["timeout", undefined, "no_answer"],
    ["unanswered", "unavailable", "no_answer"],
    ["failed", "cannot_route", "failed"],
    ["failed", "number_out_of_service", "invalid_number"],
    ["failed", "internal_error", "failed"],
    ["rejected", "declined", "rejected"],
    ["rejected", "restricted", "rejected"],
    ["rejected", "invalid_number", "invalid_number"],
    ["answered", undefined, null],
    ["machine", undefined, null],
  ] as const)("takes %p with detail %p for %p", (status, detail, outcome) => {
    expect(toOutcome(status, detail)).toBe(outcome);
  });

  it.each([
    ["0.02600000", 3, "EUR"],
    ["0.00333333", 0, "EUR"],
    ["1.005", 101, "EUR"],
    [0.25, 25, "EUR"],
    ["0", 0, "EUR"],
    ["", null, null],
    [null, null, null],
    ["free", null, null],
  ])("bills %p as %p %p", (price, costMinor, currency) => {
    expect(toCost(price)).toEqual({ costMinor, currency });
  });

  it.each([
    ["2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05.678Z"],
    ["2026-01-02 03:04:05", "2026-01-02T03:04:05.000Z"],
    ["yesterday", undefined],
    ["", undefined],
    [null, undefined],
  ])("reads the time %p as %p", (text, iso) => {
    expect(toDate(text)?.toISOString()).toBe(iso);
  });

  it("reads talk time as text or number, and nothing as none", () => {
    expect([toSeconds("61"), toSeconds(2.6), toSeconds(null), toSeconds("-1"), toSeconds("x")]).toEqual([
      61, 3, 0, 0, 0,
    ]);
  });

  it.each([
    ["12025550143", "+12025550143"],
    ["+12025550143", "+12025550143"],
    ["anonymous", null],
    ["unknown", null],
    ["0", null],
    [undefined, null],
  ])("reads the number %p as %p", (number, e164) => {
    expect(toE164(number)).toBe(e164);
  });

  it("tells of a completed call when it was talked on; of another end that it cost nothing", () => {
    const completed = {
      uuid: "1",
      status: "completed",
      start_time: "2026-01-02T03:04:05.000Z",
      end_time: "2026-01-02T03:05:05.000Z",
      duration: "60",
      price: "0.1",
    };
    expect(toCarrierCall(completed)).toMatchObject({
      answeredAt: new Date("2026-01-02T03:04:05Z"),
      endedAt: new Date("2026-01-02T03:05:05Z"),
      durationSeconds: 60,
      costMinor: 10,
    });
    expect(toCarrierCall({ ...completed, start_time: null }).answeredAt).toEqual(new Date("2026-01-02T03:04:05Z"));
    expect(toCarrierCall({ uuid: "1", status: "busy" })).toMatchObject({
      durationSeconds: 0,
      costMinor: 0,
      outcome: "busy",
    });
    expect(toCarrierCall({ uuid: "1", status: "a new one" })).toMatchObject({ state: "in_progress", outcome: null });
  });
});
