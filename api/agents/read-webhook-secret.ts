import { readAgentWebhookSecret } from "../../infra/postgres/agent/webhook-signing.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { agentNotFound } from "./agents.errors.ts";
import type { agentParams } from "./agents.schemas.ts";
import { lockRequestedAgent } from "./lock-requested-agent.ts";

/** Returns the secret for verifying an agent's webhook nodes, and creates it at the first request. */
export const readWebhookSecret = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof agentParams }>,
) => {
  const owner = { agentId: params.workflow_id, organizationId: context.actor.organizationId, secrets: context.secrets };
  const secret = await context.inOrganization(async (tx) => {
    await lockRequestedAgent(context, tx, params.workflow_id);
    return readAgentWebhookSecret(tx, owner);
  });
  if (secret === undefined) throw agentNotFound();
  return { secret };
};
