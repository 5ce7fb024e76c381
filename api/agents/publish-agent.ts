import { completeUpgrade, lockProposedEdits } from "../../application/template/follow-upgrade.ts";
import type { Agent } from "../../infra/postgres/agent/agent.entity.ts";
import { publishDraft } from "../../infra/postgres/agent/agent-changes.repository.ts";
import { claimTrigger } from "../../infra/postgres/agent/agent-trigger.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireQuota } from "../require-quota.ts";
import { requireRehearsed } from "../require-rehearsed.ts";
import { signalRequestWorkflow } from "../signal-request-workflow.ts";
import { triggerTaken } from "./agents.errors.ts";
import { type agentParams, type publishAgentBody, storedDefinition } from "./agents.schemas.ts";
import { lockRequestedAgent } from "./lock-requested-agent.ts";
import { readAgentAnswer } from "./read-agent-answer.ts";
import { recordAgentChange } from "./record-agent-change.ts";
import { requireSoundDefinition } from "./require-sound-definition.ts";
import { requireUnchanged } from "./require-unchanged.ts";
import { settleProposal } from "./settle-proposal.ts";

type Input = OperationInput<{ params: typeof agentParams; body: typeof publishAgentBody }>;

/**
 * Publishes the draft as the version that calls run; without a draft nothing changes. A proposal of the draft is
 * settled.
 */
export const publishAgent = async (context: OperationContext, { params, body }: Input) => {
  const { answer, settled } = await context.inOrganization(async (tx) => {
    // Proposals are locked before the agent, in the same order as where one is settled; otherwise two transactions could deadlock.
    const proposals = await lockProposedEdits(tx, params.workflow_id);
    const agent = await lockRequestedAgent(context, tx, params.workflow_id);
    await requireUnchanged(tx, agent.id, body);
    const { draft_version_id: draftId } = agent;
    const request =
      draftId === null
        ? null
        : await publish(context, tx, { agent, draftId, proposals, overrideReason: body.override_reason });
    return { answer: await readAgentAnswer(tx, agent.id), settled: request };
  });
  if (settled) await signalRequestWorkflow(context, settled);
  return answer;
};

interface Publication {
  agent: Agent;
  draftId: number;
  proposals: readonly RequestRow[];
  overrideReason: string | undefined;
}

/** Publishes the draft; returns the request that this settles, if any. */
const publish = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { agent, draftId, proposals, overrideReason }: Publication,
): Promise<RequestRow | null> => {
  const draft = await tx.selectFrom("agent_versions").selectAll().where("id", "=", draftId).executeTakeFirstOrThrow();
  await requireRehearsed(context, tx, { agent, draft, overrideReason });
  // The proposal is settled even if people have edited its draft since.
  const proposal = proposals.find(({ subject }) => subject["draft_version"] === draft.version_number);
  // The tools of an upgrade come first, because the definition names them.
  if (proposal && (await completeUpgrade(tx, proposal)) > 0) await requireQuota(tx, "tools", 0);
  // The rules may have become stricter since the draft was written.
  const definition = await requireSoundDefinition(context, tx, {
    definition: storedDefinition.parse(draft.definition),
    environment: agent.environment,
    agent: { agentId: agent.id, channelId: agent.folder_id },
    faultStatus: 422,
    loc: ["definition"],
  });
  if (!(await claimTrigger(tx, agent, definition))) throw triggerTaken(definition);
  await publishDraft(tx, agent, context.clock.now());
  recordAgentChange(context, tx, { agent, change: `got version ${draft.version_number} published` });
  return proposal ? settleProposal(context, tx, proposal) : null;
};
