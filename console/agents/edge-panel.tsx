import { Button } from "../ui/button.tsx";
import { LongTextField, TextField } from "../ui/fields.tsx";
import { Trash2, X } from "../ui/icons.ts";
import { words } from "../words/words.ts";
import styles from "./agents.module.css";
import type { EdgeData, GraphEdge } from "./graph.ts";
import type { Editor } from "./use-editor.ts";
import type { Fault } from "./use-faults.ts";

interface EdgePanelProps {
  editor: Editor;
  edge: GraphEdge;
  faults: readonly Fault[];
}

export const EdgePanel = ({ editor, edge, faults }: EdgePanelProps) => {
  const data: EdgeData = edge.data ?? { label: "", condition: "" };
  const set = (change: Partial<EdgeData>) => editor.changeEdge(edge.id, { ...data, ...change });
  const nameOf = (wanted: string) => editor.graph.nodes.find(({ id }) => id === wanted)?.data.name ?? wanted;
  const faultOf = (name: string) => faults.find(({ id, field }) => id === edge.id && field === name)?.message;
  const speech = data["transition_speech"];
  return (
    <aside className={styles.panel} aria-label={`${words.agents.decision}: ${data.label}`}>
      <header className={styles.panelHead}>
        <div>
          <h2>{words.agents.decision}</h2>
          <p>{words.agents.fromTo(nameOf(edge.source), nameOf(edge.target))}</p>
        </div>
        <Button kind="quiet" label={words.shell.close} onClick={editor.closePanel}>
          <X aria-hidden />
        </Button>
      </header>
      <div className={styles.fields}>
        {faults
          .filter(({ id, field }) => id === edge.id && !field)
          .map(({ message }) => (
            <p key={message} className={styles.fault}>
              {message}
            </p>
          ))}
        <TextField
          label={words.agents.label}
          hasFocus={editor.focused === edge.id}
          value={data.label}
          onChange={(label) => set({ label })}
          fault={faultOf("label")}
          maxLength={255}
          isRequired
        />
        <LongTextField
          label={words.agents.condition}
          hint={words.agents.decisionText}
          value={data.condition}
          onChange={(condition) => set({ condition })}
          fault={faultOf("condition")}
          isRequired
        />
        <LongTextField
          label={words.agents.transitionSpeech}
          value={typeof speech === "string" ? speech : ""}
          onChange={(text) => set({ transition_speech: text || undefined })}
          fault={faultOf("transition_speech")}
        />
      </div>
      <footer className={styles.panelFoot}>
        <Button kind="quiet" onClick={() => editor.remove(edge.id)}>
          <Trash2 aria-hidden /> {words.agents.removeDecision}
        </Button>
      </footer>
    </aside>
  );
};
