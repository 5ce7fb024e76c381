import type { z } from "zod";
import { MOST_SCENARIOS_OF_AGENT } from "../../domain/rehearsal/scenario.ts";
import type { Agent } from "../../infra/postgres/agent/agent.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { countScenarios, insertScenario } from "../../infra/postgres/rehearsal/scenario.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { recordRehearsalChange } from "./record-rehearsal-change.ts";
import { scenarioNameTaken, tooManyScenarios } from "./rehearsals.errors.ts";
import { presentScenario } from "./rehearsals.presenter.ts";
import type { scenarioBody } from "./rehearsals.schemas.ts";
import { requireCallerModel } from "./require-caller-model.ts";
import { readWrittenScenario } from "./written-scenario.ts";

interface NewScenario {
  agent: Agent;
  body: z.output<typeof scenarioBody>;
  /** The run or document that it is made of; null: somebody wrote it. */
  source: object | null;
}

/** Adds a scenario to an agent and presents it; throws where the agent has as many as it may, or one with the name. */
export const addScenario = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { agent, body, source }: NewScenario,
) => {
  if ((await countScenarios(tx, agent.id)) >= MOST_SCENARIOS_OF_AGENT) throw tooManyScenarios();
  await requireCallerModel(context, tx, { agent, caller: body.caller });
  const { organizationId, userId } = context.actor;
  const written = readWrittenScenario(body);
  const row = await insertScenario(tx, { organizationId, agentId: agent.id, createdBy: userId, source, ...written });
  if (!row) throw scenarioNameTaken();
  const change = `got the scenario "${row.name}"`;
  recordRehearsalChange(context, tx, { agent, change, payload: { scenario_id: row.id } });
  return presentScenario(row);
};
