import type { AgentDefinition } from "../api/routes.ts";
import { type Graph, toGraph } from "./graph.ts";
import { mergeLists, type Preferred } from "./merge-values.ts";

/** The definition that one person began with, what they have drawn, and what somebody else has saved meanwhile. */
export interface Drawings {
  base: AgentDefinition;
  mine: AgentDefinition;
  theirs: AgentDefinition;
}

/** Puts what two people have drawn into one graph. */
export const mergeDefinitions = ({ base, mine, theirs }: Drawings, preferred: Preferred): Graph => {
  const mergeParts = (part: "nodes" | "edges") =>
    mergeLists({ base: base[part] ?? [], mine: mine[part] ?? [], theirs: theirs[part] ?? [] }, preferred) ?? [];
  const { nodes, edges } = toGraph({ nodes: mergeParts("nodes"), edges: mergeParts("edges") });
  const isThere = new Set(nodes.map(({ id }) => id));
  return { nodes, edges: edges.filter(({ source, target }) => isThere.has(source) && isThere.has(target)) };
};
