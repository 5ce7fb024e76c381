import type { AgentDefinition } from "../api/routes.ts";
import { type Graph, toGraph } from "./graph.ts";

/** What one person began from, what they have drawn, and what somebody else has saved meanwhile. */
export interface Drawings {
  base: AgentDefinition;
  mine: AgentDefinition;
  theirs: AgentDefinition;
}

interface Sides {
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const fieldsOf = (value: unknown): ReadonlyMap<string, unknown> | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? new Map(Object.entries(value)) : null;

/** Takes whatever either side has changed, field by field; where both have changed the same, `mine`. */
const mergeValue = ({ base, mine, theirs }: Sides): unknown => {
  if (isSame(mine, base)) return theirs;
  if (isSame(theirs, base)) return mine;
  const [ours, others] = [fieldsOf(mine), fieldsOf(theirs)];
  // What one side has removed and the other has worked on stays.
  if (!ours || !others) return mine ?? theirs;
  const before = fieldsOf(base);
  const names = new Set([...ours.keys(), ...others.keys()]);
  const merged = [...names].map((name): [string, unknown] => [
    name,
    mergeValue({ base: before?.get(name), mine: ours.get(name), theirs: others.get(name) }),
  ]);
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
};

interface Part {
  id: string;
}

const mergeParts = (base: readonly Part[], mine: readonly Part[], theirs: readonly Part[]): unknown[] => {
  const find = (parts: readonly Part[], id: string) => parts.find((part) => part.id === id);
  const ids = new Set([...theirs, ...mine].map(({ id }) => id));
  return [...ids].flatMap(
    (id) => mergeValue({ base: find(base, id), mine: find(mine, id), theirs: find(theirs, id) }) ?? [],
  );
};

/** Puts what two people have drawn into one graph; where both have changed the same, `mine` is taken. */
export const mergeDefinitions = ({ base, mine, theirs }: Drawings): Graph => {
  const { nodes, edges } = toGraph({
    nodes: mergeParts(base.nodes, mine.nodes, theirs.nodes),
    edges: mergeParts(base.edges ?? [], mine.edges ?? [], theirs.edges ?? []),
  });
  const isThere = new Set(nodes.map(({ id }) => id));
  return { nodes, edges: edges.filter(({ source, target }) => isThere.has(source) && isThere.has(target)) };
};
