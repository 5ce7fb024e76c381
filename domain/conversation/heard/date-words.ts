import { foldWords, type HeardLanguage } from "./fold-words.ts";

/** How a language names days; all words are folded. */
export interface DateWords {
  months: Readonly<Record<string, number>>;
  /** Monday is 1. */
  weekdays: Readonly<Record<string, number>>;
  /** Between a day and its month. */
  monthJoiner: string;
  monthFirst: boolean;
  /** A date is written with dots: "3.12.". */
  dotted: boolean;
  /** Patterns of a day without a month. */
  dayAlone: readonly string[];
  /** Phrases for a number of days from today, the longest first. */
  near: readonly (readonly [phrase: string, days: number])[];
  distances: readonly { pattern: string; isWeeks: boolean }[];
  /** Beside a weekday: that of the week after this one. */
  nextWeek: string;
}

/** Numbers names from one on; names of the same number are joined by a bar. */
const numbered = (names: string): Record<string, number> =>
  Object.fromEntries(
    names.split(" ").flatMap((same, at) => same.split("|").map((name): [string, number] => [foldWords(name), at + 1])),
  );

/** "The third" is a day, and "the third time" is none. */
const endOf = (words: string): string => `(?=[,.;!?]|$| (?:${words}))`;

const COUNT = "(?<count>\\d{1,3})";

export const DATE_WORDS: Readonly<Record<HeardLanguage, DateWords>> = {
  en: {
    months: numbered(
      "january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sept|sep october|oct november|nov december|dec",
    ),
    weekdays: numbered("monday tuesday|tues wednesday thursday|thurs friday saturday sunday"),
    monthJoiner: "of",
    monthFirst: true,
    dotted: false,
    dayAlone: [`(?:the|on) (?<day>\\d{1,2})#${endOf("at|around|please|would|in the|works|then|if")}`],
    near: [
      ["the day after tomorrow|day after tomorrow", 2],
      ["tomorrow", 1],
      ["today|tonight|this (?:morning|afternoon|evening)", 0],
    ],
    distances: [
      { pattern: `in ${COUNT} days?`, isWeeks: false },
      { pattern: `in (?:${COUNT}|a) weeks?`, isWeeks: true },
    ],
    nextWeek: "(?:of )?next week|(?:in )?the week after",
  },
  de: {
    months: numbered("januar|jänner februar märz april mai juni juli august september oktober november dezember"),
    weekdays: numbered("montag|montags dienstag|dienstags mittwoch donnerstag freitag samstag|sonnabend sonntag"),
    monthJoiner: "",
    monthFirst: false,
    dotted: true,
    dayAlone: [`(?:am|den|zum) (?<day>\\d{1,2})(?:#|\\.)${endOf("um|gegen|ab|bitte|ware|passt|geht")}`],
    near: [
      ["ubermorgen", 2],
      ["(?<!guten )(?<!am )(?<!heute )(?<!jeden )morgen", 1],
      ["heute", 0],
    ],
    distances: [
      { pattern: `in ${COUNT} tag(?:en?)?`, isWeeks: false },
      { pattern: `in ${COUNT} wochen?`, isWeeks: true },
    ],
    nextWeek: "(?:in der |der )?(?:nachsten?|kommenden?) woche",
  },
  es: {
    months: numbered(
      "enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre",
    ),
    weekdays: numbered("lunes martes miércoles jueves viernes sábado domingo"),
    monthJoiner: "de",
    monthFirst: false,
    dotted: false,
    dayAlone: ["el (?:dia )?(?<day>\\d{1,2})#?(?! (?:de la|horas))"],
    near: [
      ["pasado manana", 2],
      ["(?<!la )(?<!esta )manana", 1],
      ["hoy|esta (?:manana|tarde|noche)", 0],
    ],
    distances: [
      { pattern: `(?:en|dentro de) ${COUNT} dias?`, isWeeks: false },
      { pattern: `(?:en|dentro de) ${COUNT} semanas?`, isWeeks: true },
    ],
    nextWeek: "(?:de )?la (?:semana que viene|proxima semana|semana proxima)",
  },
  fr: {
    months: numbered("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
    weekdays: numbered("lundi mardi mercredi jeudi vendredi samedi dimanche"),
    monthJoiner: "",
    monthFirst: false,
    dotted: false,
    dayAlone: ["le (?<day>\\d{1,2})#?(?! ?h)"],
    near: [
      ["apres demain", 2],
      ["demain", 1],
      ["aujourd'hui|ce (?:matin|soir)|cet apres midi", 0],
    ],
    distances: [
      { pattern: `dans ${COUNT} jours?`, isWeeks: false },
      { pattern: `dans ${COUNT} semaines?`, isWeeks: true },
    ],
    nextWeek: "(?:de )?la semaine prochaine",
  },
  hi: {
    months: numbered("जनवरी फ़रवरी|फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर|सितम्बर अक्टूबर|अक्तूबर नवंबर|नवम्बर दिसंबर|दिसम्बर"),
    weekdays: numbered("सोमवार मंगलवार|मंगल बुधवार|बुध गुरुवार|बृहस्पतिवार|वीरवार शुक्रवार|शुक्र शनिवार|शनि रविवार|इतवार"),
    monthJoiner: "",
    monthFirst: false,
    dotted: false,
    dayAlone: ["(?<day>\\d{1,2}) तारीख"],
    near: [
      ["परसों", 2],
      ["कल", 1],
      ["आज", 0],
    ],
    distances: [
      { pattern: `${COUNT} दिन(?:ों)? (?:बाद|में)`, isWeeks: false },
      { pattern: `${COUNT} (?:हफ्ते|हफ़्ते|सप्ताह) (?:बाद|में)`, isWeeks: true },
    ],
    nextWeek: "अगले (?:हफ्ते|हफ़्ते|सप्ताह)",
  },
};
