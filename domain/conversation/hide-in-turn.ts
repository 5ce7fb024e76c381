import { findHidden, hideInText, replaceSpans } from "../privacy/hide-sensitive.ts";
import type { Redaction } from "../privacy/redaction-setting.ts";
import type { Sensitive, SensitiveKind } from "../privacy/sensitive-kinds.ts";
import { findDigits, type SpokenDigits } from "../privacy/spoken-digits.rules.ts";

/** Words that are stored already, in their order. */
export interface FormerWords {
  id: number;
  speaker: "agent" | "person";
  text: string;
}

/** What a person says in a turn, with what is left out of it, and of the turns before in which they began to say it. */
export interface HiddenTurn {
  text: string;
  /** Former words of the person that are changed. */
  former: { id: number; text: string }[];
  /** Digits that were left out: an agent that reads them back, in parts too, must not say them into its words. */
  digits: { digits: string; kind: SensitiveKind }[];
}

/** Where the agent asks for a number, so many digits are the beginning of one. */
const LEAST_DIGITS = 3;
/** A number is said in at most so many turns. */
const MOST_TURNS = 6;
/** An agent that says more than this in between has gone on to something else, unless it asks for the number again. */
const MOST_WORDS_BETWEEN = 8;

/**
 * Leaves out what is sensitive in a person's words: what is known by a check or its form; a number that is said in several turns, of
 * which those before are changed too; and where the agent has asked for a number, every part of it at once.
 */
export const hideInTurn = (text: string, former: readonly FormerWords[], redaction: Redaction): HiddenTurn => {
  const runs = findDigits(text);
  const joined = joinTurns(runs, former, redaction);
  const spans: Sensitive[] = joined ? [joined.here] : [];
  const add = (span: Sensitive) => {
    if (!spans.some(({ start, end }) => start < span.end && span.start < end)) spans.push(span);
  };
  for (const span of findHidden(text, redaction)) add(span);
  const expected = askedFor(former, redaction) ?? goesOn(former, redaction);
  for (const { digits, start, end } of runs)
    if (expected && digits.length >= expected.least) add({ kind: expected.kind, start, end });
  const hidden = runs.flatMap((run) => {
    const span = spans.find(({ start, end }) => start < run.end && run.start < end);
    return span ? [{ digits: run.digits, kind: span.kind }] : [];
  });
  return {
    text: replaceSpans(text, spans),
    former: joined?.former ?? [],
    digits: [...hidden, ...(joined?.digits ?? [])],
  };
};

/** Leaves what is sensitive out of an agent's sentence, and what it reads back of digits that were left out. */
export const hideInSentence = (text: string, redaction: Redaction, digits: HiddenTurn["digits"]): string => {
  if (digits.length === 0) return hideInText(text, redaction);
  const spans: Sensitive[] = findHidden(text, redaction);
  for (const { digits: said, start, end } of findDigits(text)) {
    const read = said.length >= LEAST_DIGITS && digits.find((hidden) => hidden.digits.includes(said));
    if (read && !spans.some((span) => span.start < end && start < span.end))
      spans.push({ kind: read.kind, start, end });
  }
  return replaceSpans(text, spans);
};

const QUESTIONS: readonly (readonly [SensitiveKind, RegExp])[] = [
  ["iban", /\biban\b|bank account|account number|kontonummer|número de cuenta|numéro de compte|numer konta/iu],
  [
    "card",
    /(?:credit|debit|bank|payment) ?card|card number|kreditkarte|kartennummer|karten|tarjeta|carte (?:bancaire|de crédit|bleue)|numéro de (?:la |votre )?carte|kart[ayęi]/iu,
  ],
  [
    "national_id",
    /social security|\bssn\b|\bid number|national id|steuer-?id|identifikationsnummer|ausweisnummer|\bn\.?i\.?[fe]\b|\bd\.?n\.?i\b|sécurité sociale|\bnir\b|pesel/iu,
  ],
  [
    "phone_number",
    /(?:phone|telephone|mobile|cell|contact) ?number|number (?:can|do|should|may) (?:we|i)|reach you|call you back|telefonnummer|handynummer|rufnummer|(?:unter|auf) welcher nummer|número de (?:teléfono|móvil)|teléfono|numéro de (?:téléphone|portable)|téléphone|numer telefonu/iu,
  ],
  [
    "password",
    /passwor[dt]|passcode|\bpin\b|kennwort|geheimzahl|contraseña|\bclave\b|mot de passe|code secret|hasł[oa]/iu,
  ],
];

