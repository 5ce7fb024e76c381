import type { Agent } from "../../infra/postgres/agent/agent.entity.ts";
import { insertAgent, type NewAgent } from "../../infra/postgres/agent/agent-changes.repository.ts";
import { claimTrigger } from "../../infra/postgres/agent/agent-trigger.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireQuota } from "../require-quota.ts";
import { triggerTaken } from "./agents.errors.ts";
import { recordAgentChange } from "./record-agent-change.ts";

/** Inserts the rows of a new agent; with a repeated Idempotency-Key, returns the agent that the first request made. */
export const addAgent = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  values: Omit<NewAgent, "organizationId" | "environment" | "workflowUuid" | "createdBy">,
): Promise<Agent> => {
  const { organizationId, userId, environment } = context.actor;
  const workflowUuid = context.requestUuid();
  const { agent, isNew } = await insertAgent(tx, {
    ...values,
    organizationId,
    environment,
    workflowUuid,
    createdBy: userId,
  });
  if (!isNew) return agent;
  await requireQuota(tx, "agents", 0);
  if (!(await claimTrigger(tx, agent, values.definition))) throw triggerTaken(values.definition);
  recordAgentChange(context, tx, { agent, change: "was created" });
  return agent;
};
