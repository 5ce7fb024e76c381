import { foldWords, type HeardLanguage, wholeWords } from "./fold-words.ts";
import { writeAsDigits } from "./number-words.ts";

interface Clock {
  hour: number;
  minute: number;
  /** Said as it stands on a clock of 24 hours. */
  isExact?: boolean;
}
type Groups = Readonly<Record<string, string | undefined>>;
interface Way {
  pattern: RegExp;
  read(groups: Groups): Clock;
}

const numberIn = (groups: Groups, name: string): number => Number(groups[name] ?? 0);
/** Minutes after an hour, or before it where they are negative. */
const around =
  (minutes: number | ((groups: Groups) => number)) =>
  (groups: Groups): Clock => {
    const added = typeof minutes === "number" ? minutes : minutes(groups);
    const hour = numberIn(groups, "hour");
    return added < 0 ? { hour: hour === 1 ? 12 : hour - 1, minute: 60 + added } : { hour, minute: added };
  };
const minutesOf = (groups: Groups) => numberIn(groups, "minute");
const at = (hour: number) => (): Clock => ({ hour, minute: 0, isExact: true });
const way = (pattern: string, read: Way["read"]): Way => ({ pattern: wholeWords(pattern), read });

const HOUR = "(?<hour>\\d{1,2})";
const MINUTE = "(?<minute>\\d{1,2})";
const ON_THE_CLOCK = way(`${HOUR}:(?<minute>\\d{2})`, around(minutesOf));

/** The ways to say a time, the most telling first; what one has read, no later one reads again. */
const WAYS: Readonly<Record<HeardLanguage, readonly Way[]>> = {
  en: [
    ON_THE_CLOCK,
    way("noon|midday", at(12)),
    way("midnight", at(0)),
    way(`half (?:past )?${HOUR}`, around(30)),
    way(`quarter (?:past|after) ${HOUR}`, around(15)),
    way(`quarter (?:to|before) ${HOUR}`, around(-15)),
    way(`${MINUTE} (?:minutes )?(?:past|after) ${HOUR}`, around(minutesOf)),
    way(
      `${MINUTE} (?:minutes )?(?:to|before) ${HOUR}`,
      around((groups) => -minutesOf(groups)),
    ),
    way(`(?:at|around|about|by) ${HOUR}[ .](?<minute>[0-5]\\d)`, around(minutesOf)),
    way(`${HOUR}[ .](?<minute>[0-5]\\d) ?(?=[ap]\\.? ?m\\b)`, around(minutesOf)),
    way(`${HOUR} ?(?:o'? ?clock|(?=[ap]\\.? ?m\\b)[ap]\\.? ?m)`, around(0)),
    way(`${HOUR}(?= in the (?:morning|afternoon|evening))`, around(0)),
    way(`(?:at|around|about|by|make it) ${HOUR}(?! (?:days?|weeks?|people|persons|of))`, around(0)),
  ],
  de: [
    ON_THE_CLOCK,
    way("mitternacht", at(0)),
    way(`dreiviertel ${HOUR}`, around(-15)),
    way(`viertel nach ${HOUR}`, around(15)),
    way(`viertel vor ${HOUR}`, around(-15)),
    way(`viertel ${HOUR}`, around(-45)),
    way(
      `${MINUTE} (?:minuten )?nach halb ${HOUR}`,
      around((groups) => minutesOf(groups) - 30),
    ),
    way(
      `${MINUTE} (?:minuten )?vor halb ${HOUR}`,
      around((groups) => -minutesOf(groups) - 30),
    ),
    way(`halb ${HOUR}`, around(-30)),
    way(`${MINUTE} (?:minuten )?nach ${HOUR}`, around(minutesOf)),
    way(
      `${MINUTE} (?:minuten )?vor ${HOUR}`,
      around((groups) => -minutesOf(groups)),
    ),
    way(`${HOUR} uhr (?<minute>[0-5]?\\d)`, around(minutesOf)),
    way(`${HOUR}\\.(?<minute>[0-5]\\d) ?uhr`, around(minutesOf)),
    way(`${HOUR} ?uhr`, around(0)),
    way(`(?:um|gegen|ab) ${HOUR}(?! (?:tagen?|wochen?|personen))`, around(0)),
    way("mittags?", at(12)),
  ],
  es: [
    ON_THE_CLOCK,
    way("mediodia", at(12)),
    way("medianoche", at(0)),
    way(`las? ${HOUR} y media`, around(30)),
    way(`las? ${HOUR} y cuarto`, around(15)),
    way(`las? ${HOUR} menos cuarto`, around(-15)),
    way(
      `las? ${HOUR} menos ${MINUTE}`,
      around((groups) => -minutesOf(groups)),
    ),
    way(`las? ${HOUR} y ${MINUTE}`, around(minutesOf)),
    way(`${HOUR} horas`, around(0)),
    way(`las? ${HOUR}(?! (?:personas|dias|semanas))`, around(0)),
  ],
  fr: [
    ON_THE_CLOCK,
    way("midi et demie?", () => ({ hour: 12, minute: 30, isExact: true })),
    way("(?<!apres )midi", at(12)),
    way("minuit", at(0)),
    way(`${HOUR} ?h(?:eures?)? et demie?`, around(30)),
    way(`${HOUR} ?h(?:eures?)? et quart`, around(15)),
    way(`${HOUR} ?h(?:eures?)? moins le quart`, around(-15)),
    way(
      `${HOUR} ?h(?:eures?)? moins ${MINUTE}`,
      around((groups) => -minutesOf(groups)),
    ),
    way(`${HOUR} ?h(?:eures?)? ?(?<minute>[0-5]?\\d)`, around(minutesOf)),
    way(`${HOUR} ?h(?:eures?)?`, around(0)),
  ],
  hi: [
    ON_THE_CLOCK,
    way(`साढ़े ${HOUR}`, around(30)),
    way(`सवा ${HOUR}`, around(15)),
    way(`पौने ${HOUR}`, around(-15)),
    way("डेढ़ बजे", () => ({ hour: 1, minute: 30 })),
    way("ढाई बजे", () => ({ hour: 2, minute: 30 })),
    way(`${HOUR} बजकर ${MINUTE}`, around(minutesOf)),
    way(`${HOUR} बजे`, around(0)),
  ],
};

