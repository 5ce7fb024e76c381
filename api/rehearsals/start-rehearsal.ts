import { readAgentModel } from "../../application/model/read-agent-model.ts";
import { keepVersion } from "../../application/rehearsal/rehearsed-agent.ts";
import { readAgentSettings } from "../../domain/agent/agent-settings.ts";
import { MOST_REHEARSALS_UNDER_WAY } from "../../domain/rehearsal/rehearsal.rules.ts";
import { needsModel } from "../../domain/rehearsal/scenario.ts";
import { readPricedName } from "../../infra/models/open-model.ts";
import type { Agent, AgentVersion } from "../../infra/postgres/agent/agent.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Rehearsal } from "../../infra/postgres/rehearsal/rehearsal.entity.ts";
import { countUnderWay, insertRehearsal } from "../../infra/postgres/rehearsal/start-rehearsal.repository.ts";
import { tryToStart } from "../../infra/temporal/start-workflow.ts";
import { rehearsalContract, rehearsalStartOptions } from "../../workflows/rehearsal/rehearsal.contract.ts";
import { digestDefinition } from "../digest-agent.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { digestScenario, type PlannedScenario } from "../planned-conversations.ts";
import { estimateRehearsal } from "./estimate-rehearsal.ts";
import { recordRehearsalChange } from "./record-rehearsal-change.ts";
import { modelNeeded, tooManyRehearsals } from "./rehearsals.errors.ts";

export interface RehearsalPlan {
  agent: Agent;
  version: AgentVersion;
  planned: readonly PlannedScenario[];
}

/**
 * Writes a rehearsal with its conversations; a repeated request finds the one that it has written. The workflow is started
 * afterwards, by the request or, where its process ends before that, by maintenance.
 */
export const writeRehearsal = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { agent, version, planned }: RehearsalPlan,
): Promise<Rehearsal> => {
  if ((await countUnderWay(tx)) >= MOST_REHEARSALS_UNDER_WAY) throw tooManyRehearsals(MOST_REHEARSALS_UNDER_WAY);
  const { organizationId, userId } = context.actor;
  const settings = readAgentSettings(version.configurations);
  const choice = await readAgentModel(tx, { organizationId, settings, secrets: context.secrets });
  const { definition } = version;
  const asking = planned.filter(({ scenario }) => needsModel(scenario)).map(({ scenario }) => scenario.name);
  if (asking.length > 0 && readPricedName(choice) === null) throw modelNeeded(asking);
  const { rehearsal, isNew } = await insertRehearsal(tx, {
    rehearsal: {
      organization_id: organizationId,
      agent_id: agent.id,
      uuid: context.requestUuid(),
      version_number: version.version_number,
      definition_digest: digestDefinition(version),
      agent: keepVersion(version, agent.call_disposition_codes),
      environment: agent.environment,
      estimate: estimateRehearsal(planned, { definition, choice, prices: context.prices }),
      created_by: userId,
    },
    conversations: planned.flatMap(({ scenarioId, scenario, runs }) =>
      Array.from({ length: runs }, (_, run) => ({
        scenario_id: scenarioId,
        scenario,
        scenario_digest: digestScenario(scenario),
        run_number: run + 1,
      })),
    ),
  });
  const count = planned.reduce((sum, { runs }) => sum + runs, 0);
  const change = `is rehearsed in version ${version.version_number}: ${count} ${count === 1 ? "conversation" : "conversations"}`;
  if (isNew) recordRehearsalChange(context, tx, { agent, change, payload: { rehearsal_id: rehearsal.id } });
  return rehearsal;
};

export const startRehearsalWorkflow = (context: OperationContext, row: Rehearsal): Promise<void> =>
  tryToStart(
    context,
    rehearsalContract.type,
    rehearsalStartOptions({
      organizationId: row.organization_id,
      rehearsalUuid: row.uuid,
      agentId: row.agent_id,
      environment: row.environment,
    }),
  );
