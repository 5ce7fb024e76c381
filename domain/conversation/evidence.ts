import { DAY_MS } from "../time/durations.rules.ts";
import type { ExtractionVariable } from "./agent-graph.ts";
import type { ConversationEntry } from "./entries.ts";
import { readDate } from "./heard/dates.ts";
import { HEARD_LANGUAGES } from "./heard/fold-words.ts";
import { readTime } from "./heard/times.ts";
import { readDigits, readNumbers } from "./spoken-numbers.ts";

/** The person's own words that a variable rests on, and where they are. */
export interface Evidence {
  text: string;
  /** When they were said, as ISO 8601; null: not known. */
  at: string | null;
  entry_id: number | null;
}

/** A variable as it was taken from a conversation; without evidence there is no value. */
export interface ExtractedValue {
  value: string | number | boolean;
  evidence: Evidence;
}

type Value = ExtractedValue["value"];
type PersonEntry = Extract<ConversationEntry, { speaker: "person" }>;

/**
 * Returns the evidence of a value, or null: nobody said it. This is the one rule for values that models extract.
 *
 * With a quote, the quote has to be in the person's words, however it is written, and the value has to follow from it: a number is
 * one that the quote can be read as; a yes or no has an answer in it, and not the opposite one; digits of a text, as of a telephone
 * number or a date, are in it; and a text shares a word with it or sums up a sentence that says something. Without a quote the last
 * words of the person that literally contain the value are its evidence. What the agent said, notes and silence are never evidence.
 */
export const findEvidence = (
  entries: readonly ConversationEntry[],
  {
    variable,
    value,
    quote,
  }: { variable: Pick<ExtractionVariable, "name" | "type">; value: Value; quote: string | null },
): Evidence | null => {
  const said = entries.filter(isPersonsWords).reverse();
  if (quote !== null) {
    const wanted = normalize(quote);
    const source = wanted === "" ? undefined : said.find(({ text }) => ` ${normalize(text)} `.includes(` ${wanted} `));
    const ground = { quote, variable, at: source?.at ?? null, isDerivable: true };
    return source && follows(value, ground) ? cite(source, quote) : null;
  }
  const source = said.find(({ text, at = null }) => follows(value, { quote: text, variable, at, isDerivable: false }));
  return source ? cite(source, source.text) : null;
};

/** An event on their side stands in parentheses; keys that were pressed are an answer all the same. */
const isPersonsWords = (entry: ConversationEntry): entry is PersonEntry =>
  entry.speaker === "person" && (!/^\(.*\)$/s.test(entry.text.trim()) || PRESSED.test(entry.text.trim()));

