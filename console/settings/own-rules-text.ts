import type { OrganizationPreferences } from "../api/routes.ts";

type OwnRule = OrganizationPreferences["own_rules"][number];

/** Writes own rules as lines: `Evenings: hour < 18`; one that refuses for good begins with `!`. */
export const writeOwnRules = (rules: readonly OwnRule[]): string =>
  rules
    .map(
      ({ name, expression, if_false }) =>
        `${if_false === "refuse" ? "!" : ""}${name}: ${expression.replaceAll(/\s*\n\s*/g, " ")}`,
    )
    .join("\n");

/** Reads them again; a number: the line, from 1, that is no rule. */
export const readOwnRules = (text: string): OwnRule[] | number => {
  const rules: OwnRule[] = [];
  for (const [place, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const [, refuses, name = "", expression = ""] = /^\s*(!?)\s*([^:]+?)\s*:\s*(.+)$/.exec(line) ?? [];
    if (name === "" || expression === "") return place + 1;
    rules.push({ name, expression: expression.trim(), if_false: refuses === "!" ? "refuse" : "wait" });
  }
  return rules;
};
