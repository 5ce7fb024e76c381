import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { readDate, sayDate } from "../../../../domain/conversation/heard/dates.ts";
import { HEARD_LANGUAGES, type HeardLanguage } from "../../../../domain/conversation/heard/fold-words.ts";
import { readTime, sayTime } from "../../../../domain/conversation/heard/times.ts";
import { endByForce } from "../../../harness/end-by-force.ts";

/** A Sunday. */
const TODAY = "2026-11-29";

const days: [HeardLanguage, string, string | null][] = [
  ["en", "tomorrow at half past three", "2026-11-30"],
  ["en", "today please", "2026-11-29"],
  ["en", "the day after tomorrow", "2026-12-01"],
  ["en", "on Tuesday afternoon", "2026-12-01"],
  ["en", "next Friday", "2026-12-04"],
  ["en", "Tuesday next week", "2026-12-01"],
  ["en", "in three days", "2026-12-02"],
  ["en", "in a week", "2026-12-06"],
  ["en", "the third of December", "2026-12-03"],
  ["en", "December 3rd at 4 pm", "2026-12-03"],
  ["en", "March the fifteenth", "2027-03-15"],
  ["en", "January 5, 2028", "2028-01-05"],
  ["en", "on the second, please", "2026-12-02"],
  ["en", "for the first time", null],
  ["en", "not Monday, Wednesday", "2026-12-02"],
  ["en", "no, Tuesday", "2026-12-01"],
  ["en", "Monday, no, Thursday", "2026-12-03"],
  ["en", "2027-02-28", "2027-02-28"],
  ["en", "the thirtieth of February", null],
  ["en", "half past three", null],
  ["de", "morgen um halb vier", "2026-11-30"],
  ["de", "übermorgen", "2026-12-01"],
  ["de", "Guten Morgen, heute bitte", "2026-11-29"],
  ["de", "am Dienstag um zehn", "2026-12-01"],
  ["de", "nächste Woche Donnerstag", "2026-12-03"],
  ["de", "in vierzehn Tagen", "2026-12-13"],
  ["de", "in einer Woche", "2026-12-06"],
  ["de", "am dritten Dezember", "2026-12-03"],
  ["de", "am einundzwanzigsten Januar", "2027-01-21"],
  ["de", "3.12.", "2026-12-03"],
  ["de", "am 24.12.2027 um 10 Uhr", "2027-12-24"],
  ["de", "am zweiten um neun", "2026-12-02"],
  ["de", "nein, nicht am Montag, sondern am Mittwoch", "2026-12-02"],
  ["de", "das erste Mal", null],
  ["es", "el martes a las cinco", "2026-12-01"],
  ["es", "mañana por la mañana", "2026-11-30"],
  ["es", "pasado mañana", "2026-12-01"],
  ["es", "el tres de diciembre", "2026-12-03"],
  ["es", "dentro de dos semanas", "2026-12-13"],
  ["es", "el viernes de la semana que viene", "2026-12-04"],
  ["fr", "mardi à 17 h", "2026-12-01"],
  ["fr", "demain matin", "2026-11-30"],
  ["fr", "après-demain", "2026-12-01"],
  ["fr", "le premier décembre", "2026-12-01"],
  ["fr", "le vingt-quatre décembre", "2026-12-24"],
  ["fr", "dans dix jours", "2026-12-09"],
  ["hi", "कल तीन बजे", "2026-11-30"],
  ["hi", "परसों", "2026-12-01"],
  ["hi", "मंगलवार को", "2026-12-01"],
  ["hi", "तीन दिसंबर", "2026-12-03"],
  ["hi", "पाँच दिन बाद", "2026-12-04"],
];

describe("a day that somebody names", () => {
  it.each(days)("is read, in %s: %s", (language, said, day) => {
    expect(readDate(said, { language, today: TODAY })).toBe(day);
  });

  it("is said and read as the same day, in every language", () => {
    const next = fc.integer({ min: 0, max: 364 }).map((ahead) => dayAfter(TODAY, ahead));
    fc.assert(
      fc.property(fc.constantFrom(...HEARD_LANGUAGES), next, (language, day) => {
        expect(readDate(`${sayDate(day, language)}.`, { language, today: TODAY })).toBe(day);
      }),
      { numRuns: 500 },
    );
  });

  it("is the next one of its name, never today and never more than a week away", () => {
    const names: Record<HeardLanguage, string[]> = {
      en: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
      de: ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
      es: ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
      fr: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
      hi: ["सोमवार", "मंगलवार", "बुधवार", "गुरुवार", "शुक्रवार", "शनिवार", "रविवार"],
    };
    const anyDay = fc.integer({ min: 0, max: 3_000 }).map((ahead) => dayAfter("2024-01-01", ahead));
    fc.assert(
      fc.property(
        fc.constantFrom(...HEARD_LANGUAGES),
        fc.integer({ min: 0, max: 6 }),
        anyDay,
        (language, at, today) => {
          const day = readDate(names[language][at] ?? "", { language, today }) ?? "";
          expect(new Date(`${day}T00:00:00Z`).getUTCDay()).toBe((at + 1) % 7);
          const away = (Date.parse(day) - Date.parse(today)) / 86_400_000;
          expect(away).toBeGreaterThanOrEqual(1);
          expect(away).toBeLessThanOrEqual(7);
        },
      ),
    );
  });

  it("is not read where it needs today and today is not known", () => {
    expect(readDate("tomorrow", { language: "en", today: null })).toBeNull();
    expect(readDate("December 3, 2026", { language: "en", today: null })).toBe("2026-12-03");
  });
});

