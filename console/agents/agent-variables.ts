import type { Agent } from "../api/routes.ts";
import { formatValue } from "../words/format.ts";
import { mergeFields } from "./merge-values.ts";

/** Name and variables of an agent as its form has them: a variable a line, further lines of its value indented. */
export interface NameAndVariables {
  name: string;
  variables: string;
}

/** Writes variables as a field shows them. */
export const writeVariables = (values: object): string =>
  Object.entries(values)
    .map(([variable, value]) => `${variable} = ${formatValue(value)}`.replaceAll(/\r\n?|\n/g, "\n  "))
    .join("\n");

/** Returns what the form shows of an agent. */
export const shownOf = ({ name, template_context_variables: values }: Agent): NameAndVariables => ({
  name,
  variables: writeVariables(values),
});

/** The first line of a variable; any other, such as of an address that was pasted, goes on with the value before it. */
const FIRST_LINE = /^([^\s=][^=]*)=(.*)$/;

/** Reads the variables that were typed. */
export const readVariables = (typed: string): Map<string, string> => {
  const read: { variable: string; lines: string[] }[] = [];
  for (const line of typed.split("\n")) {
    const [, variable, begin = ""] = FIRST_LINE.exec(line) ?? [];
    if (variable === undefined) read.at(-1)?.lines.push(line.replace(/^ {1,2}/, ""));
    else read.push({ variable: variable.trim(), lines: [begin] });
  }
  return new Map(read.map(({ variable, lines }) => [variable, lines.join("\n").trim()]));
};

/** Returns what the form changes of the agent that was seen; a variable that it leaves keeps its value, whatever that is. */
export const toChanges = (
  seen: Agent,
  { name, variables }: NameAndVariables,
): { name?: string; template_context_variables?: Record<string, unknown> } => {
  const values = seen.template_context_variables;
  const shown = readVariables(shownOf(seen).variables);
  const changed = [...readVariables(variables)].map(([variable, text]): [string, unknown] => [
    variable,
    shown.get(variable) === text ? values[variable] : text,
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
