import { MOST_SCENARIOS_OF_AGENT } from "../../domain/rehearsal/scenario.ts";
import { countScenarios, insertScenario } from "../../infra/postgres/rehearsal/scenario.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { recordRehearsalChange } from "./record-rehearsal-change.ts";
import { scenarioNameTaken, tooManyScenarios } from "./rehearsals.errors.ts";
import { presentScenario } from "./rehearsals.presenter.ts";
import type { agentParams, scenarioBody } from "./rehearsals.schemas.ts";
import { requireRehearsedAgent } from "./require-rehearsed-agent.ts";
import { readWrittenScenario } from "./written-scenario.ts";

type Input = OperationInput<{ params: typeof agentParams; body: typeof scenarioBody }>;

/** Adds a scenario to an agent. */
export const createScenario = (context: OperationContext, { params, body }: Input) =>
  context.inOrganization(async (tx) => {
    const agent = await requireRehearsedAgent(context, tx, params.workflow_id);
    if ((await countScenarios(tx, agent.id)) >= MOST_SCENARIOS_OF_AGENT) throw tooManyScenarios();
    const { organizationId, userId } = context.actor;
    const written = readWrittenScenario(body);
    const row = await insertScenario(tx, { organizationId, agentId: agent.id, createdBy: userId, ...written });
    if (!row) throw scenarioNameTaken();
    const change = `got the scenario "${row.name}"`;
    recordRehearsalChange(context, tx, { agent, change, payload: { scenario_id: row.id } });
    const answer = presentScenario(row);
    context.keepAnswer(tx, answer);
    return answer;
  });
