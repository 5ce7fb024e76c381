import type { TurnClaim } from "../../domain/conversation/conversation.ports.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";

/** Writes on the timeline what the agent of a conversation has done. */
export const tellOfAgent = async (
  tx: OrganizationTransaction,
  { runId, organizationId }: Pick<TurnClaim, "runId" | "organizationId">,
  told: { summary: string; payload: Record<string, unknown> },
): Promise<void> => {
  const { agent_id: agentId, campaign_id: campaignId } = await tx
    .selectFrom("call_runs")
    .select(["agent_id", "campaign_id"])
    .where("id", "=", runId)
    .executeTakeFirstOrThrow();
  await recordTimeline(tx, {
    organizationId,
    kind: "system",
    actor: `agent:${agentId}`,
    ...told,
    agentId,
    campaignId,
    runId,
  });
};
