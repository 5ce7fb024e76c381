import type { Agent } from "../../infra/postgres/agent/agent.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";

/** Records a change of an agent on the timeline: "Agent Reception " and then `change`. */
export const recordAgentChange = (
  context: OperationContext,
  tx: OrganizationTransaction,
  { agent, change }: { agent: Agent; change: string },
): void =>
  recordTimelineAtCommit(tx, {
    organizationId: agent.organization_id,
    kind: "system",
    actor: formatActor(context.actor),
    summary: `Agent ${agent.name} ${change}`,
    agentId: agent.id,
  });
