import { readAgentSettings } from "../../domain/agent/agent-settings.ts";
import { needsModel } from "../../domain/rehearsal/scenario.ts";
import { readPricedName } from "../../infra/models/open-model.ts";
import type { Agent, AgentVersion } from "../../infra/postgres/agent/agent.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Rehearsal } from "../../infra/postgres/rehearsal/rehearsal.entity.ts";
import { insertRehearsal } from "../../infra/postgres/rehearsal/start-rehearsal.repository.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";
import type { PriceTable } from "../../infra/telephony/price-table.ts";
import { readAgentModel } from "../model/read-agent-model.ts";
import { digestDefinition } from "./definition-digest.ts";
import { estimateRehearsal } from "./estimate-rehearsal.ts";
import { digestScenario, type PlannedScenario } from "./planned-conversations.ts";
import { keepVersion } from "./rehearsed-agent.ts";

export interface RehearsalPlan {
  agent: Agent;
  version: AgentVersion;
  planned: readonly PlannedScenario[];
}

interface Writing extends RehearsalPlan {
  uuid: string;
  createdBy: number | null;
  secrets: SecretBox;
  prices: PriceTable;
}

/**
 * Writes a rehearsal with its conversations; a repeated uuid finds the one that it has written. Its workflow is started by who
 * asks, or by maintenance. `modelFor`: the names of the scenarios for which the built-in model is not enough.
 */
export const insertPlannedRehearsal = async (
  tx: OrganizationTransaction,
  { agent, version, planned, uuid, createdBy, secrets, prices }: Writing,
): Promise<{ rehearsal: Rehearsal; isNew: boolean } | { modelFor: string[] }> => {
  const organizationId = agent.organization_id;
  const settings = readAgentSettings(version.configurations);
  const choice = await readAgentModel(tx, { organizationId, settings, secrets });
  const { definition } = version;
  const asking = planned.filter(({ scenario }) => needsModel(scenario)).map(({ scenario }) => scenario.name);
  if (asking.length > 0 && readPricedName(choice) === null) return { modelFor: asking };
  return insertRehearsal(tx, {
    rehearsal: {
      organization_id: organizationId,
      agent_id: agent.id,
      uuid,
      version_number: version.version_number,
      definition_digest: digestDefinition(version),
      agent: keepVersion(version, agent.call_disposition_codes),
      environment: agent.environment,
      estimate: estimateRehearsal(planned, { definition, choice, prices }),
      created_by: createdBy,
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
};
