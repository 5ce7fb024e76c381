import type { AgentDefinition } from "./agent-definition.ts";

/** The whole new text of one field of a step; `step` is the step's name. */
export interface TextChange {
  step: string;
  field: "prompt" | "greeting";
  text: string;
}

/** Returns the definition with the changed texts, or a sentence that names the step that does not exist. */
export const changeTexts = (
  definition: AgentDefinition,
  changes: readonly TextChange[],
): AgentDefinition | { fault: string } => {
  const names = definition.nodes.map(({ data }) => nameOf(data));
  const unknown = changes.find(({ step }) => !names.some((name) => isSame(name, step)));
  if (unknown) {
    const known = names.filter((name) => name !== "").join(", ");
    return { fault: `There is no step "${unknown.step}". The steps are: ${known}.` };
  }
  return {
    ...definition,
    nodes: definition.nodes.map((node) => ({
      ...node,
      data: { ...node.data, ...textsOf(nameOf(node.data), changes) },
    })),
  };
};

const nameOf = ({ name }: Record<string, unknown>): string => (typeof name === "string" ? name : "");

const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

const textsOf = (name: string, changes: readonly TextChange[]): Record<string, string> =>
  Object.fromEntries(changes.filter(({ step }) => isSame(name, step)).map(({ field, text }) => [field, text]));
