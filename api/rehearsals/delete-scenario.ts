import { deleteScenario as deleteRow } from "../../infra/postgres/rehearsal/scenario.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { recordRehearsalChange } from "./record-rehearsal-change.ts";
import { scenarioNotFound } from "./rehearsals.errors.ts";
import type { scenarioParams } from "./rehearsals.schemas.ts";
import { requireRehearsedAgent } from "./require-rehearsed-agent.ts";

/** Deletes a scenario; its results stay with their rehearsals. */
export const deleteScenario = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof scenarioParams }>,
) =>
  context.inOrganization(async (tx) => {
    const agent = await requireRehearsedAgent(context, tx, params.workflow_id);
    const row = await deleteRow(tx, { agentId: agent.id, scenarioId: params.scenario_id });
    if (!row) throw scenarioNotFound();
    const change = `lost the scenario "${row.name}"`;
    recordRehearsalChange(context, tx, { agent, change, payload: { scenario_id: row.id } });
    return { message: `The scenario "${row.name}" was deleted` };
  });
