import { CelScalar, celEnv, isCelError, mapType, plan } from "@bufbuild/cel";
import { ORDER_VARIABLES, type OrderValues } from "../../domain/campaign/hottest-first.ts";
import type { ExpressionFault } from "../../domain/rule-pack/own-rule.ts";
import { readExpression, toAttributes } from "./read-expression.ts";

/** The score of a contact; null: the expression fails for it, such as for an attribute that it has not. */
export type ScoreContact = (values: OrderValues) => number | null;

const ENVIRONMENT = celEnv({
  variables: {
    attributes: mapType(CelScalar.STRING, CelScalar.DYN),
    name: CelScalar.STRING,
    priority: CelScalar.INT,
    timezone: CelScalar.STRING,
    country: CelScalar.STRING,
    number_kind: CelScalar.STRING,
  },
});

/** Compiles the expression by which a campaign orders its contacts, or says where it is at fault. Its work is bounded by its parts. */
export const compileOrder = (text: string): { scoreOf: ScoreContact } | { fault: ExpressionFault } => {
  const parsed = readExpression(text, ORDER_VARIABLES);
  if ("sentence" in parsed) return { fault: parsed };
  const evaluate = plan(ENVIRONMENT, parsed);
  const valueFor = (values: OrderValues): unknown => evaluate(toVariables(values));
  const wrong = findWrongType(text, valueFor);
  if (wrong) return { fault: { line: 1, column: 1, sentence: wrong } };
  return { scoreOf: (values) => toNumber(valueFor(values)) };
};

const toVariables = ({ attributes, name, priority, timezone, country, numberKind }: OrderValues) => ({
  attributes: toAttributes(attributes),
  name,
  priority: BigInt(priority),
  timezone,
  country,
  number_kind: numberKind,
});

const toNumber = (value: unknown): number | null => {
  const number = typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
};

const ATTRIBUTE = /\battributes(?:\.(\w+)|\[\s*(?:"([^"]*)"|'([^']*)')\s*\])/g;

/** What an attribute may be: a number as a file has it, one as JSON has it, a text, or true. */
const SAMPLES: readonly unknown[] = ["1", 1, "a text", true];

/** Tries an expression with values of each kind for what it asks: one of them must give a number. */
const findWrongType = (text: string, valueFor: (values: OrderValues) => unknown): string | null => {
  const asked = [...text.matchAll(ATTRIBUTE)].map(([, name, double, single]) => name ?? double ?? single ?? "");
  const contact = { name: "Ada", priority: 5, timezone: "Europe/Berlin", country: "DE", numberKind: "mobile" };
  const results = SAMPLES.map((sample) =>
    valueFor({ ...contact, attributes: Object.fromEntries(asked.map((name) => [name, sample])) }),
  );
  if (results.some((result) => toNumber(result) !== null)) return null;
  const [first] = results;
  return isCelError(first)
    ? `The expression fails: ${first.message}. Numbers of files are texts: write double(attributes.score) * 10.0`
    : "The expression must be a number: the higher it is, the earlier is the call";
};

const MOST_KEPT = 500;
const kept = new Map<string, ScoreContact>();

/** Returns the score of a campaign's expression that was saved. One that an older release cannot read gives nobody a score. */
export const scoreOf = (expression: string): ScoreContact => {
  const known = kept.get(expression);
  if (known) return known;
  const compiled = compileOrder(expression);
  const score = "scoreOf" in compiled ? compiled.scoreOf : () => null;
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(expression, score);
  return score;
};
