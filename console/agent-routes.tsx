import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { agentParams, omitUnset, readNumber, rehearsalParams, type Search, scenarioParams } from "./search-params.ts";
import { shell } from "./shell-route.tsx";

const agents = createRoute({
  getParentRoute: () => shell,
  path: "/agents",
  validateSearch: ({ archived, making }: Search): { archived?: true; making?: true } => ({
    ...(archived === true && { archived }),
    ...(making === true && { making }),
  }),
  component: lazyRouteComponent(() => import("./agents/agent-list.tsx"), "AgentList"),
});

const agent = createRoute({
  getParentRoute: () => shell,
  path: "/agents/$agentId",
  params: agentParams,
  validateSearch: ({ version, test }: Search) => omitUnset({ version: readNumber(version), test: readNumber(test) }),
  component: lazyRouteComponent(() => import("./agents/agent-editor.tsx"), "AgentEditor"),
});

const suite = createRoute({
  getParentRoute: () => shell,
  path: "/agents/$agentId/rehearsals",
  params: agentParams,
  validateSearch: ({ start }: Search): { start?: true } => (start === true ? { start } : {}),
  component: lazyRouteComponent(() => import("./rehearsals/suite-page.tsx"), "SuitePage"),
});

const rehearsal = createRoute({
  getParentRoute: () => shell,
  path: "/agents/$agentId/rehearsals/$rehearsalId",
  params: rehearsalParams,
  validateSearch: ({ conversation }: Search) => omitUnset({ conversation: readNumber(conversation) }),
  component: lazyRouteComponent(() => import("./rehearsals/rehearsal-page.tsx"), "RehearsalPage"),
});

const newScenario = createRoute({
  getParentRoute: () => shell,
  path: "/agents/$agentId/scenarios/new",
  params: agentParams,
  component: lazyRouteComponent(() => import("./rehearsals/scenario-page.tsx"), "NewScenario"),
});

const scenario = createRoute({
  getParentRoute: () => shell,
  path: "/agents/$agentId/scenarios/$scenarioId",
  params: scenarioParams,
  component: lazyRouteComponent(() => import("./rehearsals/scenario-page.tsx"), "ScenarioPage"),
});

/** The routes of agents, their scenarios and rehearsals. */
export const agentRoutes = [agents, agent, suite, rehearsal, newScenario, scenario] as const;
