import type { z } from "zod";
import { findAgentDetails } from "../../infra/postgres/agent/agent.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { agentNotFound } from "./agents.errors.ts";
import { agentDefinition, type agentParams, type validateAgentBody } from "./agents.schemas.ts";
import { checkDefinition } from "../../domain/agent/check-definition.ts";

interface Input {
  params: z.output<typeof agentParams>;
  body: z.output<typeof validateAgentBody>;
}

/** Checks the definition in the body, or else that of the agent, and changes nothing. */
export const validateAgent = async (context: OperationContext, { params, body }: Input) => {
  const agent = await context.inOrganization((tx) => findAgentDetails(tx, params.workflow_id));
  if (!agent) throw agentNotFound();
  const errors = checkDefinition(body.definition ?? agentDefinition.parse(agent.definition));
  return { is_valid: errors.length === 0, errors };
};
