import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { AgentListItem } from "../api/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { SwitchField, TextField } from "../ui/fields.tsx";
import { FilterFields } from "../ui/filters.tsx";
import { Form } from "../ui/form.tsx";
import { Plus } from "../ui/icons.ts";
import { Empty, Page } from "../ui/page.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { formatMoment, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { agentsKey, agentsQuery } from "./agent-queries.ts";
import { STARTERS, type Starter } from "./starters.ts";
import { TalkWith } from "./talk-with.tsx";

const route = getRouteApi("/shell/agents");

export const AgentList = () => {
  const { archived = false, making = false } = route.useSearch();
  const navigate = useNavigate({ from: "/agents" });
  const { data } = useSuspenseQuery(agentsQuery);
  // A person who comes to make an agent finds the form open.
  const [isMaking, setMaking] = useState(making);
  const hasArchived = data.some(({ status }) => status === "archived");
  const agents = data.filter(({ status }) => archived || status === "active");
  const make = (
    <Button kind="primary" needs="admin" onClick={() => setMaking(true)}>
      <Plus aria-hidden /> {words.agents.newOne}
    </Button>
  );
  return (
    <Page title={words.shell.agents} actions={agents.length > 0 && make}>
      {hasArchived && (
        <FilterFields>
          <SwitchField
            label={words.agents.showArchived}
            isOn={archived}
            onChange={(isOn) => void navigate({ search: isOn ? { archived: true } : {}, replace: true })}
          />
        </FilterFields>
      )}
      {agents.length === 0 ? (
        <Empty title={words.agents.empty} text={words.agents.emptyText}>
          {make}
        </Empty>
      ) : (
        <Card title={words.agents.count(formatWhole(agents.length))} isFlush>
          <DataTable label={words.shell.agents} columns={COLUMNS} rows={agents} keyOf={({ id }) => id} />
        </Card>
      )}
      <Dialog isOpen={isMaking} onClose={() => setMaking(false)} title={words.agents.newOne}>
        <NewAgent />
      </Dialog>
    </Page>
  );
};

export const VersionBadges = ({ agent }: { agent: AgentListItem }) => (
  <>
    {agent.status === "archived" && <Badge tone="calm">{words.agents.archived}</Badge>}{" "}
    {agent.version === null ? (
      <Badge tone="warn">{words.agents.unpublished}</Badge>
    ) : (
      <Badge tone="good">{words.agents.published(formatWhole(agent.version))}</Badge>
    )}{" "}
    {agent.draft_version !== null && agent.version !== null && (
      <Badge tone="warn">{words.agents.draft(formatWhole(agent.draft_version))}</Badge>
    )}
  </>
);

const COLUMNS: readonly Column<AgentListItem>[] = [
  {
    name: words.agents.name,
    cell: ({ id, name }) => (
      <Link className={table.rowLink} to="/agents/$agentId" params={{ agentId: id }}>
        {name}
      </Link>
    ),
  },
  { name: words.agents.status, cell: (agent) => <VersionBadges agent={agent} /> },
  {
    name: words.agents.calls,
    isNumber: true,
    cell: ({ id, total_runs: calls }) => (
      <Link className={table.link} to="/calls" search={{ agent: id }}>
        {formatWhole(calls)}
      </Link>
    ),
  },
  {
    name: words.agents.changed,
    cell: ({ updated_at }) => <span className={table.soft}>{formatMoment(updated_at)}</span>,
  },
  {
    name: words.agents.talk,
    isNameHidden: true,
    cell: (agent) => (
      <div className={table.actions}>{agent.status === "active" && <TalkWith agent={agent} isIcon />}</div>
    ),
  },
];

const NewAgent = () => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [starter, setStarter] = useState<Starter>("reminder");
  const create = useAction({
    run: () => callApi("POST /workflows/create/definition", { body: { name, definition: STARTERS[starter] } }),
    onDone: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: agentsKey });
      await navigate({ to: "/agents/$agentId", params: { agentId: id } });
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form onSubmit={() => create.mutate()} action={words.agents.create} isBusy={create.isPending} error={create.error}>
      <TextField label={words.agents.name} value={name} onChange={setName} maxLength={255} isRequired hasFocus />
      <Choice<Starter>
        label={words.agents.startFrom}
        value={starter}
        onChange={setStarter}
        options={(["reminder", "survey", "reception"] as const).map((value) => ({
          value,
          label: words.agents.starters[value],
        }))}
      />
    </Form>
  );
};
