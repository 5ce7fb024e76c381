import { Link } from "@tanstack/react-router";
import type { Agent, NodeType } from "../api/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ClipboardCheck, LayoutGrid, MessageCircle, Plus, Redo2, Undo2 } from "../ui/icons.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { AgentCommands } from "./agent-commands.tsx";
import { VersionBadges } from "./agent-list.tsx";
import styles from "./agents.module.css";
import { ICONS } from "./step-node.tsx";
import { TalkWith } from "./talk-with.tsx";
import type { Editor } from "./use-editor.ts";
import type { FaultCheck } from "./use-faults.ts";

interface EditorBarProps {
  agent: Agent;
  types: readonly NodeType[];
  editor: Editor;
  isChanged: boolean;
  isSaving: boolean;
  check: FaultCheck;
  isTesting: boolean;
  onSave(): void;
  onTest(): void;
  /** The platform itself has changed the agent, such as by an upgrade. */
  onChanged(agent: Agent): void;
}

/** Types of which a definition has at most one. */
const SINGLE = new Set(["startCall", "globalNode"]);

export const EditorBar = ({ agent, types, editor, ...props }: EditorBarProps) => {
  const { isChanged, isSaving, check, isTesting, onSave, onTest, onChanged } = props;
  const isFull = ({ name }: NodeType) => SINGLE.has(name) && editor.graph.nodes.some(({ type }) => type === name);
  const isPublished = !isChanged && agent.draft_version === null;
  const whyNot = isPublished ? undefined : sayWhyNotPublish(isChanged, check);
  return (
    <header className={styles.bar}>
      <div>
        <p className={styles.crumb}>
          <Link to="/agents">{words.shell.agents}</Link>
        </p>
        <h1>{agent.name}</h1>
      </div>
      <span role="status" className={styles.standing}>
        {isChanged ? <Badge tone="busy">{words.agents.unsaved}</Badge> : <VersionBadges agent={agent} />}
        {whyNot && <span className={styles.whyNot}> {whyNot}</span>}
      </span>
      <div className={styles.tools}>
        <Button kind="quiet" label={words.agents.undo} disabled={!editor.history.canUndo} onClick={editor.history.undo}>
          <Undo2 aria-hidden />
        </Button>
        <Button kind="quiet" label={words.agents.redo} disabled={!editor.history.canRedo} onClick={editor.history.redo}>
          <Redo2 aria-hidden />
        </Button>
        <Button kind="quiet" label={words.agents.arrange} onClick={editor.arrange}>
          <LayoutGrid aria-hidden />
        </Button>
        <Menu
          trigger={
            <Button>
              <Plus aria-hidden /> {words.agents.addStep}
            </Button>
          }
        >
          {types.map((type) => {
            const Icon = ICONS[type.name] ?? Plus;
            return (
              <MenuItem
                key={type.name}
                icon={<Icon aria-hidden />}
                impossible={isFull(type) ? words.agents.hasOne : undefined}
                onSelect={() => editor.add(type)}
              >
                {type.display_name}
              </MenuItem>
            );
          })}
        </Menu>
        <Button needs="operator" aria-pressed={isTesting} onClick={onTest}>
          <MessageCircle aria-hidden /> {words.agents.test}
        </Button>
        <LinkButton to="/agents/$agentId/rehearsals" params={{ agentId: agent.id }}>
          <ClipboardCheck aria-hidden /> {words.rehearsals.open}
        </LinkButton>
        <TalkWith agent={agent} />
        <Button needs="admin" disabled={!isChanged || isSaving} onClick={onSave}>
          {isSaving ? words.shell.saving : words.agents.save}
        </Button>
        <AgentCommands
          agent={agent}
          editor={editor}
          whyNotPublish={isPublished ? words.agents.nothingNew : (whyNot ?? sayHowFar(check))}
          onChanged={onChanged}
        />
      </div>
    </header>
  );
};

/** A fault that a person can mend comes first, and stays on the page. */
const sayWhyNotPublish = (isChanged: boolean, { faults }: FaultCheck): string | undefined => {
  if (isChanged) return words.agents.saveFirst;
  return faults.length > 0 ? words.agents.toMend(formatWhole(faults.length)) : undefined;
};

/** A fault that passes by itself is shown at the button alone. */
const sayHowFar = ({ isChecking, problem }: FaultCheck): string | undefined =>
  problem?.message ?? (isChecking ? words.agents.checking : undefined);
