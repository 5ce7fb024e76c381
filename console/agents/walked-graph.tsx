import "@xyflow/react/dist/style.css";
import { ReactFlow } from "@xyflow/react";
import { useMemo } from "react";
import styles from "./agents.module.css";
import { labelGraph, toGraph } from "./graph.ts";
import { GraphContext } from "./graph-context.ts";
import { EDGE_OPTIONS, NODE_TYPES } from "./step-node.tsx";

const NOTHING_FAULTY: ReadonlySet<string> = new Set();

interface WalkedGraphProps {
  label: string;
  /** The agent's definition, as the API gives it. */
  definition: Record<string, unknown>;
  /** The ids of the steps that a conversation visited, in order. */
  path: readonly string[];
  /** The step that is looked at now. */
  lit: string | null;
  /** Steps where something was not as expected. */
  faulty?: ReadonlySet<string>;
}

/** Shows an agent's graph, which cannot be changed here, with the steps that a conversation visited. */
export const WalkedGraph = ({ label, definition, path, lit, faulty = NOTHING_FAULTY }: WalkedGraphProps) => {
  const graph = useMemo(() => labelGraph(toGraph(definition)), [definition]);
  const marks = useMemo(() => ({ faulty, lit, visited: new Set(path) }), [path, lit, faulty]);
  const taken = new Set(path.slice(1).map((target, index) => `${path[index]} ${target}`));
  const edges = graph.edges.map((edge) => ({
    ...edge,
    className: taken.has(`${edge.source} ${edge.target}`) ? styles.takenEdge : styles.otherEdge,
  }));
  const nameOf = (id: string) => graph.nodes.find((node) => node.id === id)?.data.name ?? id;
  return (
    <>
      <ol className={styles.path} aria-label={label}>
        {path.map((id, index) => (
          // A conversation may visit a step twice.
          <li key={`${index} ${id}`} aria-current={id === lit ? "step" : undefined}>
            {nameOf(id)}
          </li>
        ))}
      </ol>
      <div className={`${styles.canvas} ${styles.walked}`} aria-hidden inert>
        <GraphContext value={marks}>
          <ReactFlow
            nodes={graph.nodes}
            edges={edges}
            nodeTypes={NODE_TYPES}
            defaultEdgeOptions={EDGE_OPTIONS}
            nodesDraggable={false}
            nodesConnectable={false}
            elementsSelectable={false}
            panOnDrag={false}
            zoomOnScroll={false}
            preventScrolling={false}
            fitView
            fitViewOptions={{ padding: 0.1, maxZoom: 1 }}
            minZoom={0.1}
          />
        </GraphContext>
      </div>
    </>
  );
};
