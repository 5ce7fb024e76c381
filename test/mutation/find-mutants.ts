import { stripTypeScriptTypes } from "node:module";
import { type AnyNode, parse } from "acorn";
import { codeFaults } from "./code-faults.ts";
import type { Fault, Mutant, Place } from "./fault.ts";
import { sqlFaults } from "./sql-faults.ts";
import { statementFaults } from "./statement-faults.ts";
import { childrenOf } from "./syntax-tree.ts";

/** Finds every place where a rule can make a fault, in order; the same text gives the same list. */
export const findMutants = (file: string, source: string): Mutant[] => {
  const places = placesOf(source);
  const faults = places.flatMap(({ place, text }) => [
    ...codeFaults(place, text),
    ...statementFaults(place, text),
    ...sqlFaults(place.node, text),
  ]);
  const known = new Set<string>();
  return faults
    .map((fault) => ({ ...fault, ...wordsAround(source, fault), file, line: lineOf(source, fault.start) }))
    .filter((mutant) => {
      const key = `${mutant.start}-${mutant.end}-${mutant.replacement}`;
      if (mutant.before === mutant.replacement || known.has(key)) return false;
      known.add(key);
      return true;
    })
    .sort((a, b) => a.start - b.start || a.end - b.end);
};

export const applyFault = (source: string, { start, end, replacement }: Fault): string =>
  source.slice(0, start) + replacement + source.slice(end);

const CONTEXT_LENGTH = 200;

const wordsAround = (source: string, { start, end }: Fault) => ({
  before: source.slice(start, end),
  context: `${source.slice(Math.max(start - CONTEXT_LENGTH, 0), start)}…${source.slice(end, end + CONTEXT_LENGTH)}`,
});

const lineOf = (source: string, at: number): number => source.slice(0, at).split("\n").length;

/** Types are blanked out, as when the code runs, and every place stays where it was. */
const placesOf = (source: string) => {
  const text = stripTypeScriptTypes(source);
  const places: { place: Place; text: string }[] = [];
  const visit = (node: AnyNode, around: readonly AnyNode[]): void => {
    if (isOfNoConsequence(node)) return;
    places.push({ place: { node, around }, text });
    for (const child of childrenOf(node)) visit(child, [node, ...around]);
  };
  visit(parse(text, { ecmaVersion: "latest", sourceType: "module" }), []);
  return places;
};

const SAYS_ONLY = /^(?:logger|console|metrics|span)$/;

/** Imports, what is only written into a log or counted for an operator, and the wording of errors. */
const isOfNoConsequence = (node: AnyNode): boolean => {
  if (node.type === "ImportDeclaration") return true;
  if (node.type === "ExpressionStatement") return isOfNoConsequence(node.expression);
  if (node.type === "NewExpression") return node.callee.type === "Identifier" && node.callee.name.endsWith("Error");
  return node.type === "CallExpression" && namesIn(node.callee).some((name) => SAYS_ONLY.test(name));
};

const namesIn = (callee: AnyNode): string[] => {
  if (callee.type === "Identifier") return [callee.name];
  if (callee.type !== "MemberExpression") return [];
  return [...namesIn(callee.object), ...namesIn(callee.property)];
};
