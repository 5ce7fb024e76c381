import "@xyflow/react/dist/style.css";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ReactFlowProvider } from "@xyflow/react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Agent, NodeType } from "../api/routes.ts";
import { useLeaveQuestion } from "../ui/unsaved.tsx";
import { AgentPanel } from "./agent-panel.tsx";
import { agentQuery, nodeTypesQuery } from "./agent-queries.ts";
import styles from "./agents.module.css";
import { Canvas } from "./canvas.tsx";
import { DrawnByTwo } from "./drawn-by-two.tsx";
import { EdgePanel } from "./edge-panel.tsx";
import { EditorBar } from "./editor-bar.tsx";
import { type Graph, toGraph } from "./graph.ts";
import { NodePanel } from "./node-panel.tsx";
import { TestInText } from "./test-in-text.tsx";
import { useEditor } from "./use-editor.ts";
import { useEditorKeys } from "./use-editor-keys.ts";
import { useFaults } from "./use-faults.ts";
import { useSaving } from "./use-saving.ts";

const route = getRouteApi("/shell/agents/$agentId");

export const AgentEditor = () => {
  const { agentId } = route.useParams();
  const { test } = route.useSearch();
  const { data: agent } = useSuspenseQuery(agentQuery(agentId));
  const { data: catalogue } = useSuspenseQuery(nodeTypesQuery);
  return (
    <ReactFlowProvider>
      <LoadedEditor key={agentId} agent={agent} types={catalogue.node_types} test={test} />
    </ReactFlowProvider>
  );
};

interface LoadedEditorProps {
  agent: Agent;
  types: readonly NodeType[];
  /** The run of a text test that is shown at first. */
  test: number | undefined;
}

const LoadedEditor = ({ agent, types, test }: LoadedEditorProps) => {
  const initial = useMemo(() => toGraph(agent.definition), [agent.definition]);
  const editor = useEditor(initial);
  const { isPending, isChanged, ...saving } = useSaving(agent, editor.definition);
  const check = useFaults(agent.id, editor.definition);
  const { faults, isChecking, problem } = check;
  const [isTesting, setTesting] = useState(test !== undefined);
  const [lit, setLit] = useState<string | null>(null);
  const saveNow = () => void (isChanged && !isPending && saving.saveNow());
  useEditorKeys({ undo: editor.history.undo, redo: editor.history.redo, save: saveNow });
  const leaveQuestion = useLeaveQuestion(() => isChanged);
  useEffect(() => {
    document.title = `${agent.name} · Ringdown`;
  }, [agent.name]);
  const faulty = useMemo(() => new Set(faults.flatMap(({ id }) => id ?? [])), [faults]);
  const savedOrSave = useRef(async () => {});
  savedOrSave.current = async () => {
    if (isChanged) await saving.save();
  };
  const type = types.find(({ name }) => name === editor.node?.type);
  return (
    <div className={styles.editor}>
      <EditorBar
        agent={agent}
        types={types}
        editor={editor}
        isChanged={isChanged}
        isSaving={isPending}
        check={check}
        isTesting={isTesting}
        onSave={saveNow}
        onTest={() => setTesting(!isTesting)}
        onChanged={(changed) => {
          editor.show(toGraph(changed.definition));
          saving.beginFrom(changed);
        }}
      />
      <div className={styles.work}>
        <Canvas editor={editor} faulty={faulty} lit={isTesting ? lit : null} />
        {isTesting ? (
          <TestInText
            agentId={agent.id}
            begun={test}
            beforeStart={() => savedOrSave.current()}
            isChanged={isChanged}
            onStep={setLit}
            onClose={() => setTesting(false)}
          />
        ) : editor.node && type ? (
          <NodePanel key={editor.node.id} editor={editor} node={editor.node} type={type} faults={faults} />
        ) : editor.edge ? (
          <EdgePanel key={editor.edge.id} editor={editor} edge={editor.edge} faults={faults} />
        ) : (
          <AgentPanel
            agent={agent}
            faults={faults}
            isChecking={isChecking}
            problem={problem}
            hasNews={isChanged || agent.version === null || agent.draft_version !== null}
            nameOf={(id) => nameOf(editor.graph, id)}
            onSelect={editor.select}
          />
        )}
      </div>
      <DrawnByTwo
        drawings={saving.drawings}
        onClose={saving.decideLater}
        onTake={(graph) => {
          editor.show(graph);
          if (saving.meanwhile) saving.beginFrom(saving.meanwhile);
        }}
      />
      {leaveQuestion}
    </div>
  );
};

const nameOf = ({ nodes, edges }: Graph, id: string): string | undefined =>
  nodes.find((node) => node.id === id)?.data.name ?? String(edges.find((edge) => edge.id === id)?.data?.label ?? "");
