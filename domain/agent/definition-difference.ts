import { readText } from "../json/json-value.ts";
import type { AgentDefinition } from "./agent-definition.ts";

/** One field whose value differs; null: the field is absent on that side. */
export interface FieldDifference {
  field: string;
  before: unknown;
  after: unknown;
}

export interface PartDifference {
  id: string;
  /** The name that the editor shows. */
  name: string;
  change: "added" | "removed" | "changed";
  /** The fields in which a changed part differs. */
  fields: FieldDifference[];
}

/** The differences between two definitions, by node and edge, and within them by field. */
export interface DefinitionDifference {
  nodes: PartDifference[];
  edges: PartDifference[];
}

interface Part {
  id: string;
  data: Readonly<Record<string, unknown>>;
}

export const compareDefinitions = (before: AgentDefinition, after: AgentDefinition): DefinitionDifference => ({
  nodes: differences(before.nodes.map(nodePart), after.nodes.map(nodePart)),
  edges: differences(before.edges.map(edgePart), after.edges.map(edgePart)),
});

/** The position of a node in the editor is left out: it changes nothing of what the agent does. */
const nodePart = ({ id, type, data }: AgentDefinition["nodes"][number]): Part => ({ id, data: { type, ...data } });
const edgePart = ({ id, source, target, data }: AgentDefinition["edges"][number]): Part => ({
  id,
  data: { source, target, ...data },
});

const differences = (before: readonly Part[], after: readonly Part[]): PartDifference[] => {
  const known = new Map(before.map((part) => [part.id, part]));
  const kept = new Set(after.map(({ id }) => id));
  const removed = before.filter(({ id }) => !kept.has(id));
  return [
    ...removed.map((part): PartDifference => ({ ...named(part), change: "removed", fields: [] })),
    ...after.flatMap((part): PartDifference[] => {
      const earlier = known.get(part.id);
      if (!earlier) return [{ ...named(part), change: "added", fields: [] }];
      const fields = compareFields(earlier.data, part.data);
      return fields.length === 0 ? [] : [{ ...named(part), change: "changed", fields }];
    }),
  ];
};

const named = ({ id, data }: Part) => ({ id, name: readText(data["name"]) || readText(data["label"]) || id });

/** Returns the fields whose values differ. */
export const compareFields = (before: Part["data"], after: Part["data"]): FieldDifference[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    const difference = { field, before: before[field] ?? null, after: after[field] ?? null };
    return JSON.stringify(difference.before) === JSON.stringify(difference.after) ? [] : [difference];
  });

export const isEmptyDifference = ({ nodes, edges }: DefinitionDifference): boolean =>
  nodes.length === 0 && edges.length === 0;
