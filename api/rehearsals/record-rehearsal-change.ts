import type { Agent } from "../../infra/postgres/agent/agent.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";

/** Records on the timeline what became of an agent's scenarios and rehearsals: "Agent Reception " and then `change`. */
export const recordRehearsalChange = (
  context: OperationContext,
  tx: OrganizationTransaction,
  { agent, change, payload }: { agent: Agent; change: string; payload: object },
): void =>
  recordTimelineAtCommit(tx, {
    organizationId: agent.organization_id,
    kind: "system",
    actor: formatActor(context.actor),
    summary: `Agent ${agent.name} ${change}`,
    payload,
    agentId: agent.id,
  });
