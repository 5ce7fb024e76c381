import type { AnyNode, CallExpression } from "acorn";
import { without } from "./code-faults.ts";
import type { Fault, Place } from "./fault.ts";

/** Parts of a query, or of a list's reading, without which it says something else. */
const LEFT_OUT = new Set([
  "where",
  "whereRef",
  "filter",
  "orderBy",
  "limit",
  "distinct",
  "onConflict",
  "sort",
  "toLowerCase",
  "trim",
]);

/** They write the columns that their last argument names. */
const WRITES_COLUMNS = new Set(["set", "values", "doUpdateSet", "changeFigures", "endRun", "markDialing"]);

/**
 * Something that is not done: a statement, a condition of a query, a column. Locks of rows are left alone: what they
 * keep shows only between two transactions, and tests of that are written for it.
 */
export const statementFaults = ({ node }: Place, text: string): Fault[] => {
  switch (node.type) {
    case "ExpressionStatement":
      return isCall(node.expression) ? [{ start: node.start, end: node.end, replacement: ";" }] : [];
    case "ReturnStatement":
      return [];
    case "CallExpression":
      return [...partLeftOut(node), ...columnsLeftOut(node, text)];
    default:
      return [];
  }
};

const isCall = (expression: AnyNode): boolean =>
  expression.type === "CallExpression" ||
  (expression.type === "AwaitExpression" && expression.argument.type === "CallExpression");

const nameOf = ({ callee }: CallExpression): string | undefined => {
  if (callee.type === "Identifier") return callee.name;
  return callee.type === "MemberExpression" && callee.property.type === "Identifier" ? callee.property.name : undefined;
};

const partLeftOut = (call: CallExpression): Fault[] => {
  const { callee } = call;
  if (callee.type !== "MemberExpression" || !LEFT_OUT.has(nameOf(call) ?? "")) return [];
  return [{ start: callee.object.end, end: call.end, replacement: "" }];
};

const columnsLeftOut = (call: CallExpression, text: string): Fault[] => {
  const columns = call.arguments.at(-1);
  if (columns?.type !== "ObjectExpression" || !WRITES_COLUMNS.has(nameOf(call) ?? "")) return [];
  return columns.properties.map((property) => without(property, text));
};
