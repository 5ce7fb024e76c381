import { validationAnswer } from "../agents/agents.answers.ts";
import { defineOperation } from "../http/operation.ts";
import { cancelRehearsal, pauseRehearsal, resumeRehearsal } from "./command-rehearsal.ts";
import { createRehearsal } from "./create-rehearsal.ts";
import { createScenario } from "./create-scenario.ts";
import { deleteScenario } from "./delete-scenario.ts";
import { listRehearsals } from "./list-rehearsals.ts";
import { listScenarios } from "./list-scenarios.ts";
import {
  conversationAnswer,
  deletedAnswer,
  rehearsalAnswer,
  rehearsalListAnswer,
  scenarioAnswer,
  scenarioListAnswer,
} from "./rehearsals.answers.ts";
import { getConversation, getRehearsal, getScenario } from "./rehearsals.reads.ts";
import {
  agentParams,
  conversationParams,
  rehearsalParams,
  rehearsalsQuery,
  scenarioBody,
  scenarioParams,
  startRehearsalBody,
} from "./rehearsals.schemas.ts";
import { reportJunit } from "./report-junit.ts";
import { runAgain } from "./run-again.ts";
import { scenarioSourcesOperations } from "./scenario-sources.operations.ts";
import { updateScenario } from "./update-scenario.ts";

const area = "Rehearsals";
const scenarios = "/workflows/{workflow_id}/scenarios";
const rehearsals = "/workflows/{workflow_id}/rehearsals";
const noSuchAgent = { 404: "No such agent in the organization" };
const noSuchScenario = { 404: "No such agent or scenario in the organization" };
const noSuchRehearsal = { 404: "No such agent or rehearsal in the organization" };
const NAME_TAKEN = "The agent has another scenario with this name";

export const createScenarioOperation = defineOperation({
  id: "scenarios.create",
  area,
  method: "post",
  path: scenarios,
  summary: "Add a scenario to an agent: a caller, what its tools answer, and what is expected",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: agentParams,
  body: scenarioBody,
  addsRows: true,
  success: { status: 200, description: "The scenario", body: scenarioAnswer },
  errors: { ...noSuchAgent, 402: "The agent has as many scenarios as it may", 409: NAME_TAKEN },
  run: createScenario,
});

export const listScenariosOperation = defineOperation({
  id: "scenarios.list",
  area,
  method: "get",
  path: scenarios,
  summary: "The scenarios of an agent, and what playing all of them may be expected to cost",
  permission: "viewer",
  sandbox: "read",
  params: agentParams,
  success: { status: 200, description: "The scenarios, oldest first", body: scenarioListAnswer },
  errors: noSuchAgent,
  share: "listing",
  run: listScenarios,
});

export const getScenarioOperation = defineOperation({
  id: "scenarios.get",
  area,
  method: "get",
  path: `${scenarios}/{scenario_id}`,
  summary: "One scenario",
  permission: "viewer",
  sandbox: "read",
  params: scenarioParams,
  success: { status: 200, description: "The scenario", body: scenarioAnswer },
  errors: noSuchScenario,
  run: getScenario,
});

export const updateScenarioOperation = defineOperation({
  id: "scenarios.update",
  area,
  method: "put",
  path: `${scenarios}/{scenario_id}`,
  summary: "Rewrite a scenario",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: scenarioParams,
  body: scenarioBody,
  success: { status: 200, description: "The scenario", body: scenarioAnswer },
  errors: { ...noSuchScenario, 409: NAME_TAKEN },
  run: updateScenario,
});

export const deleteScenarioOperation = defineOperation({
  id: "scenarios.delete",
  area,
  method: "delete",
  path: `${scenarios}/{scenario_id}`,
  summary: "Delete a scenario; its results stay",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: scenarioParams,
  success: { status: 200, description: "It is deleted", body: deletedAnswer },
  errors: noSuchScenario,
  run: deleteScenario,
});

export const createRehearsalOperation = defineOperation({
  id: "rehearsals.create",
  area,
  method: "post",
  path: rehearsals,
  summary: "Rehearse an agent: play its scenarios; nothing is dialled or sent",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: agentParams,
  body: startRehearsalBody,
  addsRows: true,
  success: { status: 200, description: "The rehearsal, which goes on", body: rehearsalAnswer },
  errors: {
    ...noSuchAgent,
    409: {
      description: "There is no scenario, too many rehearsals are under way, or the version cannot take calls",
      detail: validationAnswer,
    },
  },
  run: createRehearsal,
});

