import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Agent } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Archive, Copy, Ellipsis, Globe, History, Rocket, Settings } from "../ui/icons.ts";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { agentKey, agentsKey } from "./agent-queries.ts";
import { AgentSettings } from "./agent-settings.tsx";
import { EmbedTokens } from "./embed-tokens.tsx";
import { toGraph } from "./graph.ts";
import { Publish } from "./publish.tsx";
import { UpgradeItem } from "./upgrade-item.tsx";
import type { Editor } from "./use-editor.ts";
import { Versions } from "./versions.tsx";

const route = getRouteApi("/shell/agents/$agentId");

interface AgentCommandsProps {
  agent: Agent;
  editor: Editor;
  /** Why it cannot be published now, if so. */
  whyNotPublish: string | undefined;
  onChanged(agent: Agent): void;
}

export const AgentCommands = ({ agent, editor, whyNotPublish, onChanged }: AgentCommandsProps) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { version } = route.useSearch();
  const [open, setOpen] = useState<"publish" | "versions" | "settings" | "embed" | "archive" | null>(
    version === undefined ? null : "versions",
  );
  const close = () => setOpen(null);
  const params = { workflow_id: agent.id };
  const changed = async (answer: Agent) => {
    queries.setQueryData(agentKey(agent.id), answer);
    await Promise.all([agentKey(agent.id), agentsKey].map((queryKey) => queries.invalidateQueries({ queryKey })));
    close();
  };
  const setStatus = useAction({
    run: (status: "active" | "archived") =>
      callApi("PUT /workflows/{workflow_id}/status", { params, body: { status } }),
    said: words.shell.saved,
    onDone: changed,
  });
  const duplicate = useAction({
    run: () => callApi("POST /workflows/{workflow_id}/duplicate", { params }),
    said: words.agents.duplicated,
    onDone: ({ id }) => navigate({ to: "/agents/$agentId", params: { agentId: id } }),
  });
  return (
    <>
      <Button kind="primary" needs="admin" impossible={whyNotPublish} onClick={() => setOpen("publish")}>
        <Rocket aria-hidden /> {words.agents.publish}
      </Button>
      <Menu
        trigger={
          <Button label={words.shell.more}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<History aria-hidden />} onSelect={() => setOpen("versions")}>
          {words.agents.versions}
        </MenuItem>
        <UpgradeItem agent={agent} onUpgraded={onChanged} />
        <MenuItem icon={<Settings aria-hidden />} needs="admin" onSelect={() => setOpen("settings")}>
          {words.agents.rename}
        </MenuItem>
        <MenuItem icon={<Globe aria-hidden />} onSelect={() => setOpen("embed")}>
          {words.agents.embed}
        </MenuItem>
        <MenuItem icon={<Copy aria-hidden />} needs="admin" onSelect={() => duplicate.mutate()}>
          {words.agents.duplicate}
        </MenuItem>
        <MenuItem
          icon={<Archive aria-hidden />}
          needs="admin"
          onSelect={() => (agent.status === "archived" ? setStatus.mutate("active") : setOpen("archive"))}
        >
          {agent.status === "archived" ? words.agents.unarchive : words.agents.archive}
        </MenuItem>
      </Menu>
      <Dialog isOpen={open === "publish"} onClose={close} title={words.agents.publishTitle} isWide>
        <Publish agent={agent} onDone={changed} />
      </Dialog>
      <Dialog
        isOpen={open === "versions"}
        onClose={close}
        title={words.agents.versions}
        text={words.agents.versionsText}
        isWide
      >
        <Versions
          agent={agent}
          definition={editor.definition}
          first={version ?? null}
          onRestore={(definition) => {
            editor.show(toGraph(definition));
            close();
          }}
        />
      </Dialog>
      <Dialog isOpen={open === "settings"} onClose={close} title={words.agents.rename}>
        <AgentSettings agent={agent} onDone={changed} />
      </Dialog>
      <Dialog isOpen={open === "embed"} onClose={close} title={words.agents.embed} text={words.agents.embedText} isWide>
        <EmbedTokens agentId={agent.id} />
      </Dialog>
      <Confirm
        isOpen={open === "archive"}
        onClose={close}
        title={words.agents.archiveTitle(agent.name)}
        text={words.agents.archiveText}
        action={words.agents.archive}
        onConfirm={() => setStatus.mutate("archived")}
      />
    </>
  );
};
