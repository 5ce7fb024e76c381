import { DAY_MS } from "../../time/durations.rules.ts";
import { DATE_WORDS, type DateWords } from "./date-words.ts";
import { anyOf, foldWords, type HeardLanguage, MOST_READ_CHARACTERS, wholeWords } from "./fold-words.ts";
import { writeAsDigits } from "./number-words.ts";

interface Heard {
  index: number;
  /** `YYYY-MM-DD` */
  day: string;
}

const WRITTEN = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g;
const NOT = "(?:^|[^\\p{L}\\p{M}])(?:not|nicht|no|pas|नहीं)(?: (?:on|am|el|le|the))? $";
const NEGATED = new RegExp(NOT, "u");

/**
 * Returns the last day that somebody named, as `YYYY-MM-DD`: as a date, from today on where it has no year, by its distance
 * from today, or by the name of the weekday that comes next. Null: none, or one that needs `today`, which is not known.
 */
export const readDate = (
  text: string,
  { language, today }: { language: HeardLanguage; today: string | null },
): string | null => {
  const [written] = [...text.slice(0, MOST_READ_CHARACTERS).matchAll(WRITTEN)].slice(-1);
  if (written) return toDay(Number(written[1]), Number(written[2]), Number(written[3]));
  const folded = writeAsDigits(foldWords(text), language);
  const dates = readDates(folded, DATE_WORDS[language], today);
  const found = dates.length > 0 || today === null ? dates : readNearDays(folded, DATE_WORDS[language], today);
  return found.reduce<Heard | null>((last, next) => (last && last.index > next.index ? last : next), null)?.day ?? null;
};

/** Days with a number: "the third of December", "December 3", "3.12.", "the third". */
const readDates = (folded: string, words: DateWords, today: string | null): Heard[] => {
  const month = `(?<month>${anyOf(Object.keys(words.months))})`;
  const year = "(?:(?:,| de| del)? (?<year>\\d{4}))?";
  const joined = words.monthJoiner === "" ? "" : `(?:${words.monthJoiner} )?`;
  const patterns = [
    `(?<day>\\d{1,2})[#.]? ?${joined}${month}${year}`,
    ...(words.monthFirst ? [`${month} (?:the )?(?<day>\\d{1,2})#?${year}`] : []),
    ...(words.dotted ? ["(?<day>\\d{1,2})\\. ?(?<number>\\d{1,2})\\.?(?: ?(?<year>\\d{4}))?"] : []),
    ...words.dayAlone,
  ];
  for (const pattern of patterns) {
    const found = [...folded.matchAll(wholeStart(pattern))].flatMap(({ index, groups = {} }): Heard[] => {
      if (NEGATED.test(folded.slice(0, index))) return [];
      const number =
        groups["month"] === undefined ? Number(groups["number"] ?? 0) : (words.months[groups["month"]] ?? 0);
      const given = { day: Number(groups["day"]), month: number, year: Number(groups["year"] ?? 0) };
      const day = completeDay(given, today);
      return day === null ? [] : [{ index, day }];
    });
    if (found.length > 0) return found;
  }
  return [];
};

/** A dot ends a date, so only its beginning is the beginning of a word. */
const wholeStart = (pattern: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}\\p{N}.])(?:${pattern})(?![\\p{L}\\p{M}\\p{N}:])`, "gu");

const MOST_MONTHS_AHEAD = 12;

/** Adds the month and the year that went without saying: the first such day from today on. */
const completeDay = (given: { day: number; month: number; year: number }, today: string | null): string | null => {
  if (given.year > 0) return toDay(given.year, given.month, given.day);
  if (today === null) return null;
  const [year = 0, month = 0] = today.split("-").map(Number);
  for (let ahead = 0; ahead <= MOST_MONTHS_AHEAD; ahead += 1) {
    const of = { year: year + Math.floor((month - 1 + ahead) / 12), month: ((month - 1 + ahead) % 12) + 1 };
    if (given.month > 0 && of.month !== given.month) continue;
    const day = toDay(of.year, of.month, given.day);
    if (day !== null && day >= today) return day;
  }
  return null;
};

/** Days by their distance from today, or by their names. */
const readNearDays = (folded: string, words: DateWords, today: string): Heard[] => {
  const found: Heard[] = [];
  let rest = folded;
  const take = (pattern: RegExp, dayOf: (match: RegExpMatchArray) => string | null) => {
    for (const match of rest.matchAll(pattern)) {
      const day = NEGATED.test(rest.slice(0, match.index)) ? null : dayOf(match);
      if (day !== null) found.push({ index: match.index ?? 0, day });
    }
    rest = rest.replaceAll(pattern, (each) => "_".repeat(each.length));
  };
  for (const [phrase, days] of words.near) take(wholeWords(phrase), () => addDays(today, days));
  for (const { pattern, isWeeks } of words.distances) {
    take(wholeWords(pattern), ({ groups = {} }) => addDays(today, Number(groups["count"] ?? 1) * (isWeeks ? 7 : 1)));
  }
  const isNextWeek = rest.search(wholeWords(words.nextWeek)) !== -1;
  const weekday = wholeWords(`(?<name>${anyOf(Object.keys(words.weekdays))})`);
  take(weekday, ({ groups = {} }) => nextWeekday(today, words.weekdays[groups["name"] ?? ""] ?? 0, isNextWeek));
  return found;
};

/** Weeks begin on Monday (1). The weekday of today means the one in a week: for today people say today. */
const nextWeekday = (today: string, weekday: number, isNextWeek: boolean): string | null => {
  const now = weekdayOf(today);
  return addDays(today, isNextWeek ? 7 - now + weekday : ((weekday - now + 6) % 7) + 1);
};

const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

const addDays = (day: string, days: number): string | null => {
  const at = new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
  return Number.isNaN(at.getTime()) ? null : at.toISOString().slice(0, 10);
};

/** Returns null for a day that no calendar has. */
const toDay = (year: number, month: number, day: number): string | null => {
  const text = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  const at = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text ? null : text;
};

const formats = new Map<HeardLanguage, Intl.DateTimeFormat>();

/** Says a day (`YYYY-MM-DD`) with its weekday, so that `readDate` reads the same within a year. */
export const sayDate = (day: string, language: HeardLanguage): string => {
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return day;
  const format =
    formats.get(language) ??
    new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
      weekday: "long",
      day: "numeric",
      month: "long",
      timeZone: "UTC",
    });
  formats.set(language, format);
  return format.format(at);
};
