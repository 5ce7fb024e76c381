import { useEdgesState, useNodesState, useReactFlow } from "@xyflow/react";
import { useCallback, useMemo, useState } from "react";
import type { NodeType } from "../api/routes.ts";
import {
  arrangeGraph,
  type EdgeData,
  type Graph,
  type GraphEdge,
  type GraphNode,
  type NodeData,
  toDefinition,
} from "./graph.ts";
import { changeEdgeData, changeNodeData, insertEdge, insertNode, removeElement, selectElement } from "./graph-edits.ts";
import { useHistory } from "./use-history.ts";

/** How long the view moves until it shows something else; 0 for people who prefer reduced motion. */
const moveMs = (): number => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 300);

interface Ends {
  source: string;
  target: string;
}

/** Holds the graph while it is edited; every change can be undone. */
export const useEditor = (initial: Graph) => {
  const [nodes, setNodes, onNodesChange] = useNodesState<GraphNode>(initial.nodes);
  const [edges, setEdges, onEdgesChange] = useEdgesState<GraphEdge>(initial.edges);
  const { fitView } = useReactFlow();
  const graph = useMemo<Graph>(() => ({ nodes, edges }), [nodes, edges]);
  const definition = useMemo(() => toDefinition(graph), [graph]);
  const show = useCallback(
    (next: Graph) => {
      setNodes(next.nodes);
      setEdges(next.edges);
    },
    [setNodes, setEdges],
  );
  const history = useHistory(graph, show);
  const [focused, setFocused] = useState<string>();
  const change = (next: Graph, key?: string) => {
    history.remember(key);
    show(next);
  };
  const showAll = () => requestAnimationFrame(() => void fitView({ duration: moveMs(), padding: 0.15 }));
  const select = (id: string | null) => {
    show(selectElement(graph, id));
    const ends = edges.find((edge) => edge.id === id);
    const shown = ends ? [{ id: ends.source }, { id: ends.target }] : id === null ? undefined : [{ id }];
    if (shown) void fitView({ nodes: shown, duration: moveMs(), maxZoom: 1.1, padding: 0.4 });
  };
  return {
    graph,
    definition,
    history,
    ...selectionOf(graph),
    onNodesChange,
    onEdgesChange,
    select,
    show: (next: Graph) => change(next),
    closePanel: () => show(selectElement(graph, null)),
    connect: (ends: Ends) => change(insertEdge(graph, ends)),
    /** Connects without the mouse, and moves the keyboard's focus to the new decision. */
    connectByPanel: (ends: Ends) => {
      const next = insertEdge(graph, ends);
      setFocused(next.edges.find(({ selected }) => selected)?.id);
      change(next);
    },
    /** The decision whose panel takes the focus when it opens. */
    focused,
    changeNode: (id: string, data: NodeData) => change(changeNodeData(graph, id, data), `node ${id}`),
    changeEdge: (id: string, data: EdgeData) => change(changeEdgeData(graph, id, data), `edge ${id}`),
    remove: (id: string) => change(removeElement(graph, id)),
    arrange: () => {
      change({ nodes: arrangeGraph(graph), edges });
      showAll();
    },
    add: (type: NodeType) => {
      change(insertNode(graph, type));
      showAll();
    },
  };
};

/** Returns the selected step or decision, if exactly one is selected. */
const selectionOf = ({ nodes, edges }: Graph): { node?: GraphNode; edge?: GraphEdge } => {
  const [[node, ...otherNodes], [edge, ...otherEdges]] = [
    nodes.filter(({ selected }) => selected),
    edges.filter(({ selected }) => selected),
  ];
  if (otherNodes.length > 0) return {};
  if (node) return { node };
  return edge && otherEdges.length === 0 ? { edge } : {};
};

export type Editor = ReturnType<typeof useEditor>;
