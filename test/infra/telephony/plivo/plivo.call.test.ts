import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { toCost, toFinishedCall, toLivingCall } from "../../../../infra/telephony/plivo/plivo.call.ts";
import { toOutcome } from "../../../../infra/telephony/plivo/plivo.outcome.ts";
import { toE164 } from "../../../../infra/telephony/plivo/plivo.phone-number.ts";
import { createLocalTimeReader, toDate, toFilterTime } from "../../../../infra/telephony/plivo/plivo.time.ts";

describe("Plivo's call in our terms", () => {
  it.each([
    [{ wasAnswered: true, answeredBy: null, causeCode: "4000", status: "completed" }, "answered"],
    [{ wasAnswered: true, answeredBy: "person", causeCode: "3010" }, "answered"],
    [{ wasAnswered: true, answeredBy: "voicemail", status: "completed" }, "voicemail"],
    [{ wasAnswered: false, answeredBy: null, causeCode: "3000" }, "no_answer"],
    [{ wasAnswered: false, answeredBy: null, causeCode: "6010", causeName: "ORIGINATOR_CANCEL" }, "no_answer"],
    [{ wasAnswered: false, answeredBy: null, causeCode: "3020", status: "busy" }, "rejected"],
    [{ wasAnswered: false, answeredBy: null, causeCode: "1000", status: "cancel" }, "canceled"],
    [{ wasAnswered: false, answeredBy: null, causeCode: "1010", status: "failed" }, "failed"],
    [{ wasAnswered: false, answeredBy: null, causeCode: "2000", status: "failed" }, "invalid_number"],
    [{ wasAnswered: false, answeredBy: null, causeCode: "0", causeName: "USER_BUSY" }, "busy"],
    [{ wasAnswered: false, answeredBy: null, causeName: "UNALLOCATED_NUMBER", status: "failed" }, "invalid_number"],
    [{ wasAnswered: false, answeredBy: null, causeName: "CALL_REJECTED", status: "busy" }, "rejected"],
    [{ wasAnswered: false, answeredBy: null, status: "busy" }, "busy"],
    [{ wasAnswered: false, answeredBy: null, status: "timeout" }, "no_answer"],
    [{ wasAnswered: false, answeredBy: null, status: "no-answer" }, "no_answer"],
    [{ wasAnswered: false, answeredBy: null, status: "completed" }, "failed"],
    [{ wasAnswered: false, answeredBy: null }, "failed"],
  ] as const)("takes %j for %s", (ending, outcome) => {
    expect(toOutcome(ending)).toBe(outcome);
  });

  it.each([
    ["0.02600", 3, "USD"],
    ["0.00500", 1, "USD"],
    [1.005, 101, "USD"],
    ["0.00000", 0, "USD"],
    ["", null, null],
    [null, null, null],
    ["free", null, null],
  ])("bills %p as %p %p", (amount, costMinor, currency) => {
    expect(toCost(amount)).toEqual({ costMinor, currency });
  });

  it("reads a record's times with their offset, and what is missing as missing", () => {
    const record = {
      call_uuid: "c1",
      initiation_time: "2026-01-02 08:34:00+05:30",
      answer_time: "2026-01-02 08:34:05+05:30",
      end_time: "2026-01-02 08:35:06+05:30",
      bill_duration: 61,
      hangup_cause_code: 4000,
      hangup_cause_name: "Normal Hangup",
    };
    expect(toFinishedCall(record)).toMatchObject({
      outcome: "answered",
      startedAt: new Date("2026-01-02T03:04:00Z"),
      answeredAt: new Date("2026-01-02T03:04:05Z"),
      endedAt: new Date("2026-01-02T03:05:06Z"),
      durationSeconds: 61,
      costMinor: null,
      detail: "Normal Hangup, code 4000",
    });
    expect(toFinishedCall({ call_uuid: "c1" })).toMatchObject({ outcome: "failed", endedAt: null, detail: null });
    expect(toLivingCall({ call_uuid: "c1", call_status: "a new one" })).toMatchObject({ state: "in_progress" });
  });

  it("reads Plivo's times", () => {
    expect(toDate("2017-05-22 13:17:49.050872")).toEqual(new Date("2017-05-22T13:17:49.050Z"));
    expect(toDate("2017-05-22 13:17:49-0800")).toEqual(new Date("2017-05-22T21:17:49Z"));
    for (const nothing of ["", null, undefined, "soon", "2017-05-22"]) expect(toDate(nothing)).toBeNull();
    expect(toFilterTime(Date.UTC(2026, 0, 2, 3, 4, 5, 999))).toBe("2026-01-02 03:04:05");
  });

  it("finds out in which zone an account's times are, whatever the zone", () => {
    const instant = fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });
    const quarters = fc.integer({ min: -48, max: 56 });
    const rungSeconds = fc.integer({ min: -400, max: 400 });
    fc.assert(
      fc.property(instant, quarters, rungSeconds, (at, zone, seconds) => {
        const local = (ms: number) => toFilterTime(ms + zone * 15 * 60_000);
        const wholeMs = Math.floor(at.getTime() / 1000) * 1000;
        const read = createLocalTimeReader(local(wholeMs), new Date(wholeMs + seconds * 1000));
        expect(read(local(wholeMs + 61_000))).toEqual(new Date(wholeMs + 61_000));
      }),
    );
  });

  it.each([
    ["12025550100", "+12025550100"],
    ["+12025550100", "+12025550100"],
    [" 12025550100", "+12025550100"],
    ["anonymous", null],
    ["sip:somebody@phone.plivo.com", null],
    ["", null],
    [undefined, null],
  ])("reads the number %p as %p", (theirs, ours) => {
    expect(toE164(theirs)).toBe(ours);
  });
});
