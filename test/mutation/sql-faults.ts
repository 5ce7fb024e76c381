import type { AnyNode, TemplateLiteral } from "acorn";
import type { Fault } from "./fault.ts";

interface SqlRule {
  pattern: RegExp;
  replace(match: RegExpExecArray): string;
}

const opposite = (pairs: Readonly<Record<string, string>>) => (match: RegExpExecArray) => pairs[match[0]] ?? match[0];

const RULES: readonly SqlRule[] = [
  // A condition of several, up to the next one, left out.
  {
    pattern: /\band\b[^()]+?(?=\b(?:and|or|order by|group by|then|for|limit|left join|join)\b|\)|$)/g,
    replace: () => " ",
  },
  { pattern: /\bor\b/g, replace: () => "and" },
  { pattern: /\bis (?:not )?null\b/g, replace: opposite({ "is null": "is not null", "is not null": "is null" }) },
  { pattern: /(?<= )(?:<=|>=|<|>)(?= )/g, replace: opposite({ "<": ">=", "<=": ">", ">": "<=", ">=": "<" }) },
  { pattern: /(?<=\b(?:where|and|or|on|when) [\w.]+ )=(?= )/g, replace: () => "<>" },
  { pattern: /(?<=interval ')\d+/g, replace: ([amount]) => String(Number(amount) * 2) },
  // An element of a list, left out.
  { pattern: /(?<=\bin \((?:'\w+', ?)*)'\w+', ?/g, replace: () => "" },
  { pattern: /(?<=\bin \((?:'\w+', ?)*'\w+'), ?'\w+'(?=\))/g, replace: () => "" },
  { pattern: /\b(?:greatest|least)\b/g, replace: opposite({ greatest: "least", least: "greatest" }) },
  { pattern: /\bnot (?=in\b|exists\b)/g, replace: () => "" },
  { pattern: /\bdesc\b/g, replace: () => "asc" },
];

/** Conditions that are wrong in the text of a statement: sql`…`. */
export const sqlFaults = (node: AnyNode, source: string): Fault[] => {
  if (node.type !== "TaggedTemplateExpression" || node.tag.type !== "Identifier" || node.tag.name !== "sql") return [];
  const { from, text } = statementOf(node.quasi, source);
  return RULES.flatMap(({ pattern, replace }) =>
    [...text.matchAll(pattern)].map((match) => ({
      start: from + match.index,
      end: from + match.index + match[0].length,
      replacement: replace(match),
    })),
  );
};

/** Returns the text, with a word as long as itself for each value that goes into it. */
const statementOf = ({ quasis }: TemplateLiteral, source: string): { from: number; text: string } => {
  const from = quasis[0]?.start ?? 0;
  let text = "";
  for (const { start, end } of quasis) text += "x".repeat(start - from - text.length) + source.slice(start, end);
  return { from, text };
};
