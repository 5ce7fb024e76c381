import type { TemplateHireActivities } from "../../workflows/template-hire/template-hire.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { addHiredDocuments, undoHiredDocuments } from "./add-hired-documents.ts";
import { addHiredScenarios, undoHiredScenarios } from "./add-hired-scenarios.ts";
import { addHiredTools, undoHiredTools } from "./add-hired-tools.ts";
import { concludeHire, failHire } from "./conclude-hire.ts";
import { createHiredAgent, undoHiredAgent } from "./create-hired-agent.ts";

export const createTemplateHireActivities = (deps: WorkerDependencies): TemplateHireActivities => ({
  makeHiredAgent: (input) => withHeartbeat(() => createHiredAgent(deps, input)),
  addHiredTools: (input) => withHeartbeat(() => addHiredTools(deps, input)),
  addHiredScenarios: (input) => withHeartbeat(() => addHiredScenarios(deps, input)),
  addHiredDocuments: (input) => withHeartbeat(() => addHiredDocuments(deps, input)),
  concludeHire: (input) => withHeartbeat(() => concludeHire(deps, input)),
  undoHiredAgent: (input) => withHeartbeat(() => undoHiredAgent(deps, input)),
  undoHiredTools: (input) => withHeartbeat(() => undoHiredTools(deps, input)),
  undoHiredScenarios: (input) => withHeartbeat(() => undoHiredScenarios(deps, input)),
  undoHiredDocuments: (input) => withHeartbeat(() => undoHiredDocuments(deps, input)),
  failHire: (input) => withHeartbeat(() => failHire(deps, input)),
});
