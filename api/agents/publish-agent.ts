import type { z } from "zod";
import { claimTrigger, publishDraft } from "../../infra/postgres/agent/agent-changes.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { completeUpgrade, lockProposedEdits } from "../../infra/postgres/template/hire-upgrade.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { tellRequestWorkflow } from "../http/tell-request-workflow.ts";
import { agentAnswer } from "./agent-answer.ts";
import { triggerTaken } from "./agents.errors.ts";
import { type agentParams, storedDefinition } from "./agents.schemas.ts";
import { checkedDefinition } from "./checked-definition.ts";
import { recordAgentChange } from "./record-agent-change.ts";
import { requestedAgent } from "./requested-agent.ts";
import { settleProposal } from "./settle-proposal.ts";
import type { Agent } from "../../infra/postgres/agent/agent.entity.ts";

/** Makes the draft the version that calls run; without a draft nothing changes. What proposes it is settled. */
export const publishAgent = async (context: OperationContext, { params }: { params: z.output<typeof agentParams> }) => {
  const { answer, settled } = await context.inOrganization(async (tx) => {
    // Before the agent, as where the proposal is settled: two who lock them in turn would wait for each other.
    const proposals = await lockProposedEdits(tx, params.workflow_id);
    const agent = await requestedAgent(tx, params.workflow_id);
    const { draft_version_id: draftId } = agent;
    const request = draftId === null ? null : await publish(context, tx, { agent, draftId, proposals });
    return { answer: await agentAnswer(tx, agent.id), settled: request };
  });
  if (settled) await tellRequestWorkflow(context, settled);
  return answer;
};

interface Publication {
  agent: Agent;
  draftId: number;
  proposals: readonly RequestRow[];
}

/** Gives the request that this settles, if it does. */
const publish = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { agent, draftId, proposals }: Publication,
): Promise<RequestRow | null> => {
  const draft = await tx.selectFrom("agent_versions").selectAll().where("id", "=", draftId).executeTakeFirstOrThrow();
  // Also when people have worked at the draft since.
  const proposal = proposals.find(({ subject }) => subject["draft_version"] === draft.version_number);
  // First the tools of an upgrade: the definition names them.
  if (proposal) await completeUpgrade(tx, proposal);
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
  return proposal ? settleProposal(context, tx, proposal) : null;
};
