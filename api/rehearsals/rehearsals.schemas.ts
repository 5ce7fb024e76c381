import { z } from "zod";
import { MOST_SCENARIOS_OF_AGENT, scenarioName } from "../../domain/rehearsal/scenario.ts";
import { LONGEST_FILE_CHARACTERS, writtenScenario } from "../../domain/rehearsal/scenario-document.ts";
import { idField, idParameter, optional } from "../http/fields.ts";
import { pageLimit } from "../http/pagination.ts";

export const agentParams = z.object({ workflow_id: idParameter });
export const scenarioParams = z.object({ workflow_id: idParameter, scenario_id: idParameter });
export const rehearsalParams = z.object({ workflow_id: idParameter, rehearsal_id: idParameter });
export const conversationParams = rehearsalParams.extend({ conversation_id: idParameter });
export const rehearsalsQuery = z.object({
  limit: pageLimit,
  cursor: optional(idParameter).meta({ description: "`next_cursor` of the page before" }),
});

export const scenarioBody = writtenScenario;
export const importScenariosBody = z.strictObject({ yaml: z.string().min(1).max(LONGEST_FILE_CHARACTERS) });

export const scenarioFromRunParams = agentParams.extend({ run_id: idParameter });
export const documentParams = agentParams.extend({ document_uuid: z.guid() });
export const scenarioFromRunBody = z.strictObject({
  name: optional(scenarioName).meta({ description: "Without it the scenario is named after the run" }),
  runs: scenarioBody.shape.runs,
  must_pass: scenarioBody.shape.must_pass,
});

export const startRehearsalBody = z.strictObject({
  version: optional(z.number().int().min(1)).meta({
    description: "The number of the version to rehearse; without it the draft, or else the published one",
  }),
  scenario_ids: optional(z.array(idField).min(1).max(MOST_SCENARIOS_OF_AGENT)).meta({
    description: "The scenarios to play; without them all of the agent's",
  }),
});
