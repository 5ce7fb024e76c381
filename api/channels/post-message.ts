import { isAgentObstacle } from "../../domain/agent/usable-agent-version.ts";
import { shortenSummary } from "../../domain/timeline/shorten-summary.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { addReply } from "../../infra/postgres/thread/replies.repository.ts";
import type { Thread } from "../../infra/postgres/thread/thread.entity.ts";
import { findOrCreateThreadRun } from "../../infra/postgres/thread/thread-sessions.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { agentNotUsable } from "../agents/agents.errors.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { signalThreadWorkflow } from "../signal-thread-workflow.ts";
import { findReplyingAgent } from "./find-replying-agent.ts";
import { findOrOpenThread } from "./message-thread.ts";
import type { messageBody } from "./messages.schemas.ts";

/**
 * Writes a message into the timeline; the thread's workflow replies to it. The row is written before the workflow
 * starts; maintenance starts workflows that a crash left out.
 */
export const postMessage = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof messageBody }>,
) => {
  const { organizationId } = context.actor;
  const { thread, answer } = await context.inOrganization(async (tx) => {
    const thread = await findOrOpenThread(tx, { organizationId, body });
    const agentId = await findReplyingAgent(tx, { thread, text: body.text });
    const eventId = await writeDown(context, tx, { thread, agentId, text: body.text });
    const answer = { event_id: eventId, thread_id: thread.uuid, workflow_id: agentId };
    context.keepAnswer(tx, answer);
    return { thread, answer };
  });
  if (answer.workflow_id !== null || thread.kind === "assistant") await signalThreadWorkflow(context, thread);
  return answer;
};

interface Message {
  thread: Thread;
  agentId: number | null;
  text: string;
}

const writeDown = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { thread, agentId, text }: Message,
): Promise<number> => {
  const { organizationId, environment, userId } = context.actor;
  const run =
    agentId === null ? undefined : await findOrCreateThreadRun(tx, { thread, agentId, environment, createdBy: userId });
  if (run && isAgentObstacle(run)) throw agentNotUsable(run);
  const eventId = await recordTimeline(tx, {
    organizationId,
    kind: "message",
    actor: formatActor(context.actor),
    summary: shortenSummary(text),
    payload: { text },
    agentId,
    runId: run?.id ?? null,
    threadId: thread.uuid,
    assistant: thread.kind === "assistant",
    ...(thread.kind === "channel" && { channelId: thread.folder_id }),
  });
  if (run || thread.kind === "assistant") {
    await addReply(tx, {
      organization_id: organizationId,
      thread_id: thread.id,
      event_id: eventId,
      agent_id: run?.agent_id ?? null,
      run_id: run?.id ?? null,
      folder_id: thread.folder_id,
      asker: run ? null : { userId, role: context.actor.role, environment },
    });
  }
  return eventId;
};
