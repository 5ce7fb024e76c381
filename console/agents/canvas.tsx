import { Background, Controls, MiniMap, ReactFlow } from "@xyflow/react";
import { useMemo } from "react";
import { words } from "../words/words.ts";
import styles from "./agents.module.css";
import { labelGraph } from "./graph.ts";
import { GraphContext } from "./graph-context.ts";
import { EDGE_OPTIONS, NODE_TYPES } from "./step-node.tsx";
import type { Editor } from "./use-editor.ts";

interface CanvasProps {
  editor: Editor;
  faulty: ReadonlySet<string>;
  lit: string | null;
}

export const Canvas = ({ editor, faulty, lit }: CanvasProps) => {
  const { nodes, edges } = useMemo(() => labelGraph(editor.graph), [editor.graph]);
  const marks = useMemo(() => ({ faulty, lit }), [faulty, lit]);
  const marked = useMemo(
    () => edges.map((edge) => (faulty.has(edge.id) ? { ...edge, className: styles.faultyEdge ?? "" } : edge)),
    [edges, faulty],
  );
  return (
    <section className={styles.canvas} aria-label={words.agents.graph}>
      <GraphContext value={marks}>
        <ReactFlow
          nodes={nodes}
          edges={marked}
          onNodesChange={editor.onNodesChange}
          onEdgesChange={editor.onEdgesChange}
          onConnect={editor.connect}
          onNodeDragStart={() => editor.history.remember()}
          onBeforeDelete={async () => {
            editor.history.remember();
            return true;
          }}
          nodeTypes={NODE_TYPES}
          defaultEdgeOptions={EDGE_OPTIONS}
          deleteKeyCode={["Delete", "Backspace"]}
          fitView
          fitViewOptions={{ padding: 0.15, maxZoom: 1.1 }}
          minZoom={0.2}
        >
          <Background gap={20} />
          <Controls showInteractive={false} />
          {nodes.length > 8 && <MiniMap pannable zoomable />}
        </ReactFlow>
      </GraphContext>
    </section>
  );
};