export const listRehearsalsOperation = defineOperation({
  id: "rehearsals.list",
  area,
  method: "get",
  path: rehearsals,
  summary: "The rehearsals of an agent",
  permission: "viewer",
  sandbox: "read",
  params: agentParams,
  query: rehearsalsQuery,
  success: { status: 200, description: "A page of the rehearsals, newest first", body: rehearsalListAnswer },
  errors: noSuchAgent,
  run: listRehearsals,
});

export const getRehearsalOperation = defineOperation({
  id: "rehearsals.get",
  area,
  method: "get",
  path: `${rehearsals}/{rehearsal_id}`,
  summary: "One rehearsal with its conversations and their checks",
  permission: "viewer",
  sandbox: "read",
  params: rehearsalParams,
  success: { status: 200, description: "The rehearsal", body: rehearsalAnswer },
  errors: noSuchRehearsal,
  share: "listing",
  run: getRehearsal,
});

export const getRehearsedConversationOperation = defineOperation({
  id: "rehearsals.conversation",
  area,
  method: "get",
  path: `${rehearsals}/{rehearsal_id}/conversations/{conversation_id}`,
  summary: "One conversation of a rehearsal with every word",
  permission: "viewer",
  sandbox: "read",
  params: conversationParams,
  success: { status: 200, description: "The conversation", body: conversationAnswer },
  errors: { 404: "No such agent, rehearsal or conversation in the organization" },
  run: getConversation,
});

export const junitOperation = defineOperation({
  id: "rehearsals.junit",
  area,
  method: "get",
  path: `${rehearsals}/{rehearsal_id}/junit`,
  summary: "A rehearsal as JUnit XML, for continuous integration",
  permission: "viewer",
  sandbox: "read",
  params: rehearsalParams,
  success: {
    status: 200,
    description: "The report, one test case for each conversation",
    contentTypes: ["application/xml"],
  },
  errors: noSuchRehearsal,
  share: "listing",
  run: reportJunit,
});

export const runAgainOperation = defineOperation({
  id: "rehearsals.runAgain",
  area,
  method: "post",
  path: `${rehearsals}/{rehearsal_id}/run-again`,
  summary: "Rehearse again what was not green, as it is now",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: rehearsalParams,
  addsRows: true,
  success: { status: 200, description: "The new rehearsal, which goes on", body: rehearsalAnswer },
  errors: {
    ...noSuchRehearsal,
    409: {
      description: "Nothing was red, too many rehearsals are under way, or the agent cannot take calls",
      detail: validationAnswer,
    },
  },
  run: runAgain,
});

const command = {
  area,
  method: "post",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: rehearsalParams,
  success: { status: 200, description: "The rehearsal", body: rehearsalAnswer },
  errors: { ...noSuchRehearsal, 409: "The rehearsal is over", 503: "The rehearsal has not answered in time" },
} as const;

export const pauseRehearsalOperation = defineOperation({
  ...command,
  id: "rehearsals.pause",
  path: `${rehearsals}/{rehearsal_id}/pause`,
  summary: "Begin no further conversation of a rehearsal",
  run: pauseRehearsal,
});

export const resumeRehearsalOperation = defineOperation({
  ...command,
  id: "rehearsals.resume",
  path: `${rehearsals}/{rehearsal_id}/resume`,
  summary: "Go on with a paused rehearsal",
  run: resumeRehearsal,
});

export const cancelRehearsalOperation = defineOperation({
  ...command,
  id: "rehearsals.cancel",
  path: `${rehearsals}/{rehearsal_id}/cancel`,
  summary: "End a rehearsal; results stay",
  run: cancelRehearsal,
});

export const rehearsalsOperations = [
  createScenarioOperation,
  ...scenarioSourcesOperations,
  listScenariosOperation,
  getScenarioOperation,
  updateScenarioOperation,
  deleteScenarioOperation,
  createRehearsalOperation,
  listRehearsalsOperation,
  getRehearsalOperation,
  getRehearsedConversationOperation,
  junitOperation,
  runAgainOperation,
  pauseRehearsalOperation,
  resumeRehearsalOperation,
  cancelRehearsalOperation,
];
