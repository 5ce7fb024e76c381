import { addEdge } from "@xyflow/react";
import type { NodeType } from "../api/routes.ts";
import { words } from "../words/words.ts";
import type { EdgeData, Graph, GraphEdge, GraphNode, NodeData } from "./graph.ts";

const newId = (): string => Math.random().toString(36).slice(2, 10);

/** Selects one step or decision, or none. */
export const selectElement = ({ nodes, edges }: Graph, id: string | null): Graph => ({
  nodes: nodes.map((node) => ({ ...node, selected: node.id === id })),
  edges: edges.map((edge) => ({ ...edge, selected: edge.id === id })),
});

export const insertEdge = (graph: Graph, { source, target }: { source: string; target: string }): Graph => {
  const { nodes, edges } = selectElement(graph, null);
  const data: EdgeData = { label: words.agents.newDecision, condition: "" };
  const added: GraphEdge = { id: newId(), source, target, data, selected: true };
  return { nodes, edges: addEdge<GraphEdge>(added, edges) };
};

/** Adds a step below all others. */
export const insertNode = (graph: Graph, type: NodeType): Graph => {
  const { nodes, edges } = selectElement(graph, null);
  const y = Math.max(0, ...nodes.map(({ position }) => position.y));
  const data: NodeData = { name: type.display_name, prompt: "" };
  const added: GraphNode = { id: newId(), type: type.name, position: { x: 280, y }, data, selected: true };
  return { nodes: [...nodes, added], edges };
};

export const changeNodeData = ({ nodes, edges }: Graph, id: string, data: NodeData): Graph => ({
  nodes: nodes.map((node) => (node.id === id ? { ...node, data } : node)),
  edges,
});

export const changeEdgeData = ({ nodes, edges }: Graph, id: string, data: EdgeData): Graph => ({
  nodes,
  edges: edges.map((edge) => (edge.id === id ? { ...edge, data } : edge)),
});

/** Removes a step with its decisions, or a decision. */
export const removeElement = ({ nodes, edges }: Graph, id: string): Graph => ({
  nodes: nodes.filter((node) => node.id !== id),
  edges: edges.filter((edge) => edge.id !== id && edge.source !== id && edge.target !== id),
});
