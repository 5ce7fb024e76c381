import { CelScalar, celEnv, isCelError, mapType, plan } from "@bufbuild/cel";
import {
  type ExpressionFault,
  OWN_RULE_VARIABLES,
  type OwnRule,
  type OwnRuleValues,
} from "../../domain/rule-pack/own-rule.ts";
import { readExpression, toAttributes } from "./read-expression.ts";

/** True: the call may be made. False where the expression fails for these values too: it could not be checked. */
export type OwnRuleCheck = (values: OwnRuleValues) => boolean;

const ENVIRONMENT = celEnv({
  variables: {
    local_time: CelScalar.STRING,
    hour: CelScalar.INT,
    weekday: CelScalar.STRING,
    country: CelScalar.STRING,
    region: CelScalar.STRING,
    attempts_today: CelScalar.INT,
    attempts_7d: CelScalar.INT,
    consent: CelScalar.STRING,
    number_kind: CelScalar.STRING,
    list: CelScalar.STRING,
    attributes: mapType(CelScalar.STRING, CelScalar.DYN),
  },
});

/**
 * Compiles an expression, or says where it is at fault. Its work is bounded by its parts: each is evaluated once at most, because
 * there are no loops.
 */
export const compileOwnRule = (text: string): { check: OwnRuleCheck } | { fault: ExpressionFault } => {
  const parsed = readExpression(text, OWN_RULE_VARIABLES);
  if ("sentence" in parsed) return { fault: parsed };
  const evaluate = plan(ENVIRONMENT, parsed);
  const evaluateFor = (values: OwnRuleValues): unknown => evaluate(toVariables(values));
  const wrong = findWrongType(evaluateFor);
  if (wrong) return { fault: { line: 1, column: 1, sentence: wrong } };
  return { check: (values) => evaluateFor(values) === true };
};

const toVariables = (values: OwnRuleValues) => ({
  local_time: values.localTime,
  hour: BigInt(values.hour),
  weekday: values.weekday,
  country: values.country,
  region: values.region,
  attempts_today: BigInt(values.attemptsToday),
  attempts_7d: BigInt(values.attempts7d),
  consent: values.consent,
  number_kind: values.numberKind,
  list: values.list,
  attributes: toAttributes(values.attributes),
});

const SAMPLE: OwnRuleValues = {
  localTime: "10:00",
  hour: 10,
  weekday: "mon",
  country: "US",
  region: "US-FL",
  attemptsToday: 1,
  attempts7d: 2,
  consent: "granted",
  numberKind: "mobile",
  list: "A list",
  attributes: {},
};

/** Tries an expression: it must be true or false. An attribute that is missing here may be there in a call. */
const findWrongType = (evaluate: (values: OwnRuleValues) => unknown): string | null => {
  const result = evaluate(SAMPLE);
  if (typeof result === "boolean") return null;
  if (isCelError(result))
    return /not found|no such/i.test(result.message) ? null : `The expression fails: ${result.message}`;
  return "The expression must be true or false";
};

const MOST_KEPT = 2000;
const kept = new Map<string, OwnRuleCheck>();

/** Returns the check of a rule that was saved. One that an older release cannot read lets no call pass. */
export const checkOf = ({ expression }: Pick<OwnRule, "expression">): OwnRuleCheck => {
  const known = kept.get(expression);
  if (known) return known;
  const compiled = compileOwnRule(expression);
  const check = "check" in compiled ? compiled.check : () => false;
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(expression, check);
  return check;
};
