import { CelScalar, celEnv, isCelError, mapType, plan } from "@bufbuild/cel";
import { CALL_FACTS, type EndedCall } from "../../domain/contact/ended-call.ts";
import type { ExpressionFault } from "../../domain/rule-pack/own-rule.ts";
import { readExpression, toAttributes } from "./read-expression.ts";

/** True: the call is one of those that are asked for. False where the expression fails for it, such as for a variable that it has not. */
export type CallCondition = (call: EndedCall) => boolean;

const ENVIRONMENT = celEnv({
  variables: {
    variables: mapType(CelScalar.STRING, CelScalar.DYN),
    attributes: mapType(CelScalar.STRING, CelScalar.DYN),
    outcome: CelScalar.STRING,
    disposition: CelScalar.STRING,
    answered_by: CelScalar.STRING,
    direction: CelScalar.STRING,
    duration_seconds: CelScalar.INT,
    name: CelScalar.STRING,
    phone_number: CelScalar.STRING,
  },
});

/** Compiles the expression by which an intake chooses calls, or says where it is at fault. Its work is bounded by its parts. */
export const compileCallCondition = (text: string): { isTrueOf: CallCondition } | { fault: ExpressionFault } => {
  const parsed = readExpression(text, CALL_FACTS);
  if ("sentence" in parsed) return { fault: parsed };
  const evaluate = plan(ENVIRONMENT, parsed);
  const valueFor = (call: EndedCall): unknown => evaluate(toVariables(call));
  const wrong = findWrongType(text, valueFor);
  if (wrong) return { fault: { line: 1, column: 1, sentence: wrong } };
  return { isTrueOf: (call) => valueFor(call) === true };
};

const toVariables = ({ variables, attributes, duration_seconds, ...call }: EndedCall) => ({
  variables: toAttributes(variables),
  attributes: toAttributes(attributes),
  outcome: call.outcome,
  disposition: call.disposition,
  answered_by: call.answered_by,
  direction: call.direction,
  duration_seconds: BigInt(Math.round(duration_seconds)),
  name: call.name,
  phone_number: call.phone_number,
});

const SAMPLE: EndedCall = {
  phone_number: "+4930123456",
  name: "Ada",
  timezone: "Europe/Berlin",
  run_uuid: "",
  workflow_id: 1,
  campaign_id: null,
  direction: "inbound",
  outcome: "answered",
  disposition: "interested",
  answered_by: "person",
  duration_seconds: 60,
  variables: {},
  attributes: {},
};

const ASKED = /\b(?:variables|attributes)(?:\.(\w+)|\[\s*(?:"([^"]*)"|'([^']*)')\s*\])/g;
/** What a variable may be. */
const SAMPLES: readonly unknown[] = [true, "a text", "1", 1];

/** With so many variables every way to fill them is tried. */
const MOST_FILLED_IN_EVERY_WAY = 4;

/** Tries an expression with values of each kind for what it asks: one of the ways must make it true or false. */
const findWrongType = (text: string, valueFor: (call: EndedCall) => unknown): string | null => {
  const asked = [
    ...new Set([...text.matchAll(ASKED)].map(([, name, double, single]) => name ?? double ?? single ?? "")),
  ];
  const results = listWaysToFill(asked).map((values) => valueFor({ ...SAMPLE, variables: values, attributes: values }));
  if (results.some((result) => typeof result === "boolean")) return null;
  if (!results.every(isCelError)) return "The expression must be true or false, such as variables.wants_offer == true";
  const fault = results.find(isCelError);
  return asked.length > MOST_FILLED_IN_EVERY_WAY ? null : `The expression fails: ${fault?.message ?? ""}`;
};

const listWaysToFill = (names: readonly string[]): Record<string, unknown>[] =>
  names.length > MOST_FILLED_IN_EVERY_WAY
    ? SAMPLES.map((sample) => Object.fromEntries(names.map((name) => [name, sample])))
    : names.reduce<Record<string, unknown>[]>(
        (ways, name) => ways.flatMap((way) => SAMPLES.map((sample) => ({ ...way, [name]: sample }))),
        [{}],
      );

const MOST_CONDITIONS_KEPT = 500;
const kept = new Map<string, CallCondition>();

/** Returns the condition of an intake that was saved; null: every call. One that an older release cannot read is true of no call. */
export const conditionOf = (expression: string | null): CallCondition => {
  if (expression === null) return () => true;
  const known = kept.get(expression);
  if (known) return known;
  const compiled = compileCallCondition(expression);
  const condition = "isTrueOf" in compiled ? compiled.isTrueOf : () => false;
  if (kept.size >= MOST_CONDITIONS_KEPT) kept.clear();
  kept.set(expression, condition);
  return condition;
};
