import { chooseAgentVersion, isAgentObstacle } from "../../domain/agent/usable-agent-version.ts";
import type { ConversationRun, TurnClaim } from "../../domain/conversation/conversation.ports.ts";
import { findAgent } from "../../infra/postgres/agent/agent.repository.ts";
import { readRunAgent } from "../../infra/postgres/call/run-agent.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";

/** Finds an agent that takes the person of a run over: its published version, with the variables of the call. */
export const findOtherAgent = async (
  tx: OrganizationTransaction,
  run: ConversationRun,
  { agentId, now }: { agentId: number; now: Date },
): Promise<{ run: ConversationRun; name: string } | string> => {
  if (agentId === run.agentId) return "the person is with this agent already";
  const chosen = chooseAgentVersion(await findAgent(tx, agentId), "published");
  if (isAgentObstacle(chosen)) return chosen.sentence;
  const row = await tx
    .selectFrom("call_runs")
    .select(["contact_id", "direction", "caller_number", "called_number", "initial_context"])
    .where("id", "=", run.runId)
    .executeTakeFirstOrThrow();
  const { name, withdrawal: _, ...agent } = await readRunAgent(tx, { ...row, agent_version_id: chosen.versionId }, now);
  return { run: { ...run, ...agent, handedTo: chosen.versionId }, name };
};

/** Tells on the timeline that the person goes on with another agent, when a step first says so. */
export const tellHandOver = async (tx: OrganizationTransaction, claim: TurnClaim, versionId: number): Promise<void> => {
  const run = await tx
    .selectFrom("call_runs as r")
    .innerJoin("conversations as c", "c.run_id", "r.id")
    .select(["r.agent_id", "r.campaign_id", "c.handed_to"])
    .where("r.id", "=", claim.runId)
    .executeTakeFirstOrThrow();
  if (run.handed_to === versionId) return;
  const other = await tx
    .selectFrom("agent_versions as v")
    .innerJoin("agents as a", "a.id", "v.agent_id")
    .select(["a.id", "a.name"])
    .where("v.id", "=", versionId)
    .executeTakeFirstOrThrow();
  await recordTimeline(tx, {
    organizationId: claim.organizationId,
    kind: "system",
    actor: `agent:${run.agent_id}`,
    summary: `The agent ${other.name} takes the person over`,
    payload: { event: "transfer_agent", workflow_id: other.id, name: other.name },
    agentId: run.agent_id,
    campaignId: run.campaign_id,
    runId: claim.runId,
  });
};
