import type { AnyNode, Literal } from "acorn";
import type { Fault, Place } from "./fault.ts";

const OPPOSITES: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  "==": "!=",
  "!=": "==",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "-": "+",
  "*": "/",
  "/": "*",
  "&&": "||",
  "||": "&&",
};

/** Operators, conditions, constants and lists that are wrong. */
export const codeFaults = ({ node, around }: Place, text: string): Fault[] => {
  switch (node.type) {
    case "BinaryExpression":
      return operatorFault(node, text, node.operator === "+" && isSum(node.left, node.right) ? "-" : undefined);
    case "LogicalExpression":
      if (node.operator === "??")
        return [{ start: node.start, end: node.end, replacement: `(${textOf(node.right, text)})` }];
      return operatorFault(node, text);
    case "IfStatement":
      return throwsAtOnce(node.consequent) ? [] : always(node.test, ["true", "false"]);
    case "ConditionalExpression":
      return always(node.test, ["true", "false"]);
    case "UnaryExpression":
      if (node.operator !== "!") return [];
      return [{ start: node.start, end: node.end, replacement: `(${textOf(node.argument, text)})` }];
    case "Literal":
      return constantFault(node, around);
    case "ArrayExpression":
      return node.elements.length > 1 && node.elements.every((each) => each?.type === "Literal")
        ? node.elements.flatMap((each) => (each ? [without(each, text)] : []))
        : [];
    default:
      return [];
  }
};

export const textOf = (node: AnyNode, text: string): string => text.slice(node.start, node.end);

/** Removes an element of a list, and the comma behind it. */
export const without = ({ start, end }: AnyNode, text: string): Fault => {
  const comma = /^\s*,/.exec(text.slice(end))?.[0] ?? "";
  return { start, end: end + comma.length, replacement: "" };
};

/** Where text is joined, another operator makes nonsense that any test detects. */
const isSum = (...sides: AnyNode[]): boolean =>
  sides.every(
    (side) => side.type !== "TemplateLiteral" && !(side.type === "Literal" && typeof side.value === "string"),
  );

const operatorFault = (
  { left, right, operator }: { left: AnyNode; right: AnyNode; operator: string },
  text: string,
  other = OPPOSITES[operator],
): Fault[] => {
  if (other === undefined) return [];
  const start = left.end + text.slice(left.end, right.start).indexOf(operator);
  return [{ start, end: start + operator.length, replacement: other }];
};

const always = ({ start, end, type }: AnyNode, values: readonly string[]): Fault[] =>
  type === "Literal" ? [] : values.map((replacement) => ({ start, end, replacement }));

/** Conditions that the code around them excludes: no test could reach a check of them. */
const throwsAtOnce = (consequent: AnyNode): boolean => {
  const first = consequent.type === "BlockStatement" ? consequent.body[0] : consequent;
  return (
    first?.type === "ThrowStatement" &&
    first.argument.type === "NewExpression" &&
    first.argument.callee.type === "Identifier" &&
    first.argument.callee.name === "Error"
  );
};

const constantFault = ({ start, end, value, raw }: Literal, [parent, ...rest]: readonly AnyNode[]): Fault[] => {
  if (typeof value === "boolean") return [{ start, end, replacement: String(!value) }];
  if (typeof value === "string") return operatorOfQuery(start, end, value, parent);
  if (typeof value !== "number" || parent?.type === "MemberExpression" || rest.length === 0) return [];
  const replacement = value < 10 ? String(value + 1) : `${raw ?? value} * 2`;
  return [{ start, end, replacement: value < 10 ? replacement : `(${replacement})` }];
};

const QUERY_OPPOSITES: Readonly<Record<string, string>> = {
  "=": "!=",
  "!=": "=",
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  in: "not in",
  "not in": "in",
  is: "is not",
  "is not": "is",
  desc: "asc",
  asc: "desc",
};

/** `.where("state", "=", "queued")`: the operator is a text. */
const operatorOfQuery = (start: number, end: number, value: string, parent: AnyNode | undefined): Fault[] => {
  const opposite = QUERY_OPPOSITES[value];
  const isSecond = parent?.type === "CallExpression" && parent.arguments[1]?.start === start;
  return opposite !== undefined && isSecond ? [{ start, end, replacement: JSON.stringify(opposite) }] : [];
};
