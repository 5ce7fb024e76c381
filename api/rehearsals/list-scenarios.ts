import { readAgentModel } from "../../application/model/read-agent-model.ts";
import { estimateRehearsal } from "../../application/rehearsal/estimate-rehearsal.ts";
import { readPlanned } from "../../application/rehearsal/planned-conversations.ts";
import { readAgentSettings } from "../../domain/agent/agent-settings.ts";
import { listScenarios as listRows } from "../../infra/postgres/rehearsal/scenario.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireKnownAgent } from "../require-agent.ts";
import { presentScenario } from "./rehearsals.presenter.ts";
import type { agentParams } from "./rehearsals.schemas.ts";
import { findVersionToRehearse } from "./version-to-rehearse.ts";

/** Lists the scenarios of an agent, with what playing all of them may be expected to use. */
export const listScenarios = (context: OperationContext, { params }: OperationInput<{ params: typeof agentParams }>) =>
  context.inOrganization(async (tx) => {
    const agent = await requireKnownAgent(tx, params.workflow_id);
    const rows = await listRows(tx, agent.id);
    const planned = rows.map(readPlanned);
    const version = await findVersionToRehearse(tx, agent, undefined);
    const { organizationId } = context.actor;
    const settings = readAgentSettings(version?.configurations ?? {});
    const choice = await readAgentModel(tx, { organizationId, settings, secrets: context.secrets });
    const { prices } = context;
    const estimate = estimateRehearsal(planned, { definition: version?.definition ?? {}, choice, prices });
    const conversations = planned.reduce((sum, { runs }) => sum + runs, 0);
    return { scenarios: rows.map(presentScenario), estimate: { ...estimate, conversations } };
  });
