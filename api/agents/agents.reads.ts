import { listAgentRows } from "../../infra/postgres/agent/agent.repository.ts";
import { readAgentWebhookSecret } from "../../infra/postgres/agent/webhook-signing.repository.ts";
import { findFirstListedArchived } from "../../infra/postgres/listed-archive.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { agentNotFound } from "./agents.errors.ts";
import { presentAgentRow } from "./agents.presenter.ts";
import type { agentParams, statusQuery } from "./agents.schemas.ts";
import { lockRequestedAgent } from "./lock-requested-agent.ts";
import { readAgentAnswer } from "./read-agent-answer.ts";

export const countAgents = (context: OperationContext) =>
  context.inOrganization((tx) =>
    tx
      .selectFrom("agents")
      .where("is_hidden", "=", false)
      .select(({ fn }) => [
        fn.countAll<number>().as("total"),
        fn.countAll<number>().filterWhere("status", "=", "active").as("active"),
        fn.countAll<number>().filterWhere("status", "=", "archived").as("archived"),
      ])
      .executeTakeFirstOrThrow(),
  );

export const getAgent = (context: OperationContext, { params }: OperationInput<{ params: typeof agentParams }>) =>
  context.inOrganization((tx) => readAgentAnswer(tx, params.workflow_id));

export const listAgents = async (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof statusQuery }>,
) => {
  const rows = await context.inOrganization(async (tx) => {
    const archivedFrom = await findFirstListedArchived(tx, "agents");
    return listAgentRows(tx, { status: query.status, archivedFrom });
  });
  return rows.map(presentAgentRow);
};

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
