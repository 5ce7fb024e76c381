import { claimReply } from "../../infra/postgres/thread/replies.repository.ts";
import type { ThreadInput } from "../../workflows/thread/thread.contract.ts";
import type { ReplyLater } from "../../workflows/thread/thread.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { replyAsAgent } from "./reply-as-agent.ts";
import { replyAsAssistant } from "./reply-as-assistant.ts";

/** Writes the oldest due reply of a thread. A repetition by another worker takes the same row. */
export const replyToNext = async (
  deps: WorkerDependencies,
  { organizationId, threadId }: ThreadInput,
): Promise<boolean | ReplyLater> => {
  const reply = await deps.database.inOrganization(organizationId, (tx) => claimReply(tx, threadId));
  if (!reply) return false;
  const { agent_id: agentId, run_id: runId } = reply;
  if (agentId !== null && runId !== null)
    return (await replyAsAgent(deps, { ...reply, agent_id: agentId, run_id: runId })) ?? true;
  await replyAsAssistant(deps, reply);
  return true;
};