/** Returns the kind that the agent's words since the person last spoke ask for. */
const askedFor = (former: readonly FormerWords[], { kinds }: Redaction): Expected | null => {
  const said = agentWordsSince(former);
  const kind = QUESTIONS.find(([kind, words]) => kinds.has(kind) && words.test(said))?.[0];
  return kind === undefined ? null : { kind, least: LEAST_DIGITS };
};

interface Expected {
  kind: SensitiveKind;
  /** So many digits are part of it. */
  least: number;
}

const agentWordsSince = (former: readonly FormerWords[]): string => {
  const last = former.findLastIndex(({ speaker }) => speaker === "person");
  return former
    .slice(last + 1)
    .map(({ text }) => text)
    .join(" ");
};

const LEFT_OUT = /\[([a-z_]+)\][\s.,;!?)]*$/;
/** Returns the kind of the number that the person was about to say, and goes on with. */
const goesOn = (former: readonly FormerWords[], { kinds }: Redaction): Expected | null => {
  const last = former.findLast(({ speaker }) => speaker === "person");
  const name = LEFT_OUT.exec(last?.text ?? "")?.[1];
  const between = agentWordsSince(former);
  if (name === undefined || between.split(/\s+/).length > MOST_WORDS_BETWEEN) return null;
  const kind = [...kinds].find((each) => each === name);
  return kind === undefined ? null : { kind, least: between.includes("?") ? LEAST_DIGITS : 1 };
};

interface Part extends SpokenDigits {
  id: number | null;
}

/** Finds a number whose beginning the person has said in turns before. */
const joinTurns = (runs: readonly SpokenDigits[], former: readonly FormerWords[], redaction: Redaction) => {
  const first = runs[0];
  if (!first) return null;
  const parts: Part[] = [{ ...first, id: null }];
  const said = former.filter(({ speaker }) => speaker === "person").slice(-MOST_TURNS);
  // The end of a number may look like a shorter one: the longest counts.
  let longest: ReturnType<typeof leaveOut> = null;
  for (const words of said.toReversed()) {
    const found = findDigits(words.text);
    const last = found.at(-1);
    if (!last) break;
    parts.unshift({ ...last, id: words.id });
    const kind = parts.length > 1 ? judgeWhole(parts, redaction) : null;
    if (kind) longest = leaveOut(parts, { kind, said });
    // Words before its digits: the number began here.
    if (found.length > 1) break;
  }
  return longest;
};

const judgeWhole = (parts: readonly Part[], redaction: Redaction): SensitiveKind | null => {
  const digits = parts.map((part) => part.digits).join("");
  const [found] = findHidden(digits, redaction);
  if (found && found.start === 0 && found.end === digits.length) return found.kind;
  const [spaced] = findHidden(`${Array.from(digits, (digit) => WORDS[Number(digit)]).join(" ")}.`, redaction);
  return spaced?.start === 0 && digits.length >= LEAST_JOINED ? spaced.kind : null;
};
const WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
/** Digits of several turns without a question before them may be a telephone number from here on. */
const LEAST_JOINED = 9;

const leaveOut = (
  parts: readonly Part[],
  { kind, said }: { kind: SensitiveKind; said: readonly FormerWords[] },
): { here: Sensitive; former: HiddenTurn["former"]; digits: HiddenTurn["digits"] } | null => {
  const here = parts.at(-1);
  if (!here) return null;
  const former = parts.flatMap(({ id, start, end }) => {
    const words = said.find((each) => each.id === id);
    return words ? [{ id: words.id, text: replaceSpans(words.text, [{ kind, start, end }]) }] : [];
  });
  const digits = parts.map((part) => part.digits).join("");
  return { here: { kind, start: here.start, end: here.end }, former, digits: [{ digits, kind }] };
};
