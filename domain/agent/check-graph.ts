import type { AgentDefinition, AgentEdge, AgentNode } from "./agent-definition.ts";
import { type DefinitionError, describeAgentError, describeEdgeError, describeNodeError } from "./definition-error.ts";
import { findNodeSpecification, nodeCatalogue } from "./node-catalogue.ts";
import type { NodeSpecification } from "./node-specification.ts";

/** Checks how nodes and edges are connected; the data of single nodes and edges is checked elsewhere. */
export const checkGraph = (definition: AgentDefinition): DefinitionError[] => {
  const ids = new Set(definition.nodes.map((node) => node.id));
  const edges = definition.edges.filter((edge) => ids.has(edge.source) && ids.has(edge.target));
  return [
    ...checkDuplicateIds(definition),
    ...definition.edges.flatMap((edge) => checkEnds(edge, ids)),
    ...nodeCatalogue.flatMap((specification) => checkInstances(specification, definition.nodes)),
    ...checkDegrees(definition.nodes, edges),
    ...checkLabels(definition.edges),
    ...checkReachable(definition.nodes, edges),
  ];
};

const checkDuplicateIds = ({ nodes, edges }: AgentDefinition): DefinitionError[] => [
  ...repeated(nodes.map((node) => node.id)).map((id) =>
    describeNodeError(id, `The id ${id} is used by another node too`, "id"),
  ),
  ...repeated(edges.map((edge) => edge.id)).map((id) =>
    describeEdgeError(id, `The id ${id} is used by another edge too`, "id"),
  ),
];

const repeated = (ids: string[]): string[] => {
  const seen = new Set<string>();
  return [...new Set(ids.filter((id) => seen.has(id) || !seen.add(id)))];
};

const checkEnds = (edge: AgentEdge, ids: ReadonlySet<string>): DefinitionError[] =>
  (["source", "target"] as const)
    .filter((end) => !ids.has(edge[end]))
    .map((end) => describeEdgeError(edge.id, `Its ${end} ${edge[end]} is no node of the definition`, end));

const checkInstances = ({ name, instances }: NodeSpecification, nodes: AgentNode[]): DefinitionError[] => {
  const { least = 0, most = Number.POSITIVE_INFINITY } = instances ?? {};
  const count = nodes.filter((node) => node.type === name).length;
  if (count >= least && count <= most) return [];
  const wanted = least === most ? `exactly ${least}` : `at most ${most}`;
  return [describeAgentError(`There must be ${wanted} node of the type ${name}; there are ${count}`)];
};

const checkDegrees = (nodes: AgentNode[], edges: AgentEdge[]): DefinitionError[] => {
  const incoming = countBy(edges.map((edge) => edge.target));
  const outgoing = countBy(edges.map((edge) => edge.source));
  return nodes.flatMap((node) => {
    const limits = findNodeSpecification(node.type)?.graph_constraints ?? {};
    return [
      checkDegree({ node, direction: "incoming", least: limits.min_incoming, most: limits.max_incoming }, incoming),
      checkDegree({ node, direction: "outgoing", least: limits.min_outgoing, most: limits.max_outgoing }, outgoing),
    ].filter((error) => error !== null);
  });
};

const checkDegree = (
  limit: { node: AgentNode; direction: "incoming" | "outgoing"; least: number | undefined; most: number | undefined },
  counts: ReadonlyMap<string, number>,
): DefinitionError | null => {
  const { node, direction, least = 0, most = Number.POSITIVE_INFINITY } = limit;
  const count = counts.get(node.id) ?? 0;
  if (count < least) return describeNodeError(node.id, `A node of the type ${node.type} needs an ${direction} edge`);
  if (count > most) return describeNodeError(node.id, `A node of the type ${node.type} has no ${direction} edges`);
  return null;
};

const countBy = (ids: string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};

/**
 * Finds edges of one node with the same label: neither the model nor a reader of the transcript could tell them apart.
 */
const checkLabels = (edges: AgentEdge[]): DefinitionError[] => {
  const seen = new Set<string>();
  return edges.flatMap((edge) => {
    const label = edge.data["label"];
    if (typeof label !== "string") return [];
    const key = JSON.stringify([edge.source, label.trim().toLowerCase()]);
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [describeEdgeError(edge.id, `Another edge of ${edge.source} has the label ${label} too`, "data.label")];
  });
};

const checkReachable = (nodes: AgentNode[], edges: AgentEdge[]): DefinitionError[] => {
  const starts = nodes.filter((node) => node.type === "startCall").map((node) => node.id);
  if (starts.length === 0) return [];
  const reached = reachableFrom(starts, edges);
  const targets = new Set(edges.map((edge) => edge.target));
  return nodes
    .filter(
      (node) =>
        findNodeSpecification(node.type)?.category === "call_node" && !reached.has(node.id) && targets.has(node.id),
    )
    .map((node) => describeNodeError(node.id, "No path leads here from the start of the call"));
};

const reachableFrom = (starts: string[], edges: AgentEdge[]): ReadonlySet<string> => {
  const next = Map.groupBy(edges, (edge) => edge.source);
  const reached = new Set(starts);
  for (const id of reached) for (const edge of next.get(id) ?? []) reached.add(edge.target);
  return reached;
};
