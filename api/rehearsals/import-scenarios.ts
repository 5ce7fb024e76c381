import { readScenarioFile } from "../../application/rehearsal/scenario-file.ts";
import { MOST_SCENARIOS_OF_AGENT } from "../../domain/rehearsal/scenario.ts";
import { insertScenario, listScenarios, updateScenario } from "../../infra/postgres/rehearsal/scenario.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { recordRehearsalChange } from "./record-rehearsal-change.ts";
import { faultyFile, tooManyScenarios } from "./rehearsals.errors.ts";
import type { agentParams, importScenariosBody } from "./rehearsals.schemas.ts";
import { requireCallerModel } from "./require-caller-model.ts";
import { requireRehearsedAgent } from "./require-rehearsed-agent.ts";
import { readWrittenScenario } from "./written-scenario.ts";

type Input = OperationInput<{ params: typeof agentParams; body: typeof importScenariosBody }>;

/** Takes scenarios from a file, all or none: one with the name of another of the agent's rewrites it. */
export const importScenarios = (context: OperationContext, { params, body }: Input) => {
  const read = readScenarioFile(body.yaml);
  if ("faults" in read) throw faultyFile(read.faults);
  return context.inOrganization(async (tx) => {
    const agent = await requireRehearsedAgent(context, tx, params.workflow_id);
    const known = new Map((await listScenarios(tx, agent.id)).map(({ id, name }) => [name, id]));
    const names = new Set([...known.keys(), ...read.scenarios.map(({ name }) => name)]);
    if (names.size > MOST_SCENARIOS_OF_AGENT || read.scenarios.length > MOST_SCENARIOS_OF_AGENT)
      throw tooManyScenarios();
    const persona = read.scenarios.find(({ caller }) => caller.kind === "persona");
    if (persona) await requireCallerModel(context, tx, { agent, caller: persona.caller });
    const counts = { created: 0, updated: 0 };
    const scenarios: { id: number; name: string; is_new: boolean }[] = [];
    for (const scenario of read.scenarios) {
      const written = readWrittenScenario(scenario);
      const scenarioId = known.get(written.name);
      const { organizationId, userId } = context.actor;
      const row =
        scenarioId === undefined
          ? await insertScenario(tx, { organizationId, agentId: agent.id, createdBy: userId, ...written })
          : await updateScenario(tx, { agentId: agent.id, scenarioId, ...written });
      if (!row) continue;
      counts[scenarioId === undefined ? "created" : "updated"] += 1;
      known.set(row.name, row.id);
      scenarios.push({ id: row.id, name: row.name, is_new: scenarioId === undefined });
    }
    const change = `got scenarios from a file: ${counts.created} new, ${counts.updated} changed`;
    recordRehearsalChange(context, tx, { agent, change, payload: counts });
    const answer = { ...counts, scenarios };
    context.keepAnswer(tx, answer);
    return answer;
  });
};
