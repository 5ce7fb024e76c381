import { findScenario } from "../../infra/postgres/rehearsal/scenario.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireKnownAgent } from "../require-agent.ts";
import { scenarioNotFound } from "./rehearsals.errors.ts";
import { presentScenario } from "./rehearsals.presenter.ts";
import type { scenarioParams } from "./rehearsals.schemas.ts";

export const getScenario = (context: OperationContext, { params }: OperationInput<{ params: typeof scenarioParams }>) =>
  context.inOrganization(async (tx) => {
    const agent = await requireKnownAgent(tx, params.workflow_id);
    const row = await findScenario(tx, { agentId: agent.id, scenarioId: params.scenario_id });
    if (!row) throw scenarioNotFound();
    return presentScenario(row);
  });