const times: [HeardLanguage, string, string | null][] = [
  ["en", "tomorrow at half past three", "15:30"],
  ["en", "quarter to nine in the morning", "08:45"],
  ["en", "a quarter past two", "14:15"],
  ["en", "ten past four", "16:10"],
  ["en", "twenty to eleven", "10:40"],
  ["en", "at three", "15:00"],
  ["en", "3 pm", "15:00"],
  ["en", "at 3:30 p.m.", "15:30"],
  ["en", "nine o'clock", "09:00"],
  ["en", "at three forty five", "15:45"],
  ["en", "at eight in the evening", "20:00"],
  ["en", "five in the morning", "05:00"],
  ["en", "at noon", "12:00"],
  ["en", "12 am", "00:00"],
  ["en", "at three, no, at four", "16:00"],
  ["en", "not at three but at five", "17:00"],
  ["en", "in three days", null],
  ["en", "on Tuesday", null],
  ["de", "morgen um halb vier", "15:30"],
  ["de", "um Viertel nach drei", "15:15"],
  ["de", "Viertel vor neun", "08:45"],
  ["de", "dreiviertel vier", "15:45"],
  ["de", "fünf nach halb zehn", "09:35"],
  ["de", "zehn vor acht", "07:50"],
  ["de", "um 15 Uhr", "15:00"],
  ["de", "um fünfzehn Uhr dreißig", "15:30"],
  ["de", "14:05", "14:05"],
  ["de", "um acht Uhr abends", "20:00"],
  ["de", "gegen elf", "11:00"],
  ["de", "mittags", "12:00"],
  ["de", "am 3.12. um 10 Uhr", "10:00"],
  ["es", "el martes a las cinco", "17:00"],
  ["es", "a las cinco y media de la tarde", "17:30"],
  ["es", "a las nueve menos cuarto de la mañana", "08:45"],
  ["es", "a la una y cuarto", "13:15"],
  ["es", "a las 17:20", "17:20"],
  ["es", "al mediodía", "12:00"],
  ["fr", "mardi à 17 h", "17:00"],
  ["fr", "à dix-sept heures trente", "17:30"],
  ["fr", "à cinq heures et demie", "17:30"],
  ["fr", "à neuf heures moins le quart", "08:45"],
  ["fr", "17h15", "17:15"],
  ["fr", "à midi", "12:00"],
  ["fr", "demain après-midi à trois heures", "15:00"],
  ["hi", "तीन बजे", "15:00"],
  ["hi", "साढ़े तीन बजे", "15:30"],
  ["hi", "सवा दस बजे", "10:15"],
  ["hi", "पौने नौ बजे", "08:45"],
  ["hi", "डेढ़ बजे", "13:30"],
  ["hi", "सुबह पाँच बजे", "05:00"],
  ["hi", "शाम सात बजे", "19:00"],
];

describe("a time that somebody names", () => {
  it.each(times)("is read, in %s: %s", (language, said, time) => {
    expect(readTime(said, language)).toBe(time);
  });

  it("is said and read as the same time, in every language", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...HEARD_LANGUAGES),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        (language, hour, minute) => {
          const time = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
          expect(readTime(sayTime(time, language), language)).toBe(time);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("is read beside a day, whichever comes first", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 7, max: 20 }),
        fc.boolean(),
        (ahead, hour, isDayFirst) => {
          const day = dayAfter(TODAY, ahead);
          const parts = [sayDate(day, "de"), `um ${sayTime(`${String(hour).padStart(2, "0")}:30`, "de")}`];
          const said = (isDayFirst ? parts : parts.reverse()).join(" ");
          expect(readDate(said, { language: "de", today: TODAY })).toBe(day);
          expect(readTime(said, "de")).toBe(`${String(hour).padStart(2, "0")}:30`);
        },
      ),
    );
  });
});

it("nobody's words hold the reading of days and times up", () => {
  for (const piece of ["in the ", "1 ", " ", "the day after ", "3.", "quarter to ", "0:"]) {
    const said = piece.repeat(Math.ceil(1_000_000 / piece.length));
    for (const language of HEARD_LANGUAGES) {
      endByForce(() => [readDate(said, { language, today: TODAY }), readTime(said, language)]);
    }
  }
});

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
