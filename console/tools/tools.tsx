import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Tool } from "../api/routes.ts";
import { toolsQuery } from "../credentials/credential-queries.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Plus } from "../ui/icons.ts";
import { Empty, Page } from "../ui/page.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { EditTool, TestTool } from "./edit-tool.tsx";
import { McpAccess, McpSignIn } from "./mcp-sign-in.tsx";
import { NewTool } from "./new-tool.tsx";

export const Tools = () => {
  const { data: tools } = useSuspenseQuery(toolsQuery);
  const [isMaking, setMaking] = useState(false);
  const make = (
    <Button kind="primary" needs="admin" onClick={() => setMaking(true)}>
      <Plus aria-hidden /> {words.tools.newOne}
    </Button>
  );
  return (
    <Page title={words.shell.tools} actions={tools.length > 0 && make}>
      {tools.length === 0 ? (
        <Empty title={words.tools.empty} text={words.tools.emptyText}>
          {make}
        </Empty>
      ) : (
        <Card title={words.tools.count(formatWhole(tools.length))} isFlush>
          <DataTable label={words.shell.tools} columns={COLUMNS} rows={tools} keyOf={({ id }) => id} />
        </Card>
      )}
      <Dialog isOpen={isMaking} onClose={() => setMaking(false)} title={words.tools.newOne} isWide>
        <NewTool onDone={() => setMaking(false)} />
      </Dialog>
    </Page>
  );
};

const COLUMNS: readonly Column<Tool>[] = [
  {
    name: words.tools.name,
    cell: ({ name, description }) => (
      <>
        <strong>{name}</strong>
        {description && <p className={table.soft}>{description}</p>}
      </>
    ),
  },
  {
    name: words.tools.kind,
    cell: (tool) => (
      <>
        {words.tools.kinds[tool.category] ?? tool.category} {tool.category === "mcp" && <McpAccess tool={tool} />}
      </>
    ),
  },
  {
    name: words.tools.status,
    cell: ({ status }) => (
      <Badge tone={status === "active" ? "good" : "calm"}>{words.tools.statuses[status] ?? status}</Badge>
    ),
  },
  { name: words.shell.more, isNameHidden: true, cell: (tool) => <Commands tool={tool} /> },
];

const Commands = ({ tool }: { tool: Tool }) => {
  const queries = useQueryClient();
  const params = { tool_uuid: tool.tool_uuid };
  const isArchived = tool.status === "archived";
  const changed = () => queries.invalidateQueries({ queryKey: toolsQuery.queryKey });
  const change = useAction<void, unknown>({
    run: () =>
      isArchived
        ? callApi("POST /tools/{tool_uuid}/unarchive", { params })
        : callApi("DELETE /tools/{tool_uuid}", { params }),
    said: words.shell.saved,
    onDone: changed,
  });
  const refresh = useAction({
    run: () => callApi("POST /tools/{tool_uuid}/mcp/refresh", { params }),
    said: ({ discovered_tools: found, error }) => error ?? words.tools.discovered(formatWhole(found.length)),
    onDone: changed,
  });
  const [open, setOpen] = useState<"edit" | "test" | null>(null);
  return (
    <div className={table.actions}>
      {(tool.category === "http_api" || tool.category === "mcp") && (
        <Button needs="admin" aria-label={`${words.tools.test}: ${tool.name}`} onClick={() => setOpen("test")}>
          {words.tools.test}
        </Button>
      )}
      <Button needs="admin" aria-label={`${words.tools.edit}: ${tool.name}`} onClick={() => setOpen("edit")}>
        {words.tools.edit}
      </Button>
      {tool.category === "mcp" && <McpSignIn tool={tool} />}
      {tool.category === "mcp" && (
        <Button needs="admin" disabled={refresh.isPending} onClick={() => refresh.mutate()}>
          {words.tools.refresh}
        </Button>
      )}
      <Button
        needs="admin"
        aria-label={`${isArchived ? words.tools.unarchive : words.tools.archive}: ${tool.name}`}
        disabled={change.isPending}
        onClick={() => change.mutate()}
      >
        {isArchived ? words.tools.unarchive : words.tools.archive}
      </Button>
      <Dialog isOpen={open === "edit"} onClose={() => setOpen(null)} title={tool.name} isWide>
        <EditTool tool={tool} onDone={() => setOpen(null)} />
      </Dialog>
      <Dialog isOpen={open === "test"} onClose={() => setOpen(null)} title={`${words.tools.test}: ${tool.name}`} isWide>
        <TestTool tool={tool} />
      </Dialog>
    </div>
  );
};
