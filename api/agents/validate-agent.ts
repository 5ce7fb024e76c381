import { checkDefinition } from "../../domain/agent/check-definition.ts";
import { findAgentDetails } from "../../infra/postgres/agent/agent.repository.ts";
import { checkReferences } from "../check-references.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { agentNotFound } from "./agents.errors.ts";
import { type agentParams, storedDefinition, type validateAgentBody } from "./agents.schemas.ts";

type Input = OperationInput<{ params: typeof agentParams; body: typeof validateAgentBody }>;

/** Checks the definition in the body, or else the agent's, and changes nothing. */
export const validateAgent = async (context: OperationContext, { params, body }: Input) => {
  const errors = await context.inOrganization(async (tx) => {
    const agent = await findAgentDetails(tx, params.workflow_id);
    if (!agent) throw agentNotFound();
    const definition = body.definition ?? storedDefinition.parse(agent.definition);
    const faults = checkDefinition(definition);
    if (faults.length > 0) return faults;
    return checkReferences(context, tx, {
      definition,
      environment: agent.environment,
      agent: { agentId: agent.id, channelId: agent.folder_id },
    });
  });
  return { is_valid: errors.length === 0, errors };
};
