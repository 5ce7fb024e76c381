import type { z } from "zod";
import { claimTrigger, publishDraft } from "../../infra/postgres/agent/agent-changes.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { agentAnswer } from "./agent-answer.ts";
import { triggerTaken } from "./agents.errors.ts";
import { type agentParams, storedDefinition } from "./agents.schemas.ts";
import { checkedDefinition } from "./checked-definition.ts";
import { recordAgentChange } from "./record-agent-change.ts";
import { requestedAgent } from "./requested-agent.ts";
import type { Agent } from "../../infra/postgres/agent/agent.entity.ts";

/** Makes the draft the version that calls run; without a draft nothing changes. */
export const publishAgent = (context: OperationContext, { params }: { params: z.output<typeof agentParams> }) =>
  context.inOrganization(async (tx) => {
    const agent = await requestedAgent(tx, params.workflow_id);
    if (agent.draft_version_id !== null) await publish(context, tx, { agent, draftId: agent.draft_version_id });
    return agentAnswer(tx, agent.id);
  });

const publish = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { agent, draftId }: { agent: Agent; draftId: number },
): Promise<void> => {
  const draft = await tx.selectFrom("agent_versions").selectAll().where("id", "=", draftId).executeTakeFirstOrThrow();
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
};
