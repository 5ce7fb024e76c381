import { readAgentModel } from "../../application/model/read-agent-model.ts";
import { readAgentSettings } from "../../domain/agent/agent-settings.ts";
import type { ScenarioContent } from "../../domain/rehearsal/scenario.ts";
import { readPricedName } from "../../infra/models/open-model.ts";
import type { Agent } from "../../infra/postgres/agent/agent.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { callerModelNeeded } from "./rehearsals.errors.ts";
import { findVersionToRehearse } from "./version-to-rehearse.ts";

/** Throws 422 where a persona is to call and neither the agent nor the organization has a model that could play it. */
export const requireCallerModel = async (
  { actor, secrets }: OperationContext,
  tx: OrganizationTransaction,
  { agent, caller }: { agent: Agent; caller: ScenarioContent["caller"] },
): Promise<void> => {
  if (caller.kind !== "persona") return;
  const version = await findVersionToRehearse(tx, agent, undefined);
  const settings = readAgentSettings(version?.configurations ?? {});
  const { organizationId } = actor;
  const choice = await readAgentModel(tx, { organizationId, settings, secrets });
  if (readPricedName(choice) === null) throw callerModelNeeded();
};
