import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { listCalendars, listOccurrences, parseRule, type RecurrenceRule } from "../../../domain/campaign/recurrence.ts";

const at = (iso: string) => Date.parse(iso);
const read = (text: string): RecurrenceRule => {
  const parsed = parseRule(text);
  if ("fault" in parsed) throw new Error(parsed.fault);
  return parsed.rule;
};
const next = (text: string, options: { after: string; most?: number; timezone?: string; holidays?: string[] }) =>
  listOccurrences(
    read(text),
    { timezone: options.timezone ?? "UTC", holidays: options.holidays ?? [] },
    { afterMs: at(options.after), most: options.most ?? 3 },
  ).map(({ local }) => local);

describe("the rule of a recurring campaign", () => {
  it.each([
    ["FREQ=DAILY;BYHOUR=9", ["2026-12-01T09:00", "2026-12-02T09:00", "2026-12-03T09:00"]],
    [
      "RRULE:FREQ=WEEKLY;BYDAY=MO,WE;BYHOUR=9;BYMINUTE=30",
      ["2026-12-02T09:30", "2026-12-07T09:30", "2026-12-09T09:30"],
    ],
    ["FREQ=MONTHLY;BYDAY=2TU;BYHOUR=8", ["2026-12-08T08:00", "2027-01-12T08:00", "2027-02-09T08:00"]],
    ["FREQ=MONTHLY;BYMONTHDAY=31;BYHOUR=8", ["2026-12-31T08:00", "2027-01-31T08:00", "2027-03-31T08:00"]],
    ["FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=1;BYHOUR=0", ["2027-01-01T00:00", "2027-07-01T00:00", "2028-01-01T00:00"]],
    ["FREQ=DAILY;BYHOUR=9,17;UNTIL=20261201", ["2026-12-01T09:00", "2026-12-01T17:00"]],
  ])("%s comes next at these times", (rule, times) => {
    expect(next(rule, { after: "2026-12-01T00:00:00Z" })).toEqual(times);
  });

  it("leaves out holidays, and a time that the clocks skip, and takes one that they show twice once", () => {
    expect(next("FREQ=DAILY;BYHOUR=9", { after: "2026-12-24T12:00:00Z", most: 1, holidays: ["2026-12-25"] })).toEqual([
      "2026-12-26T09:00",
    ]);
    const night = { timezone: "Europe/Berlin", most: 2 };
    expect(next("FREQ=DAILY;BYHOUR=2;BYMINUTE=30", { ...night, after: "2027-03-27T12:00:00Z" })).toEqual([
      "2027-03-29T02:30",
      "2027-03-30T02:30",
    ]);
    expect(next("FREQ=DAILY;BYHOUR=2;BYMINUTE=30", { ...night, after: "2027-10-30T12:00:00Z" })).toEqual([
      "2027-10-31T02:30",
      "2027-11-01T02:30",
    ]);
  });

  it.each([
    ["FREQ=HOURLY", "FREQ is one of"],
    ["FREQ=DAILY", "Say at which hour"],
    ["FREQ=DAILY;INTERVAL=2;BYHOUR=9", "INTERVAL is 1"],
    ["FREQ=DAILY;BYHOUR=9;COUNT=5", "UNTIL instead of COUNT"],
    ["FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1;BYHOUR=9", "instead of BYSETPOS"],
    ["FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=9", "1MO to 4MO"],
    ["FREQ=WEEKLY;BYHOUR=9", "names its days with BYDAY"],
    ["FREQ=WEEKLY;BYDAY=1MO;BYHOUR=9", "monthly and yearly"],
    ["FREQ=DAILY;BYHOUR=24", "from 0 to 23"],
    ["FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=20;BYHOUR=9", "No day is one of BYDAY and of BYMONTHDAY"],
    ["FREQ=DAILY;BYHOUR=9;UNTIL=20260230", "UNTIL is a date"],
    ["FREQ=DAILY;FREQ=DAILY;BYHOUR=9", "each part once"],
    ["every day at nine", "Write it as"],
    ["FREQ=DAILY;BYHOUR=9;X=1", "X is no part of a rule"],
    [`FREQ=DAILY;BYHOUR=9,10;BYMINUTE=${Array.from({ length: 13 }, (_, minute) => minute).join(",")}`, "at most 24"],
  ])("%s is refused with what to write instead", (rule, sentence) => {
    const parsed = parseRule(rule);
    expect("fault" in parsed ? parsed.fault : "").toContain(sentence);
  });

  it("becomes no calendar without a day, which a schedule would take for every day", () => {
    const rule = "FREQ=MONTHLY;BYDAY=1MO,FR;BYMONTHDAY=20;BYHOUR=9";
    expect(listCalendars(read(rule))).toEqual([{ months: null, monthDays: [20], weekdays: [5] }]);
    expect(next(rule, { after: "2026-12-01T00:00:00Z", most: 2 })).toEqual(["2027-08-20T09:00", "2028-10-20T09:00"]);
  });

  it("lists times in order, each after the instant that was asked for, and goes on where the last one was", () => {
    const numbers = (least: number, most: number) =>
      fc
        .uniqueArray(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: 3 })
        .map((each) => each.join(","));
    const days = fc.uniqueArray(fc.constantFrom("MO", "TU", "WE", "1TH", "3FR", "4SU"), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(days, numbers(0, 23), numbers(0, 59), fc.integer({ min: 0, max: 700 }), (...drawn) => {
        const [byDay, hours, minutes, day] = drawn;
        const rule = read(`FREQ=MONTHLY;BYDAY=${byDay.join(",")};BYHOUR=${hours};BYMINUTE=${minutes}`);
        const zone = { timezone: "America/New_York", holidays: [] };
        const afterMs = at("2026-01-01T00:00:00Z") + day * 86_400_000;
        const times = listOccurrences(rule, zone, { afterMs, most: 6 });
        expect(times).toHaveLength(6);
        expect(times.every(({ atMs }) => atMs > afterMs)).toBe(true);
        expect(times.map(({ atMs }) => atMs)).toEqual(times.map(({ atMs }) => atMs).toSorted((a, b) => a - b));
        const [first, second] = times;
        expect(listOccurrences(rule, zone, { afterMs: first?.atMs ?? 0, most: 1 })).toEqual([second]);
      }),
      { numRuns: 200 },
    );
  });
});