const PRESSED = /^\(pressed [\d*#]+\)$/;

const LONGEST_EVIDENCE = 500;

const cite = ({ id, at }: PersonEntry, text: string): Evidence => ({
  text: text.trim().slice(0, LONGEST_EVIDENCE),
  at: at ?? null,
  entry_id: id ?? null,
});

/** Case, accents, punctuation and spacing are the writer's, not the person's. */
const normalize = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

interface Ground {
  quote: string;
  variable: Pick<ExtractionVariable, "name" | "type">;
  /** When it was said, as ISO 8601; null: not known. */
  at: string | null;
  /** The speaker chose these words for this value, so that it may sum them up. */
  isDerivable: boolean;
}

const follows = (value: Value, ground: Ground): boolean => {
  if (typeof value === "number") return readNumbers(ground.quote).has(value);
  if (typeof value === "boolean") return answers(value, ground);
  return isText(value, ground);
};

const YES = new Set(
  "yes yeah yep yup sure correct right true ok okay absolutely definitely certainly indeed agree agreed gladly please ja jawohl jo genau klar gern gerne richtig stimmt sicher natürlich einverstanden 1"
    .split(" ")
    .map(normalize),
);
const NO = new Set(
  "no nope nah not never none don't doesn't didn't won't can't isn't aren't wasn't wouldn't without refuse false wrong nein nee nicht kein keine keinen keiner nie niemals ohne falsch 2"
    .split(" ")
    .map((word) => normalize(word).replaceAll(" ", "")),
);

/** A short answer is yes or no by itself; a sentence of their own may be either, when the speaker quotes it for this. */
const answers = (value: boolean, { quote, isDerivable }: Ground): boolean => {
  const words = normalize(quote.replaceAll(/['’]/g, "")).split(" ");
  const yes = words.some((word) => YES.has(word));
  const no = words.some((word) => NO.has(word));
  if (yes !== no) return value === yes || (isDerivable && says(quote) && words.length > SHORT_ANSWER);
  return isDerivable && says(quote) && (yes || words.length > SHORT_ANSWER);
};

const SHORT_ANSWER = 3;

const isText = (value: string, ground: Ground): boolean => {
  const { quote, variable, isDerivable } = ground;
  const words = normalize(value)
    .split(" ")
    .filter((word) => word !== "");
  if (words.length === 0) return false;
  if (` ${normalize(quote)} `.includes(` ${words.join(" ")} `)) return true;
  const digits = value.replaceAll(/\D/g, "");
  if (DATE.test(value)) return namesDay(value, ground) || (isDerivable && tellsADay(value, quote));
  if (TIME.test(value) && HEARD_LANGUAGES.some((language) => readTime(quote, language) === value)) return true;
  if (digits !== "") return hasDigits(digits, quote) && (isDerivable || /^[\d\s+()./-]+$/.test(value));
  const spelled = spellOut(value);
  if (spelled !== "" && spellOut(quote).includes(spelled)) return true;
  if (!isDerivable) return false;
  const shared = words.some(
    (word) => word.length > 2 && !FILLERS.has(word) && normalize(quote).split(" ").includes(word),
  );
  return shared || (!isLiteral(variable.name, value) && says(quote));
};

const DATE = /^\d{4}-\d{2}(-\d{2})?(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/;
const TIME = /^\d{2}:\d{2}$/;

/**
 * Tells whether the words name this very day. Where they were said it may be a day earlier or later than in UTC; where it is not
 * known when, some day of the two weeks before has to make them name it.
 */
const namesDay = (value: string, { quote, at }: Ground): boolean => {
  const day = value.slice(0, 10);
  const said = Date.parse(at ?? day);
  if (Number.isNaN(said)) return false;
  const apart = at === null ? Array.from({ length: 15 }, (_, days) => -days) : [0, -1, 1];
  const todays = apart.map((days) => new Date(said + days * DAY_MS).toISOString().slice(0, 10));
  return HEARD_LANGUAGES.some((language) => todays.some((today) => readDate(quote, { language, today }) === day));
};

const DAYS =
  /\b(today|tonight|tomorrow|yesterday|day|week|weekend|month|(mon|tues|wednes|thurs|fri|satur|sun)day|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|heute|morgen|übermorgen|gestern|woche|monat|tag|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)/iu;

/** A day is said as a number or by its name; the month and the year may go without saying. */
const tellsADay = (value: string, quote: string): boolean => {
  const [, , day] = value.split(/[-T]/);
  return DAYS.test(quote) || (day !== undefined && readNumbers(quote).has(Number(day)));
};

/** A number of a country may be said as at home: its last digits are what is said, without the 0 before them. */
const hasDigits = (digits: string, quote: string): boolean => {
  const said = readDigits(quote);
  const atHome = said.replace(/^0+/, "");
  return (
    said.includes(digits) || (atHome.length >= 6 && digits.endsWith(atHome)) || readNumbers(quote).has(Number(digits))
  );
};

/** Addresses are spelled: "ada at example dot org", "A-D-A". */
const spellOut = (text: string): string =>
  normalize(text.replaceAll("@", " at ").replaceAll(".", " dot "))
    .split(" ")
    .filter((word) => !SPELLED.has(word))
    .join("");

const SPELLED: ReadonlySet<string> = new Set([
  "at",
  "dot",
  "dash",
  "minus",
  "underscore",
  "punkt",
  "klammeraffe",
  "bindestrich",
]);

/** Names, addresses and the like are what somebody says, and never a summary of it. */
const isLiteral = (name: string, value: string): boolean =>
  /name|mail|phone|number|nummer|address|adresse|street|stra[sß]e|city|ort|zip|plz|iban|code|id$/i.test(name) ||
  /@/.test(value);

/** Words that answer nothing by themselves: greetings, questions back, doubt and refusals. */
const FILLERS: ReadonlySet<string> = new Set(
  "hello hi hey good morning afternoon evening who is this what why how are you i im me my it its that the a an and or but so well um uh hm hmm huh pardon sorry excuse say again repeat dont do not know wont tell will no idea maybe perhaps rather prefer cant can could would you your anything nothing something none of business mind matter please stop bye goodbye thanks thank to for with want wish have talk speak about answer wer ist da was wie bitte hallo guten tag morgen abend ich weiß weiss nicht sage sag ihnen das dir du sie keine ahnung vielleicht nochmal wiederholen tschüss danke auf wiederhören"
    .split(" ")
    .map(normalize),
);

/** Tells whether words say something: two that are more than greeting, doubt or refusal. */
const says = (quote: string): boolean =>
  new Set(
    normalize(quote.replaceAll(/['’]/g, ""))
      .split(" ")
      .filter((word) => word.length > 1 && !FILLERS.has(word)),
  ).size >= 2;
