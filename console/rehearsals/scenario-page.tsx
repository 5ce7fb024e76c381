import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { agentQuery } from "../agents/agent-queries.ts";
import { toGraph } from "../agents/graph.ts";
import type { Agent } from "../api/routes.ts";
import { toolsQuery } from "../credentials/credential-queries.ts";
import { Page } from "../ui/page.tsx";
import { words } from "../words/words.ts";
import { AgentCrumb } from "./agent-crumb.tsx";
import { listAgentNames } from "./agent-names.ts";
import { scenarioQuery } from "./rehearsal-queries.ts";
import { RemoveScenario } from "./remove-scenario.tsx";
import { NEW_SCENARIO, toDraft } from "./scenario-draft.ts";
import { ScenarioForm } from "./scenario-form.tsx";

const newRoute = getRouteApi("/shell/agents/$agentId/scenarios/new");
const route = getRouteApi("/shell/agents/$agentId/scenarios/$scenarioId");

export const NewScenario = () => {
  const { agentId } = newRoute.useParams();
  const { data: agent } = useSuspenseQuery(agentQuery(agentId));
  return (
    <Page title={words.rehearsals.newScenario} crumb={<AgentCrumb agent={agent} isDeeper />} isNarrow>
      <ScenarioForm agentId={agentId} scenarioId={null} initial={NEW_SCENARIO} names={useNames(agent)} />
    </Page>
  );
};

export const ScenarioPage = () => {
  const { agentId, scenarioId } = route.useParams();
  const { data: agent } = useSuspenseQuery(agentQuery(agentId));
  const { data: scenario } = useSuspenseQuery(scenarioQuery(agentId, scenarioId));
  return (
    <Page
      title={scenario.name}
      crumb={<AgentCrumb agent={agent} isDeeper />}
      actions={<RemoveScenario scenario={scenario} />}
      isNarrow
    >
      <ScenarioForm
        key={scenarioId}
        agentId={agentId}
        scenarioId={scenarioId}
        initial={toDraft(scenario)}
        names={useNames(agent)}
      />
    </Page>
  );
};

const useNames = (agent: Agent) => {
  const { data: tools } = useQuery(toolsQuery);
  return listAgentNames(toGraph(agent.definition).nodes, tools ?? []);
};
