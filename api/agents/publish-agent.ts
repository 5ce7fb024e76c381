import type { z } from "zod";
import { claimTrigger, publishDraft } from "../../infra/postgres/agent/agent-changes.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { completeUpgrade, lockProposedUpgrade } from "../../infra/postgres/template/hire-upgrade.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { tellRequestWorkflow } from "../http/tell-request-workflow.ts";
import { agentAnswer } from "./agent-answer.ts";
import { triggerTaken } from "./agents.errors.ts";
import { type agentParams, storedDefinition } from "./agents.schemas.ts";
import { checkedDefinition } from "./checked-definition.ts";
import { recordAgentChange } from "./record-agent-change.ts";
import { requestedAgent } from "./requested-agent.ts";
import { settleUpgrade } from "./settle-upgrade.ts";
import type { Agent } from "../../infra/postgres/agent/agent.entity.ts";

/** Makes the draft the version that calls run; without a draft nothing changes. An upgrade that it proposes is settled. */
export const publishAgent = async (context: OperationContext, { params }: { params: z.output<typeof agentParams> }) => {
  const { answer, settled } = await context.inOrganization(async (tx) => {
    // Before the agent, as where the proposal is settled: two who lock them in turn would wait for each other.
    const upgrade = await lockProposedUpgrade(tx, params.workflow_id);
    const agent = await requestedAgent(tx, params.workflow_id);
    const { draft_version_id: draftId } = agent;
    const request = draftId === null ? null : await publish(context, tx, { agent, draftId, upgrade });
    return { answer: await agentAnswer(tx, agent.id), settled: request };
  });
  if (settled) await tellRequestWorkflow(context, settled);
  return answer;
};

interface Publication {
  agent: Agent;
  draftId: number;
  upgrade: RequestRow | undefined;
}

/** Gives the request that this settles, if it does. */
const publish = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { agent, draftId, upgrade }: Publication,
): Promise<RequestRow | null> => {
  const draft = await tx.selectFrom("agent_versions").selectAll().where("id", "=", draftId).executeTakeFirstOrThrow();
  // Also when people have worked at the draft since. First its tools: the definition names them.
  const isUpgrade = upgrade?.subject["draft_version"] === draft.version_number;
  if (upgrade && isUpgrade) await completeUpgrade(tx, upgrade);
  // The rules may have become stricter since the draft was written.
  const definition = await checkedDefinition(context, tx, {
    definition: storedDefinition.parse(draft.definition),
    agent: { agentId: agent.id, channelId: agent.folder_id },
    faultStatus: 422,
    loc: ["definition"],
  });
  if (!(await claimTrigger(tx, agent, definition))) throw triggerTaken(definition);
  await publishDraft(tx, agent, context.clock.now());
  await recordAgentChange(context, tx, { agent, change: `got version ${draft.version_number} published` });
  return upgrade && isUpgrade ? settleUpgrade(context, tx, upgrade) : null;
};
