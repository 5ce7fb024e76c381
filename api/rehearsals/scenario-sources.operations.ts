import { defineOperation } from "../http/operation.ts";
import { createScenarioFromRun } from "./create-scenario-from-run.ts";
import { createScenariosFromDocument } from "./create-scenarios-from-document.ts";
import { exportScenarios } from "./export-scenarios.ts";
import { importScenarios } from "./import-scenarios.ts";
import { importedAnswer, personasAnswer, scenarioAnswer } from "./rehearsals.answers.ts";
import { listPersonas } from "./rehearsals.reads.ts";
import {
  agentParams,
  documentParams,
  importScenariosBody,
  scenarioFromRunBody,
  scenarioFromRunParams,
} from "./rehearsals.schemas.ts";

const area = "Rehearsals";
const scenarios = "/workflows/{workflow_id}/scenarios";
const noSuchAgent = { 404: "No such agent in the organization" };

export const createScenarioFromRunOperation = defineOperation({
  id: "scenarios.createFromRun",
  area,
  method: "post",
  path: `${scenarios}/from-run/{run_id}`,
  summary: "Make a scenario of a call or a test in writing; people and their numbers are replaced by made-up ones",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: scenarioFromRunParams,
  body: scenarioFromRunBody,
  addsRows: true,
  success: { status: 200, description: "The scenario", body: scenarioAnswer },
  errors: {
    402: "The agent has as many scenarios as it may",
    404: "No such agent, or no such run of it",
    409: "The agent has another scenario with this name, or the run has no words to make it of",
  },
  run: createScenarioFromRun,
});

export const createScenariosFromDocumentOperation = defineOperation({
  id: "scenarios.createFromDocument",
  area,
  method: "post",
  path: `${scenarios}/from-document/{document_uuid}`,
  summary: "Make scenarios of the questions that callers ask about a document; a language model writes them",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: documentParams,
  addsRows: true,
  success: { status: 200, description: "What was made, ten at most", body: importedAnswer },
  errors: {
    ...noSuchAgent,
    402: "The agent would have more scenarios than it may",
    409: "There is no language model, or the agent does not read the document",
    502: "The model did not answer, in its own words",
  },
  run: createScenariosFromDocument,
});

export const importScenariosOperation = defineOperation({
  id: "scenarios.import",
  area,
  method: "post",
  path: `${scenarios}/import`,
  summary: "Take scenarios from YAML: one with the name of another of the agent's rewrites it",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: agentParams,
  body: importScenariosBody,
  addsRows: true,
  success: { status: 200, description: "What is there now", body: importedAnswer },
  errors: { ...noSuchAgent, 402: "The agent would have more scenarios than it may" },
  run: importScenarios,
});

export const exportScenariosOperation = defineOperation({
  id: "scenarios.export",
  area,
  method: "get",
  path: `${scenarios}/export`,
  summary: "The scenarios of an agent as YAML, to be kept beside its code",
  permission: "viewer",
  sandbox: "read",
  params: agentParams,
  success: {
    status: 200,
    description: "One document for each scenario, oldest first",
    contentTypes: ["application/yaml"],
  },
  errors: noSuchAgent,
  share: "listing",
  run: exportScenarios,
});

export const listPersonasOperation = defineOperation({
  id: "scenarios.personas",
  area,
  method: "get",
  path: "/personas",
  summary: "The callers that are ready to use: a scenario names one, and a language model plays it",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "The ready personas", body: personasAnswer },
  run: listPersonas,
});

/** Where scenarios come from beside being written: calls, documents, files; and the callers that are ready. */
export const scenarioSourcesOperations = [
  createScenarioFromRunOperation,
  createScenariosFromDocumentOperation,
  importScenariosOperation,
  exportScenariosOperation,
  listPersonasOperation,
];
