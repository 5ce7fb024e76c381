import { useState } from "react";
import type { NodeType } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { Plus, Trash2, X } from "../ui/icons.ts";
import { words } from "../words/words.ts";
import styles from "./agents.module.css";
import { describeFault } from "./describe-fault.ts";
import type { GraphNode } from "./graph.ts";
import { PropertyField } from "./property-field.tsx";
import { isShown } from "./property-rules.ts";
import type { Editor } from "./use-editor.ts";
import type { Fault } from "./use-faults.ts";

interface NodePanelProps {
  editor: Editor;
  node: GraphNode;
  type: NodeType;
  faults: readonly Fault[];
}

/** Renders a form from the API's description of this type, so that new properties need no change here. */
export const NodePanel = ({ editor, node, type, faults }: NodePanelProps) => (
  <aside className={styles.panel} aria-label={`${type.display_name}: ${node.data.name}`}>
    <header className={styles.panelHead}>
      <div>
        <h2>{type.display_name}</h2>
        <p>{type.description}</p>
      </div>
      <Button kind="quiet" label={words.shell.close} onClick={editor.closePanel}>
        <X aria-hidden />
      </Button>
    </header>
    <div className={styles.fields}>
      {faults
        .filter(({ id, field }) => id === node.id && !field)
        .map((fault) => (
          <p key={fault.message} className={styles.fault}>
            {describeFault(fault)}
          </p>
        ))}
      {type.properties
        .filter((property) => isShown(property, node.data))
        .map((property) => (
          <PropertyField
            key={property.name}
            property={property}
            value={node.data[property.name]}
            fault={describeFirst(faults.filter(({ id, field }) => id === node.id && field === property.name))}
            onChange={(value) => editor.changeNode(node.id, { ...node.data, [property.name]: value })}
          />
        ))}
      {type.graph_constraints.max_outgoing !== 0 && <Connect editor={editor} node={node} />}
    </div>
    {type.name !== "startCall" && (
      <footer className={styles.panelFoot}>
        <Button kind="quiet" onClick={() => editor.remove(node.id)}>
          <Trash2 aria-hidden /> {words.agents.removeStep}
        </Button>
      </footer>
    )}
  </aside>
);

const describeFirst = ([fault]: readonly Fault[]): string | undefined => fault && describeFault(fault);

/** Connects two steps by keyboard instead of drawing. */
const Connect = ({ editor, node }: { editor: Editor; node: GraphNode }) => {
  const targets = editor.graph.nodes.filter(
    ({ id, type }) => id !== node.id && (type === "agentNode" || type === "endCall"),
  );
  const [target, setTarget] = useState(targets[0]?.id);
  if (targets.length === 0) return null;
  return (
    <div className={styles.connect}>
      <Choice
        label={words.agents.connectTo}
        value={target}
        onChange={setTarget}
        options={targets.map(({ id, data }) => ({ value: id, label: data.name }))}
      />
      <Button onClick={() => target !== undefined && editor.connectByPanel({ source: node.id, target })}>
        <Plus aria-hidden /> {words.agents.connect}
      </Button>
    </div>
  );
};