const BEFORE_NOON: Readonly<Record<HeardLanguage, RegExp>> = {
  en: wholeWords("a\\.? ?m|morning"),
  de: wholeWords("morgens|fruh|vormittags?|am morgen|in der fruh"),
  es: wholeWords("(?:de|por) la manana"),
  fr: wholeWords("du matin|le matin"),
  hi: wholeWords("सुबह"),
};
const AFTER_NOON: Readonly<Record<HeardLanguage, RegExp>> = {
  en: wholeWords("p\\.? ?m|afternoon|evening|tonight|night"),
  de: wholeWords("nachmittags?|abends?|nachts"),
  es: wholeWords("(?:de|por) la (?:tarde|noche)"),
  fr: wholeWords("(?:de |l')?apres midi|du soir|le soir|ce soir"),
  hi: wholeWords("दोपहर|शाम|रात"),
};
const NEGATIONS = /(?:^|[^\p{L}\p{M}])(?:not|nicht|no|pas|नहीं)(?: (?:at|um|a|am|on))? $/u;

/**
 * Returns the last time of day that somebody named, as `HH:MM`; null: none. Without a part of the day an hour from one to
 * six is in the afternoon, when people have appointments.
 */
export const readTime = (text: string, language: HeardLanguage): string | null => {
  let rest = writeAsDigits(foldWords(text), language);
  const whole = rest;
  let last: { index: number; clock: Clock; text: string } | null = null;
  for (const { pattern, read } of WAYS[language]) {
    for (const match of rest.matchAll(pattern)) {
      const clock = read(match.groups ?? {});
      const isTime = clock.hour <= 24 && clock.minute < 60 && !NEGATIONS.test(rest.slice(0, match.index));
      if (isTime && (last === null || match.index > last.index)) last = { index: match.index, clock, text: match[0] };
    }
    rest = rest.replaceAll(pattern, (found) => "_".repeat(found.length));
  }
  if (last === null) return null;
  const isExact = last.clock.isExact === true || /^0\d/.test(last.text);
  return format(isExact ? last.clock : { ...last.clock, hour: inDay(last.clock.hour, partOf(whole, language)) });
};

const partOf = (words: string, language: HeardLanguage): "before" | "after" | null => {
  if (words.search(AFTER_NOON[language]) !== -1) return "after";
  return words.search(BEFORE_NOON[language]) === -1 ? null : "before";
};

const LATEST_AFTERNOON_HOUR = 6;

const inDay = (hour: number, part: "before" | "after" | null): number => {
  if (hour > 12 || hour === 0) return hour;
  if (part === "before") return hour === 12 ? 0 : hour;
  const isAfter = part === "after" ? hour < 12 : hour <= LATEST_AFTERNOON_HOUR;
  return isAfter ? hour + 12 : hour;
};

const format = ({ hour, minute }: Clock): string =>
  `${String(hour % 24).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;

/** Says a time (`HH:MM`) as people of the language say it, so that `readTime` reads the same. */
export const sayTime = (time: string, language: HeardLanguage): string => {
  const [hours = "0", minutes = "00"] = time.split(":");
  const hour = Number(hours);
  if (language === "en") {
    const twelve = hour % 12 === 0 ? 12 : hour % 12;
    return `${twelve}${minutes === "00" ? "" : `:${minutes}`} ${hour < 12 ? "am" : "pm"}`;
  }
  // A leading zero tells an hour of the night from one of the afternoon.
  const said = hour > 0 && hour <= LATEST_AFTERNOON_HOUR ? hours : String(hour);
  if (language === "de") return minutes === "00" ? `${said} Uhr` : `${said}:${minutes} Uhr`;
  if (language === "fr") return minutes === "00" ? `${said} h` : `${said} h ${minutes}`;
  if (language === "hi") return minutes === "00" ? `${said} बजे` : `${said}:${minutes} बजे`;
  return `${said}:${minutes}`;
};
