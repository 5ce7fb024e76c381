import "@xyflow/react/dist/style.css";
import { useQuery } from "@tanstack/react-query";
import { ReactFlow } from "@xyflow/react";
import { useMemo } from "react";
import canvas from "../agents/agents.module.css";
import { labelGraph, toGraph } from "../agents/graph.ts";
import { GraphContext } from "../agents/graph-context.ts";
import { EDGE_OPTIONS, NODE_TYPES } from "../agents/step-node.tsx";
import type { Run, Transcript } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { words } from "../words/words.ts";
import { versionOfCallQuery } from "./call-queries.ts";
import { listVisitedSteps } from "./call-steps.ts";
import styles from "./calls.module.css";

const NOTHING_FAULTY: ReadonlySet<string> = new Set();

interface CallPathProps {
  call: Run;
  entries: Transcript["entries"];
  /** The step of the words that are played now. */
  lit: string | null;
}

/** Shows the agent as it was in this call, with the visited steps. */
export const CallPath = ({ call, entries, lit }: CallPathProps) => {
  const { data: version } = useQuery(versionOfCallQuery(call));
  const path = useMemo(() => listVisitedSteps(entries), [entries]);
  const graph = useMemo(() => version && labelGraph(toGraph(version.workflow_json)), [version]);
  const marks = useMemo(() => ({ faulty: NOTHING_FAULTY, lit, visited: new Set(path) }), [path, lit]);
  if (!graph || path.length === 0) return null;
  const taken = new Set(path.slice(1).map((target, index) => `${path[index]} ${target}`));
  const edges = graph.edges.map((edge) => ({
    ...edge,
    className: taken.has(`${edge.source} ${edge.target}`) ? canvas.takenEdge : canvas.otherEdge,
  }));
  const nameOf = (id: string) => graph.nodes.find((node) => node.id === id)?.data.name ?? id;
  return (
    <Card title={words.calls.path} isFlush>
      <ol className={styles.path} aria-label={words.calls.path}>
        {path.map((id, index) => (
          // A conversation may visit a step twice.
          <li key={`${index} ${id}`} aria-current={id === lit ? "step" : undefined}>
            {nameOf(id)}
          </li>
        ))}
      </ol>
      <div className={`${canvas.canvas} ${styles.graph}`} aria-hidden inert>
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
    </Card>
  );
};
