import type { Agent } from "../api/routes.ts";
import { formatValue } from "../words/format.ts";
import { mergeFields } from "./merge-values.ts";

/** Name and variables of an agent as its form has them: a variable a line. */
export interface NameAndVariables {
  name: string;
  variables: string;
}

const writeVariables = (values: object): string =>
  Object.entries(values)
    .map(([variable, value]) => `${variable} = ${formatValue(value)}`)
    .join("\n");

/** Returns what the form shows of an agent. */
export const shownOf = ({ name, template_context_variables: values }: Agent): NameAndVariables => ({
  name,
  variables: writeVariables(values),
});

/** Reads the variables that were typed. */
export const readVariables = (typed: string): Map<string, string> =>
  new Map(
    typed.split("\n").flatMap((line): [string, string][] => {
      const at = line.indexOf("=");
      return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]];
    }),
  );

/** Returns what the form changes of the agent that was seen; a variable that it leaves keeps its value, whatever that is. */
export const toChanges = (
  seen: Agent,
  { name, variables }: NameAndVariables,
): { name?: string; template_context_variables?: Record<string, unknown> } => {
  const values = seen.template_context_variables;
  const isLeft = (variable: string, text: string) =>
    variable in values && formatValue(values[variable]).trim() === text;
  const changed = [...readVariables(variables)].map(([variable, text]): [string, unknown] => [
    variable,
    isLeft(variable, text) ? values[variable] : text,
  ]);
  return {
    ...(name !== seen.name && { name }),
    ...(variables !== shownOf(seen).variables && { template_context_variables: Object.fromEntries(changed) }),
  };
};

/** Puts what two people have changed together; where both have changed the same, `mine` is taken. */
export const mergeNames = ({ base, mine, theirs }: Record<"base" | "mine" | "theirs", NameAndVariables>) => ({
  name: mine.name === base.name ? theirs.name : mine.name,
  variables: writeVariables(
    mergeFields(
      {
        base: readVariables(base.variables),
        mine: readVariables(mine.variables),
        theirs: readVariables(theirs.variables),
      },
      "mine",
    ) ?? {},
  ),
});
