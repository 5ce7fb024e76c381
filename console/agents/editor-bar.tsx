import { Link } from "@tanstack/react-router";
import type { Agent, NodeType } from "../api/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { LayoutGrid, MessageCircle, Plus, Redo2, Undo2 } from "../ui/icons.ts";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { words } from "../words/words.ts";
import { AgentCommands } from "./agent-commands.tsx";
import { VersionBadges } from "./agent-list.tsx";
import styles from "./agents.module.css";
import { ICONS } from "./step-node.tsx";
import { TalkWith } from "./talk-with.tsx";
import type { Editor } from "./use-editor.ts";

interface EditorBarProps {
  agent: Agent;
  types: readonly NodeType[];
  editor: Editor;
  isChanged: boolean;
  isSaving: boolean;
  hasFaults: boolean;
  isTesting: boolean;
  onSave(): void;
  onTest(): void;
  /** The platform itself has changed the agent, such as by an upgrade. */
  onChanged(agent: Agent): void;
}

/** Types of which a definition has at most one. */
const SINGLE = new Set(["startCall", "globalNode"]);

export const EditorBar = ({ agent, types, editor, ...props }: EditorBarProps) => {
  const { isChanged, isSaving, hasFaults, isTesting, onSave, onTest, onChanged } = props;
  const isFull = ({ name }: NodeType) => SINGLE.has(name) && editor.graph.nodes.some(({ type }) => type === name);
  return (
    <header className={styles.bar}>
      <div>
        <p className={styles.crumb}>
          <Link to="/agents">{words.shell.agents}</Link>
        </p>
        <h1>{agent.name}</h1>
      </div>
      <span role="status">
        {isChanged ? <Badge tone="busy">{words.agents.unsaved}</Badge> : <VersionBadges agent={agent} />}
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
                isDisabled={isFull(type)}
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
        <TalkWith agent={agent} />
        <Button needs="admin" disabled={!isChanged || isSaving} onClick={onSave}>
          {isSaving ? words.shell.saving : words.agents.save}
        </Button>
        <AgentCommands agent={agent} editor={editor} canPublish={!isChanged && !hasFaults} onChanged={onChanged} />
      </div>
    </header>
  );
};
