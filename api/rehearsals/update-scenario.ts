import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { updateScenario as updateRow } from "../../infra/postgres/rehearsal/scenario.repository.ts";
import { findViolatedConstraint } from "../../infra/postgres/unique-violation.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { recordRehearsalChange } from "./record-rehearsal-change.ts";
import { scenarioNameTaken, scenarioNotFound } from "./rehearsals.errors.ts";
import { presentScenario } from "./rehearsals.presenter.ts";
import type { scenarioBody, scenarioParams } from "./rehearsals.schemas.ts";
import { requireCallerModel } from "./require-caller-model.ts";
import { requireRehearsedAgent } from "./require-rehearsed-agent.ts";
import { readWrittenScenario } from "./written-scenario.ts";

type Input = OperationInput<{ params: typeof scenarioParams; body: typeof scenarioBody }>;

/** Rewrites a scenario; results of it as it was stay. */
export const updateScenario = async (context: OperationContext, { params, body }: Input) => {
  const rewrite = async (tx: OrganizationTransaction) => {
    const agent = await requireRehearsedAgent(context, tx, params.workflow_id);
    await requireCallerModel(context, tx, { agent, caller: body.caller });
    const address = { agentId: agent.id, scenarioId: params.scenario_id };
    const row = await updateRow(tx, { ...address, ...readWrittenScenario(body) });
    if (!row) throw scenarioNotFound();
    const change = `got the scenario "${row.name}" changed`;
    recordRehearsalChange(context, tx, { agent, change, payload: { scenario_id: row.id } });
    return presentScenario(row);
  };
  try {
    return await context.inOrganization(rewrite);
  } catch (error) {
    throw findViolatedConstraint(error) === "scenarios_agent_id_name_key" ? scenarioNameTaken() : error;
  }
};
