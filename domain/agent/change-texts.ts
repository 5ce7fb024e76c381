import type { AgentDefinition } from "./agent-definition.ts";

/** The whole new text of one field of a step, which is called by its name. */
export interface TextChange {
  step: string;
  field: "prompt" | "greeting";
  text: string;
}

/** A definition with other texts, or a sentence that says which step there is not. */
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
