import type { parse } from "@bufbuild/cel";
import { type ExpressionFault, OWN_RULES } from "../../domain/rule-pack/own-rule.ts";

type ParsedExpr = ReturnType<typeof parse>;
type Expr = ParsedExpr["expr"];

/** The functions and operators of an expression; none of them repeats anything. */
const FUNCTIONS = new Set([
  ..."_&&_ _||_ !_ _?_:_ _==_ _!=_ _<_ _<=_ _>_ _>=_ _+_ _-_ _*_ _/_ _%_ -_ @in _[_]".split(" "),
  ..."size startsWith endsWith contains int double string".split(" "),
]);

/** Names of operators that stand in no list for people. */
const SPOKEN = [...FUNCTIONS].filter((name) => /^[a-zA-Z]+$/.test(name)).join(", ");

/** Finds the first part of an expression that is not allowed; null: there is none. */
export const findForbiddenPart = (
  parsed: ParsedExpr,
  { text, variables }: { text: string; variables: Readonly<Record<string, unknown>> },
): ExpressionFault | null => {
  const placeOf = (id: bigint): Omit<ExpressionFault, "sentence"> =>
    placeAt(text, parsed.sourceInfo?.positions[String(id)] ?? 0);
  let parts = 0;
  const visit = (expr: Expr): ExpressionFault | null => {
    parts += 1;
    const fault = (sentence: string): ExpressionFault => ({ ...placeOf(expr.id), sentence });
    if (parts > OWN_RULES.mostParts) return fault(`An expression has at most ${OWN_RULES.mostParts} parts`);
    const { case: kind, value } = expr.exprKind;
    switch (kind) {
      case "constExpr":
        return null;
      case "identExpr":
        return Object.hasOwn(variables, value.name)
          ? null
          : fault(`There is no variable ${value.name}: use ${Object.keys(variables).join(", ")}`);
      case "selectExpr":
        return value.operand ? visit(value.operand) : fault("A field of nothing");
      case "listExpr":
        return visitAll(value.elements);
      case "callExpr":
        if (!FUNCTIONS.has(value.function)) return fault(`There is no function ${value.function}: use ${SPOKEN}`);
        return visitAll(value.target ? [value.target, ...value.args] : value.args);
      case "comprehensionExpr":
        return fault("An expression has no loops: all, exists, filter and map are not allowed");
      case "structExpr":
      case undefined:
        return fault("An expression makes no maps or messages");
    }
  };
  const visitAll = (all: readonly Expr[]): ExpressionFault | null => {
    for (const each of all) {
      const fault = visit(each);
      if (fault) return fault;
    }
    return null;
  };
  return visit(parsed.expr);
};

/** Positions count characters from the beginning. */
const placeAt = (text: string, offset: number): { line: number; column: number } => {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};
