import { randomUUID } from "node:crypto";
import { type AgentObstacle, chooseAgentVersion, isAgentObstacle } from "../../../domain/agent/usable-agent-version.ts";
import { FINAL_CALL_STATES } from "../../../domain/call/call-states.rules.ts";
import { TEXT_MODE } from "../../../domain/call/modes-and-channels.rules.ts";
import { findAgent } from "../agent/agent.repository.ts";
import type { CallRun } from "../call/call-run.entity.ts";
import { queueRun } from "../call/run-transitions.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Thread } from "./thread.entity.ts";

interface Talk {
  thread: Pick<Thread, "id" | "organization_id">;
  agentId: number;
  environment: "production" | "sandbox";
  createdBy?: number | null;
  /** Of a thread of texts: the person's number and ours. */
  numbers?: { person: string; own: string } | undefined;
}

/**
 * Returns the run in which an agent talks in a thread, with its published version, and creates it, or why the agent may
 * not be used. The caller locks the thread: of two simultaneous messages one creates the run.
 */
export const findOrCreateThreadRun = async (
  tx: OrganizationTransaction,
  { thread, agentId, environment, createdBy = null, numbers }: Talk,
): Promise<CallRun | AgentObstacle> => {
  const open = await findOpenRun(tx, { threadId: thread.id, agentId });
  if (open) return open;
  const chosen = chooseAgentVersion(await findAgent(tx, agentId), "published");
  if (isAgentObstacle(chosen)) return chosen;
  const uuid = randomUUID();
  const run = await queueRun(tx, {
    uuid,
    organization_id: thread.organization_id,
    agent_id: agentId,
    agent_version_id: chosen.versionId,
    name: `${numbers ? "Texts" : "Thread"} ${uuid.slice(0, 8)}`,
    mode: TEXT_MODE,
    ...(numbers && { direction: "inbound" as const, caller_number: numbers.person, called_number: numbers.own }),
    environment,
    initial_context: {},
    annotations: {},
    created_by: createdBy,
  });
  await tx
    .insertInto("thread_sessions")
    .values({ thread_id: thread.id, agent_id: agentId, organization_id: thread.organization_id, run_id: run.id })
    .onConflict((clash) => clash.columns(["thread_id", "agent_id"]).doUpdateSet({ run_id: run.id }))
    .execute();
  return run;
};

const findOpenRun = (
  tx: OrganizationTransaction,
  { threadId, agentId }: { threadId: number; agentId: number },
): Promise<CallRun | undefined> =>
  tx
    .selectFrom("call_runs")
    .innerJoin("thread_sessions", "thread_sessions.run_id", "call_runs.id")
    .leftJoin("conversations", "conversations.run_id", "call_runs.id")
    .selectAll("call_runs")
    .where("thread_sessions.thread_id", "=", threadId)
    .where("thread_sessions.agent_id", "=", agentId)
    .where("call_runs.state", "not in", FINAL_CALL_STATES)
    .where((run) => run.or([run("conversations.state", "is", null), run("conversations.state", "=", "open")]))
    .executeTakeFirst();

/** Lists open conversations of a thread with other agents than this one. */
export const listSessionsOfOtherAgents = async (
  tx: OrganizationTransaction,
  { threadId, agentId }: { threadId: number; agentId: number | null },
): Promise<number[]> => {
  const rows = await tx
    .selectFrom("thread_sessions")
    .innerJoin("conversations", "conversations.run_id", "thread_sessions.run_id")
    .select("conversations.run_id")
    .where("thread_sessions.thread_id", "=", threadId)
    .where("conversations.state", "=", "open")
    .$if(agentId !== null, (sessions) => sessions.where("thread_sessions.agent_id", "<>", agentId ?? 0))
    .execute();
  return rows.map(({ run_id }) => run_id);
};
