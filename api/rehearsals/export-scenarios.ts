import { writeScenarioFile } from "../../application/rehearsal/scenario-file.ts";
import { writtenScenario } from "../../domain/rehearsal/scenario-document.ts";
import { listScenarios } from "../../infra/postgres/rehearsal/scenario.repository.ts";
import { fileTypeFor } from "../http/file-type.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { createRawAnswer } from "../http/raw-answer.ts";
import { requireKnownAgent } from "../require-agent.ts";
import type { agentParams } from "./rehearsals.schemas.ts";

/** Answers the scenarios of an agent as YAML, oldest first. */
export const exportScenarios = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof agentParams }>,
) =>
  context.inOrganization(async (tx) => {
    const agent = await requireKnownAgent(tx, params.workflow_id);
    const rows = await listScenarios(tx, agent.id);
    const scenarios = rows.map(({ name, runs, must_pass, content }) =>
      writtenScenario.parse({ ...content, name, runs, must_pass }),
    );
    const yaml = writeScenarioFile(scenarios);
    return createRawAnswer(
      (response) => void response.status(200).type(fileTypeFor(response, "application/yaml")).send(yaml),
    );
  });
