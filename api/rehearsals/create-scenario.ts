import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { addScenario } from "./add-scenario.ts";
import type { agentParams, scenarioBody } from "./rehearsals.schemas.ts";
import { requireRehearsedAgent } from "./require-rehearsed-agent.ts";

type Input = OperationInput<{ params: typeof agentParams; body: typeof scenarioBody }>;

/** Adds a scenario to an agent. */
export const createScenario = (context: OperationContext, { params, body }: Input) =>
  context.inOrganization(async (tx) => {
    const agent = await requireRehearsedAgent(context, tx, params.workflow_id);
    const answer = await addScenario(context, tx, { agent, body, source: null });
    context.keepAnswer(tx, answer);
    return answer;
  });
