import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { explainNoCallBack, MOST_CALL_BACKS, readCallBack } from "../../../domain/campaign/asked-call-back.ts";
import { sayDate } from "../../../domain/conversation/heard/dates.ts";
import { HEARD_LANGUAGES } from "../../../domain/conversation/heard/fold-words.ts";
import { sayTime } from "../../../domain/conversation/heard/times.ts";

const ZONE = "Europe/Berlin";
/** A Monday, 10:00 in Berlin. */
const NOW = Date.parse("2026-11-30T09:00:00Z");
const read = (variables: Record<string, unknown>, more = {}) =>
  readCallBack(variables, { zone: ZONE, saidAtMs: NOW, nowMs: NOW, language: "en", ...more });
const at = (instant: string, says: string) => ({ kind: "at", atMs: Date.parse(instant), says });

describe("the time at which a person wants to be called", () => {
  it.each([
    [{ call_back_at: "2026-12-01T17:00" }, at("2026-12-01T16:00:00Z", "2026-12-01T17:00")],
    [{ call_back_at: "2026-12-01 17:00:00" }, at("2026-12-01T16:00:00Z", "2026-12-01T17:00")],
    [{ call_back_at: "2026-12-01T17:00:00-05:00" }, at("2026-12-01T22:00:00Z", "2026-12-01T23:00")],
    [{ call_back_at: "tomorrow at five" }, at("2026-12-01T16:00:00Z", "2026-12-01T17:00")],
    [{ call_back_at: "morgen um fünf" }, at("2026-12-01T16:00:00Z", "2026-12-01T17:00")],
    [{ call_back_at: "mañana a las cinco" }, at("2026-12-01T16:00:00Z", "2026-12-01T17:00")],
    [{ call_back_date: "2026-12-02", call_back_time: "09:30" }, at("2026-12-02T08:30:00Z", "2026-12-02T09:30")],
    [{ call_back_time: "18:15" }, at("2026-11-30T17:15:00Z", "2026-11-30T18:15")],
    [{ call_back_time: "09:15" }, at("2026-12-01T08:15:00Z", "2026-12-01T09:15")],
  ])("%j", (variables, expected) => {
    expect(read(variables)).toEqual(expected);
  });

  it.each([
    [{ call_back_at: "some other day" }, /names no day and time/],
    [{ call_back_date: "2026-12-02" }, /names no day and time/],
    [{ call_back_at: "2026-11-29T17:00" }, /2026-11-29T17:00 has passed/],
    [{ call_back_at: "2027-11-29T17:00" }, /more than 60 days/],
    [{ call_back_at: "2026-02-30T17:00" }, /names no day and time/],
  ])("is ignored with a reason: %j", (variables, reason) => {
    expect(read(variables)).toEqual({ kind: "ignored", reason: expect.stringMatching(reason) });
  });

  it("is none where nothing was written down", () => {
    for (const variables of [{}, { call_back_at: "" }, { call_back_at: null }, { city: "tomorrow at five" }])
      expect(read(variables)).toEqual({ kind: "none" });
  });

  it("is what an agent has said back, in each language and zone, and never before it on the person's clock", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 45)),
        fc.constantFrom(...HEARD_LANGUAGES),
        fc.constantFrom("Europe/Berlin", "America/New_York", "Asia/Kathmandu"),
        (days, [hour, minute], language, zone) => {
          const day = new Date(NOW + days * 86_400_000).toISOString().slice(0, 10);
          const time = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
          const said = `${sayDate(day, language)} ${sayTime(time, language)}`;
          const expected = read({ call_back_date: day, call_back_time: time }, { zone });
          expect(expected).toMatchObject({ kind: "at", says: `${day}T${time}` });
          expect(read({ call_back_at: said }, { zone, language })).toEqual(expected);
        },
      ),
    );
  });
});

describe("a call back that was asked for", () => {
  const asked = {
    call: { outcome: "answered", attempt: 1 },
    campaignState: "running",
    contact: { state: "waiting_retry", attempts: 1, call_backs: 0 },
    isAfterEnd: false,
  } as const;

  it("is planned while the campaign goes on, and while nobody has called the contact since", () => {
    expect(explainNoCallBack(asked)).toBeNull();
    expect(explainNoCallBack({ ...asked, campaignState: "paused" })).toBeNull();
    expect(explainNoCallBack({ ...asked, contact: { ...asked.contact, call_backs: MOST_CALL_BACKS - 1 } })).toBeNull();
  });

  it.each([
    [{ call: { outcome: "opted_out", attempt: 1 } }, /asked not to be called/],
    [{ campaignState: "completed" }, /the campaign is completed/],
    [{ campaignState: "canceled" }, /the campaign is canceled/],
    [{ isAfterEnd: true }, /end comes before/],
    [{ contact: { ...asked.contact, state: "suppressed" } }, /is suppressed/],
    [{ contact: { ...asked.contact, state: "in_flight" } }, /called again since/],
    [{ contact: { ...asked.contact, attempts: 2 } }, /called again since/],
    [{ contact: { ...asked.contact, call_backs: MOST_CALL_BACKS } }, /called back 3 times already/],
  ] as const)("is not planned with %j", (change, reason) => {
    expect(explainNoCallBack({ ...asked, ...change })).toMatch(reason);
  });
});
