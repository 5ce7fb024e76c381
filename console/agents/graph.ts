import dagre from "@dagrejs/dagre";
import type { Edge, Node } from "@xyflow/react";
import type { AgentDefinition } from "../api/routes.ts";

export interface NodeData extends Record<string, unknown> {
  name: string;
}
export interface EdgeData extends Record<string, unknown> {
  label: string;
  condition: string;
}
export type GraphNode = Node<NodeData>;
export type GraphEdge = Edge<EdgeData>;

export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

export const NODE_WIDTH = 232;
const NODE_HEIGHT = 84;
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const isDefinition = (value: Record<string, unknown>): value is Record<string, unknown> & AgentDefinition =>
  Array.isArray(value["nodes"]);

/** Converts the API's definition to the editor's graph. */
export const toGraph = (definition: Record<string, unknown>): Graph => {
  const { nodes, edges } = isDefinition(definition) ? definition : { nodes: [], edges: [] };
  const graph: Graph = {
    nodes: nodes.map(({ id, type, position, data }) => ({
      id,
      type,
      position: position ?? { x: 0, y: 0 },
      data: { ...data, name: textOf(data?.["name"]) || id },
      width: NODE_WIDTH,
    })),
    edges: (edges ?? []).map(({ id, source, target, data }) => ({
      id,
      source,
      target,
      data: { ...data, label: textOf(data?.["label"]), condition: textOf(data?.["condition"]) },
    })),
  };
  const isStacked = new Set(graph.nodes.map(({ position: { x, y } }) => `${x} ${y}`)).size < graph.nodes.length;
  return isStacked ? { ...graph, nodes: arrangeGraph(graph) } : graph;
};

export const toDefinition = ({ nodes, edges }: Graph): AgentDefinition => ({
  nodes: nodes.map(({ id, type = "agentNode", position, data }) => ({
    id,
    type,
    position: { x: Math.round(position.x), y: Math.round(position.y) },
    data,
  })),
  edges: edges.map(({ id, source, target, data }) => ({ id, source, target, data: data ?? null })),
});

/** Adds the visible labels and the names for screen readers to the graph. */
export const labelGraph = ({ nodes, edges }: Graph): Graph => {
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.data.name ?? id;
  return {
    nodes: nodes.map((node) => ({ ...node, ariaLabel: node.data.name })),
    edges: edges.map((edge) => ({
      ...edge,
      label: edge.data?.label,
      ariaLabel: `${edge.data?.label ?? ""}: ${nameOf(edge.source)} → ${nameOf(edge.target)}`,
    })),
  };
};

/** Lays the steps out from top to bottom, so that the conversation reads downwards. */
export const arrangeGraph = ({ nodes, edges }: Graph): GraphNode[] => {
  const layout = new dagre.graphlib.Graph().setDefaultEdgeLabel(() => ({}));
  layout.setGraph({ rankdir: "TB", nodesep: 60, ranksep: 96 });
  for (const { id } of nodes) layout.setNode(id, { width: NODE_WIDTH, height: NODE_HEIGHT });
  for (const { source, target } of edges) layout.setEdge(source, target);
  dagre.layout(layout);
  return nodes.map((node) => {
    const { x, y } = layout.node(node.id);
    return { ...node, position: { x: Math.round(x - NODE_WIDTH / 2), y: Math.round(y - NODE_HEIGHT / 2) } };
  });
};
