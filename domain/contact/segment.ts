import { DAY_MS } from "../time/durations.rules.ts";
import { type Token, tokenize } from "./segment-tokens.ts";

/* A segment is a part of a contact list that an expression describes: `city = "Berlin" and due < in 3 days`. */

export const LONGEST_SEGMENT = 1_000;
export const MOST_SEGMENTS_OF_LIST = 50;
const MOST_COMPARISONS = 50;
const DEEPEST = 20;

/** A value that a field is compared with. `days`: from today on, in the organization's zone. */
export type SegmentValue =
  | { kind: "text"; text: string }
  | { kind: "number"; number: number }
  | { kind: "day"; day: string }
  | { kind: "days"; days: number };

export type Comparison = "=" | "<" | "<=" | ">" | ">=";

export type Segment =
  | { kind: "and" | "or"; parts: readonly Segment[] }
  | { kind: "not"; part: Segment }
  | { kind: "compare"; field: string; comparison: Comparison; value: SegmentValue }
  | { kind: "contains"; field: string; text: string }
  | { kind: "empty"; field: string };

/** What is wrong with an expression, and where: `at` counts characters from 0. */
export interface SegmentFault {
  at: number;
  message: string;
}

class Fault extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** Parses an expression; the first fault in it is named with its place. */
export const parseSegment = (text: string): { ok: true; segment: Segment } | { ok: false; fault: SegmentFault } => {
  try {
    if (text.length > LONGEST_SEGMENT)
      throw new Fault(LONGEST_SEGMENT, `It is longer than ${LONGEST_SEGMENT} characters`);
    const tokens = tokenize(text);
    const wrong = tokens.find(({ kind }) => kind === "wrong");
    if (wrong) throw new Fault(wrong.at, wrong.text);
    const reader = new Reader(tokens, text.length);
    const segment = reader.readOr(0);
    reader.end();
    return { ok: true, segment };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ok: false, fault: { at: error.at, message: error.message } };
  }
};

const COMPARISONS: readonly string[] = ["=", "<", "<=", ">", ">="];
const isComparison = (text: string): text is Comparison => COMPARISONS.includes(text);
const HOW =
  'Write a comparison, such as city = "Berlin", due < in 3 days, plan in ("a", "b"), name contains "Ada" or due is empty';

/** Reads an expression from its tokens: `or` binds least, then `and`, then `not`. */
class Reader {
  readonly #tokens: readonly Token[];
  readonly #length: number;
  #next = 0;
  #comparisons = 0;

  constructor(tokens: readonly Token[], length: number) {
    this.#tokens = tokens;
    this.#length = length;
  }

  readOr = (depth: number): Segment => this.#joined("or", () => this.#joined("and", () => this.#readNot(depth)));

  end = (): void => {
    const token = this.#tokens[this.#next];
    if (token) throw new Fault(token.at, `"${token.text}" is not expected here: join comparisons by and, or or`);
  };

  #joined = (word: "and" | "or", read: () => Segment): Segment => {
    const parts = [read()];
    while (this.#takes(word)) parts.push(read());
    const [only] = parts;
    return only && parts.length === 1 ? only : { kind: word, parts };
  };

