import { openRequest, type RequestOrigin } from "../../../application/request/open-request.ts";
import { proposeEdit as writeProposal } from "../../../application/request/propose-edit.ts";
import { proposeToolCall } from "../../../application/request/request-actions.ts";
import { changeTexts } from "../../../domain/agent/change-texts.ts";
import { readProposedAction, readProposedEdit } from "../../../domain/assistant/read-proposal.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import type { RequestRow } from "../../../infra/postgres/request/request.entity.ts";
import type { Found, LookUpContext } from "./look-up.ts";
import { findAgentByName } from "./look-up-agents.ts";

/** The context of a proposal by the assistant: nothing happens until people publish or confirm it, or drop it. */
export interface ProposalContext extends LookUpContext {
  /** The same for every retry of this proposal. */
  requestKey: string;
  threadUuid: string;
  start(row: RequestRow): Promise<unknown>;
}

/** The kinds of tools that can be called without a conversation. */
const PROPOSABLE = ["http_api", "calculator", "mcp"] as const;

export const proposeEdit = async (proposing: ProposalContext, given: Record<string, unknown>): Promise<Found> => {
  const proposal = readProposedEdit(given);
  if (!proposal) return { say: "I need the agent, a reason, and for each change its step, field and new text." };
  const { reason, changes } = proposal;
  const row = await proposing.inside(async (tx) => {
    const agent = await findAgentByName(tx, proposal);
    if ("say" in agent) return agent;
    if (agent.versionId === null)
      return { say: `Nothing of ${agent.name} is published yet: change its draft yourself.` };
    const proposed = await writeProposal(
      tx,
      { ...originOf(proposing), agentId: agent.id },
      { change: (published) => changeTexts(published, changes), reason },
    );
    return "fault" in proposed ? { say: proposed.fault } : proposed;
  });
  if ("say" in row) return row;
  await proposing.start(row);
  return { say: "I have proposed the change. An admin can publish or discard it.", event_id: row.event_id };
};

export const proposeAction = async (proposing: ProposalContext, given: Record<string, unknown>): Promise<Found> => {
  const proposal = readProposedAction(given);
  if (!proposal) return { say: "I need the tool, its arguments, and a summary of the proposal." };
  const row = await proposing.inside((tx) => openAction(tx, proposing, proposal));
  if ("say" in row) return row;
  await proposing.start(row);
  return { say: "I have proposed it. It is done when somebody confirms it.", event_id: row.event_id };
};

const openAction = async (
  tx: OrganizationTransaction,
  proposing: ProposalContext,
  { tool: name, arguments: given, summary }: { tool: string; arguments: Record<string, unknown>; summary: string },
): Promise<RequestRow | { say: string }> => {
  const tools = await listProposableTools(tx);
  const tool = tools.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (!tool) return { say: `There is no tool "${name}". There are: ${tools.map((each) => each.name).join(", ")}.` };
  const subject = {
    tool_uuid: tool.tool_uuid,
    tool_name: tool.name,
    summary,
    can_be_undone: tool.compensation !== null,
  };
  const row = await openRequest(tx, originOf(proposing), { kind: "action", subject });
  if (row.tool_call_id !== null) return row;
  const toolCallId = await proposeToolCall(tx, {
    claim: { organizationId: proposing.organizationId, runId: null, number: 0 },
    call: { toolUuid: tool.tool_uuid, name: tool.name, arguments: JSON.stringify(given) },
    request: row,
    secrets: proposing.secrets,
  });
  await tx.updateTable("requests").set({ tool_call_id: toolCallId }).where("id", "=", row.id).execute();
  return row;
};

const originOf = ({ organizationId, requestKey, threadUuid }: ProposalContext): RequestOrigin => ({
  organizationId,
  requestKey,
  actor: "assistant",
  threadId: threadUuid,
});

export const listProposableTools = (tx: OrganizationTransaction) =>
  tx
    .selectFrom("tools")
    .select(["tool_uuid", "name", "description", "definition", "compensation"])
    .where("status", "=", "active")
    .where("category", "in", PROPOSABLE)
    .orderBy("id")
    .execute();
