import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { agentQuery } from "../agents/agent-queries.ts";
import { GateSwitch } from "../agents/gate-switch.tsx";
import type { Scenario } from "../api/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Problem } from "../ui/form.tsx";
import { Play, Plus } from "../ui/icons.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { Empty, Page } from "../ui/page.tsx";
import table from "../ui/table.module.css";
import { formatName, formatWhole, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import { AgentCrumb } from "./agent-crumb.tsx";
import { RehearsalList } from "./rehearsal-list.tsx";
import { scenariosQuery } from "./rehearsal-queries.ts";
import { Rehearse } from "./rehearse.tsx";
import { ScenarioFiles } from "./scenario-files.tsx";

const route = getRouteApi("/shell/agents/$agentId/rehearsals");

/** The scenarios of an agent, and the rehearsals so far. */
export const SuitePage = () => {
  const { agentId } = route.useParams();
  const { data: agent } = useSuspenseQuery(agentQuery(agentId));
  const { data, error } = useQuery(scenariosQuery(agentId));
  const { start } = route.useSearch();
  const [isStarting, setStarting] = useState(start ?? false);
  const scenarios = data?.scenarios ?? [];
  const isFresh = data !== undefined && scenarios.length === 0;
  const newOne = (kind: "plain" | "primary") => (
    <LinkButton to="/agents/$agentId/scenarios/new" params={{ agentId }} kind={kind} needs="operator">
      <Plus aria-hidden /> {words.rehearsals.newScenario}
    </LinkButton>
  );
  return (
    <Page
      title={words.rehearsals.title}
      crumb={<AgentCrumb agent={agent} />}
      actions={
        !isFresh && (
          <>
            <ScenarioFiles agentId={agentId} />
            {newOne("plain")}
            <Button kind="primary" needs="operator" disabled={!data} onClick={() => setStarting(true)}>
              <Play aria-hidden /> {words.rehearsals.rehearse}
            </Button>
          </>
        )
      }
    >
      {error && <Problem error={error} />}
      {isFresh ? (
        <Empty title={words.rehearsals.empty} text={words.rehearsals.emptyText}>
          {newOne("primary")}
          <ScenarioFiles agentId={agentId} isEmpty />
        </Empty>
      ) : (
        <Card
          title={data ? words.rehearsals.scenarioCount(formatWhole(scenarios.length)) : words.shell.loading}
          isFlush
        >
          <DataTable
            label={words.rehearsals.scenarios}
            columns={SCENARIO_COLUMNS}
            rows={scenarios}
            keyOf={({ id }) => id}
          />
        </Card>
      )}
      <RehearsalList agentId={agentId} isShownEmpty={!isFresh} />
      <Card title={words.rehearsals.before}>
        <GateSwitch agent={agent} />
      </Card>
      <Dialog
        isOpen={isStarting && !isFresh}
        onClose={() => setStarting(false)}
        title={words.rehearsals.rehearseTitle}
        text={words.rehearsals.rehearseText}
      >
        {data && <Rehearse agent={agent} suite={data} />}
      </Dialog>
    </Page>
  );
};

const SCENARIO_COLUMNS: readonly Column<Scenario>[] = [
  {
    name: words.rehearsals.name,
    cell: ({ id, name, workflow_id: agentId }) => (
      <Link className={table.rowLink} to="/agents/$agentId/scenarios/$scenarioId" params={{ agentId, scenarioId: id }}>
        {name}
      </Link>
    ),
  },
  { name: words.rehearsals.caller, cell: ({ caller }) => sayCaller(caller) },
  {
    name: words.rehearsals.expected,
    cell: ({ checks }) => words.rehearsals.checksOf(formatWhole(checks.length)),
  },
  { name: words.rehearsals.runs, isNumber: true, cell: ({ runs }) => formatWhole(runs) },
  {
    name: words.rehearsals.mustPassShort,
    cell: ({ must_pass: mustPass }) =>
      mustPass ? <Badge tone="calm">{words.rehearsals.mustPassShort}</Badge> : NOTHING,
  },
];

const sayCaller = ({ kind, lines = [], persona }: Scenario["caller"]): string => {
  if (kind === "scripted") return words.rehearsals.linesOf(formatWhole(lines.length));
  return persona === undefined
    ? words.rehearsals.playedByModel
    : (words.rehearsals.personas[persona] ?? formatName(persona));
};