  #readNot = (depth: number): Segment => {
    if (depth > DEEPEST) throw new Fault(this.#at(), `It has more than ${DEEPEST} expressions within each other`);
    if (this.#takes("not")) return { kind: "not", part: this.#readNot(depth + 1) };
    if (!this.#takes("(")) return this.#readComparison();
    const inner = this.readOr(depth + 1);
    if (!this.#takes(")")) throw new Fault(this.#at(), "A bracket is not closed");
    return inner;
  };

  #readComparison = (): Segment => {
    this.#comparisons += 1;
    if (this.#comparisons > MOST_COMPARISONS)
      throw new Fault(this.#at(), `It has more than ${MOST_COMPARISONS} comparisons`);
    const token = this.#tokens[this.#next];
    if (token?.kind !== "word" && token?.kind !== "field") throw new Fault(this.#at(), HOW);
    this.#next += 1;
    const field = token.text;
    if (this.#takes("is")) {
      const isNegated = this.#takes("not");
      if (!this.#takes("empty")) throw new Fault(this.#at(), "Write is empty, or is not empty");
      return negatedIf(isNegated, { kind: "empty", field });
    }
    const isNegated = this.#takes("not");
    if (this.#takes("in")) return negatedIf(isNegated, { kind: "or", parts: this.#readList(field) });
    if (this.#takes("contains")) return negatedIf(isNegated, { kind: "contains", field, text: this.#readText() });
    if (isNegated) throw new Fault(this.#at(), "After not comes in or contains");
    const operator = this.#tokens[this.#next];
    if (operator?.kind !== "sign") throw new Fault(this.#at(), HOW);
    this.#next += 1;
    if (operator.text === "!=") return { kind: "not", part: this.#compare(field, "=", operator) };
    if (!isComparison(operator.text)) throw new Fault(operator.at, HOW);
    return this.#compare(field, operator.text, operator);
  };

  #compare = (field: string, comparison: Comparison, operator: Token): Segment => {
    const value = this.#readValue();
    if (value.kind === "text" && comparison !== "=")
      throw new Fault(
        operator.at,
        `Texts are compared by = and != alone: ${comparison} is for numbers and days (2026-12-01)`,
      );
    return { kind: "compare", field, comparison, value };
  };

  #readList = (field: string): Segment[] => {
    if (!this.#takes("(")) throw new Fault(this.#at(), 'Write the values in brackets: in ("a", "b")');
    const values = [this.#readValue()];
    while (this.#takes(",")) values.push(this.#readValue());
    if (!this.#takes(")")) throw new Fault(this.#at(), "A bracket is not closed");
    this.#comparisons += values.length - 1;
    if (this.#comparisons > MOST_COMPARISONS)
      throw new Fault(this.#at(), `It has more than ${MOST_COMPARISONS} comparisons`);
    return values.map((value) => ({ kind: "compare", field, comparison: "=", value }));
  };

  #readText = (): string => {
    const token = this.#tokens[this.#next];
    if (token?.kind !== "text" || token.text === "") throw new Fault(this.#at(), 'Write the text in quotes: "Ada"');
    this.#next += 1;
    return token.text;
  };

  #readValue = (): SegmentValue => {
    const token = this.#tokens[this.#next];
    const at = this.#at();
    if (token?.kind === "text") {
      this.#next += 1;
      return isDay(token.text) ? { kind: "day", day: token.text } : { kind: "text", text: token.text };
    }
    if (this.#takes("today")) return { kind: "days", days: 0 };
    if (this.#takes("tomorrow")) return { kind: "days", days: 1 };
    if (this.#takes("yesterday")) return { kind: "days", days: -1 };
    if (this.#takes("true")) return { kind: "text", text: "true" };
    if (this.#takes("false")) return { kind: "text", text: "false" };
    if (this.#takes("in")) return { kind: "days", days: this.#readDays() };
    if (token?.kind === "number") {
      const days = this.#tokens[this.#next + 1];
      if (days?.kind === "word" && (days.text === "days" || days.text === "day")) {
        const count = this.#readDays();
        if (!this.#takes("ago")) throw new Fault(this.#at(), "Write in 3 days, or 3 days ago");
        return { kind: "days", days: -count };
      }
      this.#next += 1;
      return { kind: "number", number: Number(token.text) };
    }
    throw new Fault(at, "Write a value: a text in quotes, a number, today, in 3 days or 3 days ago");
  };

  #readDays = (): number => {
    const token = this.#tokens[this.#next];
    const count = token?.kind === "number" ? Number(token.text) : Number.NaN;
    if (!Number.isInteger(count) || count < 0 || count > 3_660)
      throw new Fault(this.#at(), "Write whole days, such as in 3 days");
    this.#next += 1;
    if (!this.#takes("days") && !this.#takes("day")) throw new Fault(this.#at(), "Write whole days, such as in 3 days");
    return count;
  };

  #takes = (text: string): boolean => {
    const token = this.#tokens[this.#next];
    if (token === undefined || token.kind === "text" || token.kind === "field" || token.text !== text) return false;
    this.#next += 1;
    return true;
  };

  #at = (): number => this.#tokens[this.#next]?.at ?? this.#length;
}

const negatedIf = (isNegated: boolean, segment: Segment): Segment =>
  isNegated ? { kind: "not", part: segment } : segment;

const DAY = /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])/;
const isDay = (text: string): boolean => text.length === "2026-12-01".length && DAY.test(text);

/** Numbers that are compared: few enough digits that every reader of them agrees. */
export const COMPARED_NUMBER = /^-?[0-9]{1,9}(\.[0-9]{1,6})?$/;

/** A contact as an expression sees it; `priority` and the other known names are fields besides its attributes, and go before them. */
export interface SegmentContact {
  phone_number: string;
  name: string | null;
  timezone: string | null;
  priority: number;
  attributes: Readonly<Record<string, unknown>>;
}

export const KNOWN_FIELDS = ["phone_number", "name", "timezone", "priority"] as const;

/** Tells whether a contact is in a segment on a day (`2026-12-01`): what PostgreSQL answers (`segment-condition.ts`), in words of this language. */
export const isInSegment = (segment: Segment, contact: SegmentContact, today: string): boolean => {
  switch (segment.kind) {
    case "and":
      return segment.parts.every((part) => isInSegment(part, contact, today));
    case "or":
      return segment.parts.some((part) => isInSegment(part, contact, today));
    case "not":
      return !isInSegment(segment.part, contact, today);
    case "empty":
      return readField(contact, segment.field) === "";
    case "contains":
      return readField(contact, segment.field).includes(segment.text);
    case "compare":
      return compares(readField(contact, segment.field), segment, today);
  }
};

/** A field that the contact has not is empty, as are lists and objects. */
const readField = (contact: SegmentContact, field: string): string => {
  const known = KNOWN_FIELDS.find((name) => name === field);
  const value = known ? contact[known] : Object.hasOwn(contact.attributes, field) ? contact.attributes[field] : null;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
};

const compares = (
  text: string,
  { comparison, value }: Extract<Segment, { kind: "compare" }>,
  today: string,
): boolean => {
  if (value.kind === "text") return text === value.text;
  if (value.kind === "number") return COMPARED_NUMBER.test(text) && ordered(Number(text), comparison, value.number);
  const day = value.kind === "day" ? value.day : addDays(today, value.days);
  return DAY.test(text) && ordered(text.slice(0, day.length), comparison, day);
};

const ordered = <T extends string | number>(one: T, comparison: Comparison, other: T): boolean =>
  comparison === "="
    ? one === other
    : comparison === "<"
      ? one < other
      : comparison === "<="
        ? one <= other
        : comparison === ">"
          ? one > other
          : one >= other;

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, day.length);
