import type { z } from "zod";

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** What a field may hold, by zod's names. */
const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: "Must be a UUID, such as 3f2b8a52-6c1d-4e0f-9a77-0c5d2b1e4f60",
  email: "Must be an e-mail address",
  datetime: "Must be a time with its zone, such as 2026-01-31T09:00:00Z",
  date: "Must be a date, such as 2026-01-31",
};

/** Says what to send instead, where zod's own sentence is one for programmers; a schema's own sentence is never replaced. */
export const describeFault = (issue: RawIssue): string | undefined => {
  if (issue.code === "invalid_type") return describeWrongType(issue);
  if (issue.code === "too_small") return describeSize(issue, "at least", "more than", issue.minimum);
  if (issue.code === "too_big") return describeSize(issue, "at most", "less than", issue.maximum);
  if (issue.code === "invalid_value") return `Must be ${listValues(issue.values)}`;
  if (issue.code === "invalid_union") return describeWrongInstant(issue);
  if (issue.code !== "invalid_format") return undefined;
  return issue.format === "datetime" ? withPlusSign(issue.input, FORMATS["datetime"]) : FORMATS[issue.format];
};

/** "production or sandbox" */
const listValues = (values: readonly unknown[]): string =>
  values.length < 2 ? values.join("") : `${values.slice(0, -1).join(", ")} or ${String(values.at(-1))}`;

/** A field that takes a day or an instant. */
const describeWrongInstant = ({ errors, input }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>) => {
  const formats = errors.map(([fault]) => (fault?.code === "invalid_format" ? fault.format : ""));
  if (!formats.includes("datetime") || !formats.includes("date")) return undefined;
  return withPlusSign(input, "Must be a date or a time, such as 2026-01-31 or 2026-01-31T09:00:00Z");
};

/** The query of an address reads a plus sign as a space. */
const withPlusSign = (input: unknown, sentence: string | undefined): string | undefined =>
  typeof input === "string" && /:[\d.]+ \d\d:?\d\d$/.test(input)
    ? `${sentence}; in an address its + is written as %2B`
    : sentence;

const describeWrongType = ({
  expected,
  input,
}: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string | undefined => {
  const kind = KINDS[expected];
  if (kind === undefined) return undefined;
  return input === undefined ? `Is missing; must be ${kind}` : `Must be ${kind}${describeInput(expected, input)}`;
};

/** A number in quotation marks looks right to whoever sent it. */
const describeInput = (expected: string, input: unknown): string => {
  if (input === null) return ", not null";
  if (Array.isArray(input)) return ", not a list";
  const isQuoted = typeof input === "string" && expected !== "string" && input !== "";
  return isQuoted && isValueOf(expected, input) ? ", without quotation marks" : "";
};

const isValueOf = (expected: string, text: string): boolean =>
  expected === "boolean" ? text === "true" || text === "false" : Number.isFinite(Number(text));

interface Size {
  origin: string;
  inclusive?: boolean | undefined;
}

const describeSize = (
  { origin, inclusive }: Size,
  within: string,
  beyond: string,
  limit: number | bigint,
): string | undefined => {
  const bound = `${inclusive === false ? beyond : within} ${limit}`;
  if (["number", "int", "bigint"].includes(origin)) return `Must be ${bound}`;
  const unit = UNITS[origin];
  return unit && `Must have ${bound} ${unit[limit === 1 ? "one" : "many"]}`;
};

const UNITS: Readonly<Record<string, { one: string; many: string }>> = {
  string: { one: "character", many: "characters" },
  array: { one: "entry", many: "entries" },
  set: { one: "entry", many: "entries" },
};
